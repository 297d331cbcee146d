"""Puts the files of the page into few: a browser asks for each by itself, and the way there may be
long."""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).with_name("page")
HTML = "index.html"
SCRIPT = "app.js"
STYLE = "app.css"
_ENTRY = "main"

_IMPORT = re.compile(r'^import (\{ [^}]+ \}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_WAITS = re.compile(r"^await ", re.MULTILINE)
_MODULE_WORD = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_CHARSET = '<meta charset="utf-8">'
_SHEET = re.compile(r' *<link rel="stylesheet" href="([^"]+)">\n')
# In a process of its own: the minifier is written in Go, whose threads a fork does not take along,
# and servers are forked.
_MINIFY = """
import minify, sys
text = minify.string(sys.argv[1], sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(text.encode())
"""
_ENTRY_TAG = f'<script type="module" src="js/{_ENTRY}.js">'


def whole_page(head: str = "") -> dict[str, bytes]:
    """The page as HTML, one style sheet and one script, by file name. It names its other files
    (typefaces, its icon, the lessons) by the same addresses as before. `head`: what goes first
    into the HTML's head."""
    html = _read(HTML).replace(_CHARSET, _CHARSET + head)
    sheets = _SHEET.findall(html)
    head, *rest = _SHEET.split(html)
    html = head + f'<link rel="stylesheet" href="{STYLE}">\n' + "".join(rest[1::2])
    if not sheets or html.count(_ENTRY_TAG) != 1:
        raise ValueError(f"{HTML} names its styles or its script in another way than expected")
    html = html.replace(_ENTRY_TAG, f'<script type="module" src="{SCRIPT}">')
    style = "\n".join(_read(name) for name in sheets)
    return {
        HTML: html.encode(),
        STYLE: _minified("text/css", style),
        SCRIPT: _minified("text/javascript", scripts(_ENTRY)),
    }


def scripts(entry: str) -> str:
    """A module of the page and all that it imports as one script: each module becomes a
    function that gives back what it exports; one that waits for something at its top has those
    after it wait too. ValueError where one is written in another way
    than this page's modules are."""
    done: dict[str, str] = {}
    _collect(entry, done)
    return "\n".join(done.values())


def _collect(name: str, done: dict[str, str]) -> None:
    if name in done:
        return
    text = _read(f"js/{name}.js")
    for _, other in _IMPORT.findall(text):
        _collect(other, done)
    exported = ", ".join(word for _, word in _EXPORT.findall(text))
    text = _IMPORT.sub(r"const \1 = module_\2;", text)
    text = _EXPORT.sub(r"\1", text)
    if _MODULE_WORD.search(text) or "</script" in text:
        raise ValueError(f"{name}.js has an import or export that cannot be put into one file")
    call = "await (async () => {" if _WAITS.search(text) else "(() => {"
    done[name] = f"const module_{name} = {call}\n{text}return {{ {exported} }};\n}})();"


def _minified(media_type: str, text: str) -> bytes:
    command = [sys.executable, "-c", _MINIFY, media_type]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
