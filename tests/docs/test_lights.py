"""The players' tables of lights are those of the palette."""

import pytest

from host_tools import ROOT
from host_tools.board.simulator import meanings
from host_tools.build import figures, lights
from lodeboard.lights import palette

PLAYER = ROOT / "docs" / "player"


def test_each_light_has_its_row_in_the_players_pages() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PLAYER.glob("*.md"))
    blocks = "".join(line for line in text.splitlines() if line.startswith("<!-- lights: "))
    names = blocks.replace("<!-- lights: ", "").replace(" -->", ", ").split(", ")
    assert sorted(name for name in names if name) == sorted(set(meanings.NAMES) - {"off"})


@pytest.mark.parametrize(
    ("name", "page"),
    [("may-lift", "board"), ("gift", "xtic"), ("danger-lift", "magician")],
)
def test_a_colour_that_changed_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, page: str
) -> None:
    start = 3 * meanings.NAMES.index(name)
    colours = palette.COLOURS
    changed = colours[:start] + b"\xff\x00\x00" + colours[start + 3 :]
    monkeypatch.setattr(palette, "COLOURS", changed)
    assert figures.check().startswith(f"docs/player/{page}.md does not state today's")


def test_a_motion_that_changed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    movements, old = palette.MOVEMENTS, b"9999000099990000"
    monkeypatch.setattr(palette, "MOVEMENTS", movements.replace(old, b"0000000369630000"))
    assert figures.check().startswith("docs/player/board.md does not state today's")
    monkeypatch.setattr(palette, "MOVEMENTS", movements.replace(old, b"9999000099990001"))
    assert figures.check().startswith("may-go moves as 9999000099990001")


def test_a_row_is_of_the_light_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for index, name in enumerate(meanings.NAMES[1:], 1):
        only = bytes(3 * index) + b"\xff\xff\xff" + bytes(3 * (palette.MEANINGS - index - 1))
        monkeypatch.setattr(palette, "COLOURS", only)
        assert lights.row(name)[0] == "white", name


def test_a_table_is_written_again_and_keeps_the_rest() -> None:
    page = "Before.\n<!-- lights: locked -->\nold\n<!-- end of lights -->\nAfter.\n"
    written = lights.fill(page)
    assert "| magenta | steady | a locked line |" in written
    assert written.startswith("Before.\n<!-- lights: locked -->\n")
    assert written.endswith("\n<!-- end of lights -->\nAfter.\n")
    assert lights.fill(written) == written


def test_an_unknown_light_is_named() -> None:
    with pytest.raises(lights.LightsError, match="no light is called lost"):
        lights.fill("<!-- lights: lost -->\n<!-- end of lights -->\n")


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ((0, 255, 0), "green"),
        ((255, 0, 0), "red"),
        ((255, 150, 0), "orange"),
        ((0, 90, 255), "blue"),
        ((255, 255, 0), "yellow"),
        ((255, 0, 200), "magenta"),
        ((100, 50, 255), "violet"),
        ((255, 130, 130), "pink"),
        ((255, 255, 255), "white"),
        ((160, 160, 160), "grey"),
    ],
)
def test_a_colour_has_its_usual_name(colour: tuple[int, int, int], name: str) -> None:
    assert lights.colour_name(*colour) == name
