"""An alarm's action that tells a web address."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fairnlp.core.errors import FairnlpError, OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairnlp.monitor.alarms import Event

__all__ = ["Webhook", "WebhookError"]


class WebhookError(FairnlpError, ConnectionError):
    """An address did not take an event."""


@dataclass(frozen=True)
class Webhook:
    """Send an event as JSON with POST; what it holds is in `Event.as_json`, and never a text.

    Parameters
    ----------
    url : str
        With http or https. It is not shown in messages beyond its host, since it may hold a key.
    timeout : float
        Seconds to wait for each try.
    tries : int
        How often to try, at least 1. An answer of 4xx ends it: the address does not want it.
    pause : float
        Seconds before the second try; twice as many before each further one.
    headers : mapping of str to str
        To send along, such as a token.

    Raises
    ------
    OptionError
        If an option cannot be used.

    Examples
    --------
    >>> Webhook("ftp://example.org/alarm")
    Traceback (most recent call last):
    fairnlp.core.errors.OptionError: A webhook needs an http or https address; got one of 'ftp'.
    """

    url: str = field(repr=False)
    timeout: float = 5.0
    tries: int = 3
    pause: float = 1.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            msg = f"A webhook needs an http or https address; got one of {parts.scheme!r}."
            raise OptionError(msg)
        if self.tries < 1 or self.timeout <= 0 or self.pause < 0:
            msg = (
                f"tries={self.tries}, timeout={self.timeout}, pause={self.pause}: try once or more,"
                " wait more than 0 seconds, pause 0 or more."
            )
            raise OptionError(msg)

    def __call__(self, event: Event) -> None:
        """Send the event.

        Raises
        ------
        WebhookError
            If the address did not take it in so many tries.
        """
        request = urllib.request.Request(
            self.url,
            data=json.dumps(event.as_json()).encode(),
            headers={"Content-Type": "application/json", **self.headers},
            method="POST",
        )
        said = ""
        for number in range(self.tries):
            if number:
                time.sleep(self.pause * 2 ** (number - 1))
            try:
                with urllib.request.urlopen(request, timeout=self.timeout):
                    return
            except urllib.error.HTTPError as error:
                error.close()
                said = f"status {error.code}"
                if 400 <= error.code < 500 and error.code != 429:
                    break
            except OSError as error:
                said = f"{type(error).__name__}: {error}"
        msg = f"The webhook at {urlsplit(self.url).hostname} did not take the event: {said}."
        raise WebhookError(msg)
