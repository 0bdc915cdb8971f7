"""The networks: from word vectors to the score of each class, and where attention lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fairnlp.core.optional import require

if TYPE_CHECKING:
    from fairnlp.rationale.recipe import Recipe

__all__ = ["NETWORKS", "Cnn", "LstmAttention", "Pass"]

# Classes of torch.nn are put together, not inherited from: this module is imported without torch.


class Pass(NamedTuple):
    """What a network makes of some texts.

    Parameters
    ----------
    logits : Tensor, shape (n, classes)
    log_attention : Tensor, shape (n, length), or None
        Logarithm of the share of attention that each word gets, -inf where there is no word.
        None from a network without attention.
    marks : Tensor, shape (n, length), or None
        How much each word looks like one of a rationale, before the logistic function; None from
        a network that does not tell.
    """

    logits: Any
    log_attention: Any = None
    marks: Any = None


class LstmAttention:
    """An LSTM over the words, attention over its states, and one layer on both.

    alpha_i = tanh(v h_i), A = softmax(alpha), z = [sum_i A_i h_i, c], logits = W z + b: Zhong and
    others (2019), section 4. With ``bidirectional``, h_i joins the states of two LSTMs.

    Parameters
    ----------
    recipe : Recipe
    size : int
        Numbers of a word vector.
    n_context, n_classes : int
    """

    def __init__(self, recipe: Recipe, *, size: int, n_context: int, n_classes: int) -> None:
        nn = require("torch", extra="neural", purpose="An LSTM").nn
        directions = ["onward", "back"] if recipe.bidirectional else ["onward"]
        states = recipe.hidden * len(directions)
        self.tanh, self.directions = recipe.tanh, directions
        self.layers = nn.ModuleDict(
            {name: nn.LSTM(size, recipe.hidden, batch_first=True) for name in directions}
            | {
                "attention": nn.Linear(states, 1, bias=False),
                "dropout": nn.Dropout(recipe.dropout),
                "out": nn.Linear(states + n_context, n_classes),
            }
        )

    def __call__(self, vectors: Any, mask: Any, context: Any) -> Pass:
        """Give the scores of texts.

        Parameters
        ----------
        vectors : Tensor, shape (n, length, size)
            Texts of fewer words are filled up at the end.
        mask : Tensor of bool, shape (n, length)
            True where there is a word.
        context : Tensor, shape (n, features)
        """
        import torch

        # What fills a text up comes after its words, so that no state of a word depends on it.
        states = self.layers["onward"](vectors)[0]
        if "back" in self.directions:
            turn = _backwards(mask)
            back = self.layers["back"](_picked(vectors, turn))[0]
            states = torch.cat([states, _picked(back, turn)], dim=2)
        alpha = self.layers["attention"](states).squeeze(2)
        if self.tanh:
            alpha = torch.tanh(alpha)
        # A finite number in place of -inf: a text without words would give NaN.
        log_attention = torch.log_softmax(alpha.masked_fill(~mask, -1e9), dim=1)
        attention = log_attention.exp() * mask
        read = self.layers["dropout"]((attention.unsqueeze(2) * states).sum(dim=1))
        logits = self.layers["out"](torch.cat([read, context], dim=1))
        return Pass(logits, log_attention.masked_fill(~mask, -torch.inf))


class Cnn:
    """Filters over one and two words, their highest answers, and one layer on these.

    Context features are joined before the last layer: Chang and others (2018), as Zhong and others
    (2019) use it. Parameters are those of `LstmAttention`.
    """

    WIDTHS = (1, 2)

    def __init__(self, recipe: Recipe, *, size: int, n_context: int, n_classes: int) -> None:
        nn = require("torch", extra="neural", purpose="A CNN").nn
        self.layers = nn.ModuleDict(
            {f"width {width}": nn.Conv1d(size, recipe.filters, width) for width in self.WIDTHS}
            | {
                "dropout": nn.Dropout(recipe.dropout),
                "out": nn.Linear(recipe.filters * len(self.WIDTHS) + n_context, n_classes),
            }
        )

    def __call__(self, vectors: Any, mask: Any, context: Any) -> Pass:
        """Give the scores of texts; see `LstmAttention`."""
        import torch

        lengths = mask.sum(dim=1, keepdim=True)
        read = []
        for width in self.WIDTHS:
            # Filled up, so that a text of one word has a place for two, which does not count.
            padded = torch.nn.functional.pad(vectors.transpose(1, 2), (0, width - 1))
            answers = self.layers[f"width {width}"](padded)
            places = torch.arange(answers.shape[2], device=mask.device)
            whole = (places <= lengths - width).unsqueeze(1)
            # The highest first: 0, where a text has no place for the filter.
            read.append(answers.masked_fill(~whole, -torch.inf).amax(dim=2).relu())
        dropped = self.layers["dropout"](torch.cat(read, dim=1))
        return Pass(self.layers["out"](torch.cat([dropped, context], dim=1)))


NETWORKS: dict[str, type[LstmAttention] | type[Cnn]] = {"cnn": Cnn, "lstm": LstmAttention}


def _backwards(mask: Any) -> Any:
    """Give for each place the one that mirrors it within its text; what fills up stays."""
    import torch

    places = torch.arange(mask.shape[1], device=mask.device).expand_as(mask)
    return torch.where(mask, mask.sum(dim=1, keepdim=True) - 1 - places, places)


def _picked(values: Any, places: Any) -> Any:
    return values.gather(1, places.unsqueeze(2).expand(-1, -1, values.shape[2]))
