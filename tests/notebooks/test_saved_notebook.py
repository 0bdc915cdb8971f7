"""RUN-11: what a saved notebook with widgets shows where widgets do not run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
nbconvert = pytest.importorskip("nbconvert")

pytestmark = pytest.mark.notebook

ROOT = Path(__file__).parents[2]

CELLS = [
    "from fairnlp.widgets import MutantExplorer, RatingWidget, TemplateCurator, TestCaseBrowser\n"
    "from tests.rating.toys import ITEMS\n"
    "from tests.widgets.toys import VALUES, Counting, found, templates\n"
    "he_loses = Counting({'she': 1.0, 'he': -1.0})",
    "TemplateCurator(templates())",
    "MutantExplorer(templates(), [he_loses], values=VALUES)",
    "TestCaseBrowser(found(he_loses))",
    "RatingWidget(ITEMS, rater='r1')",
]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Run the cells in a kernel and keep the outputs with the data of the widgets."""
    folder = tmp_path_factory.mktemp("notebook")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    client = nbclient.NotebookClient(book, timeout=300, kernel_name="python3")
    client.execute(cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)})
    return book


@pytest.mark.parametrize("with_data", [True, False], ids=["with widget data", "without"])
def test_texts_labels_and_counts_are_in_the_exported_page(saved, with_data):
    book = nbformat.from_dict(dict(saved))
    assert book.metadata.widgets
    if not with_data:
        book.metadata = {}
    page, _ = nbconvert.HTMLExporter(exclude_input=True).from_notebook_node(book)
    assert page.count("&lt;b&gt;sings&lt;/b&gt;") >= 3
    assert "3 templates: 3 undecided, 0 accepted, 0 rejected." in page
    assert "≠ negative" in page
    assert "8 test cases in 12 pairs" in page
    assert "Rater r1: 0 rated, 3 open." in page


def test_a_notebook_shows_the_widget_and_then_the_plain_html(saved):
    for cell in saved.cells[1:]:
        live, plain = (output.data for output in cell.outputs)
        assert "application/vnd.jupyter.widget-view+json" in live
        assert "fn-plain-" in plain["text/html"]
