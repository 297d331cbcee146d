"""The files of the page that a board serves to a phone.

Lessons, analysis, games with friends, past games and the workbench need Python and are left out.
The phone's own typeface replaces Inter.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from host_tools.play.onboard import catalogues
from host_tools.play.onboard.board_data import board_data
from host_tools.play.web import bundle, drawings

# The modules that the page loads later. All others of that kind are left out.
LATER = frozenset(("clock", "given", "keys", "onboard", "sparks", "textboard"))
BESIDE = ("fonts/symbols.woff2", "given.json", "icon.svg")
LANGUAGES = ("de", "es")
# Everything comes from the board. Safari before 15.4 does not take a WebSocket for 'self'.
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self' ws:; style-src 'self'; "
    "img-src 'self' blob:; font-src 'self'; base-uri 'none'; form-action 'none'"
)
# onboard.css hides the buttons of these panels, so their sentences need no translation.
HIDDEN = ("analysis", "cable", "friend", "intro", "played", "workbench")
_PANEL = re.compile(rf'<section id="(?:{"|".join(HIDDEN)})".*?</section>', re.DOTALL)
_FONTS = re.compile(r' *<link [^>]*href="(?:fonts/inter\.woff2|fonts\.css)"[^>]*>\n')
_READING = "Board in words, moves by typing"
_ONLY_READING = "The board in words"  # tiles move on the board alone


def files(board: str, languages: Iterable[str] = LANGUAGES) -> dict[str, bytes]:
    """All files by path, index.html among them, for a board of this kind. `languages`: beside
    English; each takes about 20 KB. Raises ValueError."""
    page = bundle.whole_page(
        head(board) + drawings.head(),
        without=bundle.loaded_later() - LATER,
        edit=_edited,
        more_style=Path(__file__).with_name("onboard.css").read_text(encoding="utf-8"),
    )
    found = page | drawings.scripts(bundle.FOLDER)
    for name in BESIDE:
        found[name] = (bundle.FOLDER / name).read_bytes()
    texts = (bundle.FOLDER / "js" / f"{name}.js" for name in bundle.modules(sorted(LATER)))
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in texts)
    html = (bundle.FOLDER / bundle.HTML).read_text(encoding="utf-8")
    for language in languages:
        name = f"{drawings.LANGUAGES}/{language}.json"
        found[name] = catalogues.catalogue(bundle.FOLDER / name, scripts, _PANEL.sub("", html))
    return found


def head(board: str) -> str:
    """For the head of the page: its policy, which board it is of, and what it knows of that."""
    known = json.dumps(board_data(board), separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="board" content="{board}">'
        f'<script type="application/json" id="board-data">{known}</script>'
    )


def _edited(html: str) -> str:
    """The page's HTML without its typefaces and the offer to type moves. Raises ValueError."""
    html, count = _FONTS.subn("", html)
    if count != 2 or html.count(_READING) != 1:
        raise ValueError(f"{bundle.HTML} names its typefaces in another way than expected")
    return html.replace(_READING, _ONLY_READING)
