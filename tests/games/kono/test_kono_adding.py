"""A game is added only in its own folders: no other file names Four Field Kono."""

from host_tools import ROOT

OWN = (
    "firmware/lodeboard/games/kono/",
    "firmware/lodeboard/games/catalogue.py",
    "host_tools/games/kono/",
    "host_tools/play/web/page/js/kono.js",
    "host_tools/play/web/page/js/games.js",
    "host_tools/play/web/page/intro.json",
    "host_tools/play/web/page/given.json",
    "host_tools/play/web/page/problems.json",
    "host_tools/play/web/page/languages/",
    "host_tools/lab/experiments.py",
    "host_tools/lab/kono/",
    "host_tools/lab/pictures.py",
    "tests/games/kono/",
    "tests/scenarios/kono_",
)
SEARCHED = ("firmware", "host_tools", "tests", "hardware", "circuitpython")
TEXT = (".py", ".js", ".json", ".html", ".css", ".txt", ".toml", ".md", ".sh")


def files():
    yield from (path for path in ROOT.glob("*") if path.suffix in TEXT)
    for folder in SEARCHED:
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in TEXT)


def test_no_test_of_shared_parts_needs_the_games_modules():
    """They take games from the catalogue; a game brings what they need in `shared.py`. Only the
    tests of the contract break this game, on purpose."""
    needing = []
    for path in (ROOT / "tests").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(OWN) and "games.kono" in path.read_text(encoding="utf-8"):
            needing.append(name)
    assert needing == ["tests/games/test_conformance.py"]


def test_no_file_outside_its_places_names_the_game():
    naming = set()
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if name.endswith(".md") or (name.startswith("tests/") and not name.startswith(OWN)):
            continue  # documents may; and tests of shared parts may try them with this game
        if name.endswith("-ibom.html"):
            continue  # holds packed data, in which any four letters may come
        if "kono" in name or "kono" in path.read_text(encoding="utf-8").lower():
            naming.add(name)
    assert {name for name in naming if not name.startswith(OWN)} == set()
    for place in OWN:
        assert any(name.startswith(place) for name in naming), f"{place} is there for nothing"
