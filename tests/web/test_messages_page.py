"""The reference of messages is that of their types."""

import pytest
from msgspec import Struct

from host_tools.play.web import reference, told
from host_tools.play.web.reference import PAGE, page


def test_the_page_in_the_documentation_is_up_to_date():
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(), ".venv/bin/python -m host_tools.play.web.reference"


@pytest.mark.parametrize(
    "entry", ["**grab** (`tile` integer). Take", "([`x` number], [`y` number])"]
)
def test_an_entry_names_the_fields_and_which_may_be_left_out(entry):
    assert entry in " ".join(page().split())


def test_a_field_that_is_new_changes_the_page(monkeypatch):
    class Grab(Struct, tag_field="t", tag="grab"):
        """Take the tile of this number."""

        tile: int
        why: str = ""

    before = page()
    monkeypatch.setattr(reference, "MESSAGES", reference.MESSAGES | Grab)
    monkeypatch.setattr(told, "ALL", (*told.ALL, Grab))
    assert page() != before
    assert page().count("[`why` string]") == 2
