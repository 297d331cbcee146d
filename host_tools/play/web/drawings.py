"""What games from outside bring for the page, beside their rules: `page.js`, which draws them, and
`de.json`, `es.json`, translations of their sentences in the form of the page's own."""

import html
import json
from pathlib import Path

from host_tools.build import outside
from lodeboard.games.catalogue import rule_sets
from lodeboard.system.loader import make_game

SCRIPT = "page.js"
LOADER = "drawings.js"
FOLDER = "games"
LANGUAGES = "languages"


def head() -> str:
    """For the head of the page: the games with a drawing, and the positions that games begin from;
    "" if there are none."""
    starts = _starts()
    parts = {"drawings": " ".join(_drawn()), "starts": json.dumps(starts) if starts else ""}
    return "".join(
        f'<meta name="{name}" content="{html.escape(content)}">'
        for name, content in parts.items()
        if content
    )


def scripts(page: Path) -> dict[str, bytes]:
    """The drawings and what loads them, from the folder of the page, by address; empty if there are
    none."""
    drawn = _drawn()
    found = {f"{FOLDER}/{name}.js": path.read_bytes() for name, path in drawn.items()}
    return found | ({LOADER: (page / "js" / LOADER).read_bytes()} if drawn else {})


def translated(catalogue: Path) -> bytes:
    """One of the page's catalogues of translations, with those of the games. The page's own come
    first. Raises OutsideError."""
    whole = json.loads(catalogue.read_bytes())
    for folder in outside.added().values():
        path = folder / catalogue.name
        if not path.exists():
            continue
        try:
            for part, sentences in json.loads(path.read_bytes()).items():
                whole[part] = {**sentences, **whole[part]}
        except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
            raise outside.OutsideError(f"{path} has no translations: {error!r}") from error
    return json.dumps(whole, ensure_ascii=False).encode()


def _starts() -> dict[str, str]:
    """The position that each game begins from, under its first rule set."""
    found = {}
    for name in outside.added():
        try:
            found[name] = make_game(name, rule_sets(name)[0]).text()
        except Exception:  # noqa: BLE001 - the board reports what is wrong with a game
            continue
    return found


def _drawn() -> dict[str, Path]:
    paths = {name: folder / SCRIPT for name, folder in outside.added().items()}
    return {name: path for name, path in paths.items() if path.is_file()}
