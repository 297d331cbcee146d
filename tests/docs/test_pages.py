"""The documentation: its links lead somewhere, and its figures are the measured ones."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools import ROOT
from host_tools.build import figures, profiles
from host_tools.lab import pictures
from lodeboard.scenes.menu import Menu
from lodeboard.storage.settings import Settings

PAGES = figures.pages(ROOT)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are on a code host."""
    titles: list[str] = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_of_a_page_leads_to_something() -> None:
    lost = []
    for page in PAGES:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                lost.append((page.name, link))
    assert lost == []


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    index = ROOT / "docs" / "README.md"
    links = LINK.findall(index.read_text(encoding="utf-8"))
    named = {(index.parent / link.partition("#")[0]).resolve() for link in links}
    assert set((ROOT / "docs").rglob("*.md")) - named == {index}


def test_every_picture_of_the_page_is_shown_somewhere() -> None:
    links = [(page, link) for page in PAGES for link in LINK.findall(page.read_text("utf-8"))]
    shown = {(page.parent / link).resolve() for page, link in links}
    assert set(pictures.FOLDER.iterdir()) - shown == set()
    assert {pictures.FOLDER / f"{each.name}.png" for each in pictures.PICTURES} - shown == set()


@pytest.mark.parametrize("name", ["tile4x4", "tile7x7"])
def test_the_players_page_names_the_cells_of_the_menu(name: str) -> None:
    profile = profiles.profile(name)
    board: Any = SimpleNamespace(profile=profile, settings=Settings(), changes=None)
    items = [item for item, *_ in Menu(board, ("a game",), (("a level",),)).items]
    page = (ROOT / "docs" / "player" / "board.md").read_text(encoding="utf-8")
    cells = [profile.cell_name(cell) for cell in range(len(items))]
    assert f"| board | {' | '.join(items)} |\n" in page
    assert f"| {profile.rows}x{profile.columns} | {' | '.join(cells)} |\n" in page


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_the_pages_state_the_measured_figures() -> None:
    assert figures.check() == ""


def test_a_figure_that_changed_is_noticed_and_written(tmp_path: Path) -> None:
    stored = tmp_path / "docs" / "measured" / "figures.json"
    stored.parent.mkdir(parents=True)
    figures.keep({"tables": ("tables", "1 KiB")}, "make tables", stored)
    page = tmp_path / "README.md"
    page.write_text("Before.\n<!-- figures: tables -->\n<!-- end of figures -->\nAfter.\n")
    assert "README.md does not state" in figures.check(tmp_path)
    page.write_text(figures.fill(page.read_text(), figures.read(stored)))
    assert figures.check(tmp_path) == ""
    assert "| tables | 1 KiB  |\n\nMeasured by `make tables`.\n" in page.read_text()
    figures.keep({"tables": ("tables", "2 KiB")}, "make tables", stored)
    assert "README.md does not state" in figures.check(tmp_path)


def test_an_unknown_figure_is_named() -> None:
    with pytest.raises(figures.FiguresError, match="no figure is called lost"):
        figures.fill("<!-- figures: lost -->\n<!-- end of figures -->\n", {})
