"""Bundles the files of the page into a few: each file costs the browser one request, and the
connection may be slow."""

import re
import subprocess
import sys
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("page")
HTML = "index.html"
SCRIPT = "app.js"
LATER = "later.js"  # modules that a part of the page loads on first use
STYLE = "app.css"
LATER_STYLE = "later.css"  # of these parts
_ENTRY = "main"
# Modules that only the page of a board loads later (host_tools.play.onboard).
OF_BOARDS = frozenset(("onboard",))

_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./(\w+)\.js";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_WAITS = re.compile(r"^await ", re.MULTILINE)
_MODULE_WORD = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_CHARSET = '<meta charset="utf-8">'
_SHEET = re.compile(r' *<link rel="stylesheet" href="([^"]+)">\n')
# In a process of its own: the minifier is written in Go, whose threads a fork does not take along,
# and servers are forked.
# Styles ask for attributes also where these have the values that they have without being named.
_MINIFY = """
import minify, sys
minify.config({"html-keep-default-attr-vals": True})
text = minify.string(sys.argv[1], sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(text.encode())
"""
_ENTRY_TAG = f'<script type="module" src="js/{_ENTRY}.js">'


def whole_page(
    head: str = "",
    *,
    without: Collection[str] = OF_BOARDS,
    edit: Callable[[str], str] = lambda html: html,
    more_style: str = "",
) -> dict[str, bytes]:
    """The page as HTML, one style sheet, one script, and one of each with what is asked for when
    it is made use of, by file name. It names its other files
    (typefaces, its icon, the lessons) by the same addresses as before. `head`: what goes first
    into the HTML's head. `without`: modules to leave out of those loaded later; importing one
    fails. `edit` changes the HTML before it is packed; `more_style` follows all styles."""
    html = edit(_read(HTML)).replace(_CHARSET, _CHARSET + head)
    sheets = _SHEET.findall(html)
    head, *rest = _SHEET.split(html)
    html = head + f'<link rel="stylesheet" href="{STYLE}">\n' + "".join(rest[1::2])
    if not sheets or html.count(_ENTRY_TAG) != 1:
        raise ValueError(f"{HTML} names its styles or its script in another way than expected")
    html = html.replace(_ENTRY_TAG, f'<script type="module" src="{SCRIPT}">')
    style = "\n".join([*(_read(name) for name in sheets), more_style])
    script, later = _two_scripts(_ENTRY, without)
    return {
        HTML: minified("text/html", html),
        STYLE: minified("text/css", style),
        LATER_STYLE: minified("text/css", _read(LATER_STYLE)),
        SCRIPT: minified("text/javascript", script),
        LATER: minified("text/javascript", later),
    }


def scripts(entry: str) -> str:
    """A module of the page and all that it imports as one script: each module becomes a
    function that gives back what it exports; one that waits for something at its top has those
    after it wait too. ValueError where one is written in another way than this page's modules
    are, or asks for others later."""
    done: dict[str, str] = {}
    if _collect(entry, done):
        raise ValueError(f"{entry}.js, or what it imports, asks for others later")
    return "\n".join(done.values())


def modules(later: Collection[str] = ()) -> list[str]:
    """The names of the page's modules that are loaded first, and of these that are loaded later
    with what they import."""
    done: dict[str, str] = {}
    for name in (_ENTRY, *later):
        _collect(name, done)
    return list(done)


def loaded_later() -> set[str]:
    """The names of all modules that those loaded first ask for later."""
    return _collect(_ENTRY, {})


def _two_scripts(entry: str, without: Collection[str]) -> tuple[str, str]:
    """The script of a module, and that of the modules that those in it ask for later, except
    `without`. Both have the same modules of the first in use: the second imports them from it."""
    done: dict[str, str] = {}
    waiting = later = _collect(entry, done) - set(without)
    first = dict(done)
    while waiting:
        later = later | waiting
        found = {name for other in sorted(waiting) for name in _collect(other, done)}
        waiting = found - later - set(without)
    if twice := later & first.keys():
        raise ValueError(f"asked for later, and imported at once: {', '.join(sorted(twice))}")
    second = "\n".join(code for name, code in done.items() if name not in first)
    shared = ", ".join(f"${name}" for name in first if f" = ${name};" in second)
    asked = ", ".join(f"${name}" for name in sorted(later))
    head = f'import {{ {shared} }} from "./{SCRIPT}";'
    return (
        "\n".join([*first.values(), f"export {{ {shared} }};"]),
        "\n".join([head, second, f"export {{ {asked} }};"]),
    )


def _collect(name: str, done: dict[str, str]) -> set[str]:
    """Put a module and all that it imports into `done`, in order; the names of those that are asked
    for later."""
    if name in done:
        return set()
    text = _read(f"js/{name}.js")
    later = set(_LATER.findall(text))
    for _, other in _IMPORT.findall(text):
        later |= _collect(other, done)
    exported = ", ".join(_exported(name))
    text = _IMPORT.sub(_constant, text)
    text = _EXPORT.sub(r"\1", text)
    text = _LATER.sub(_promise, text)
    if _MODULE_WORD.search(text) or "</script" in text:
        raise ValueError(f"{name}.js has an import or export that cannot be put into one file")
    call = "await (async () => {" if _WAITS.search(text) else "(() => {"
    done[name] = f"const ${name} = {call}\n{text}return [{exported}];\n}})();"
    return later


def _exported(name: str) -> list[str]:
    """What a module exports, in the order in which its function gives it back."""
    return [word for _, word in _EXPORT.findall(_read(f"js/{name}.js"))]


def _constant(found: re.Match[str]) -> str:
    """An import in one file. By place and not by name: names are the larger part of an import."""
    wanted, name = found[1].split(", "), found[2]
    if unknown := set(wanted) - set(exported := _exported(name)):
        raise ValueError(f"{name}.js does not export {', '.join(sorted(unknown))}")
    return f"const [{', '.join(word if word in wanted else '' for word in exported)}] = ${name};"


def _promise(found: re.Match[str]) -> str:
    """What `import(...)` gives, by name."""
    words = ", ".join(_exported(found[1]))
    return f'import("./{LATER}").then(({{ ${found[1]}: [{words}] }}) => ({{ {words} }}))'


@cache
def minified(media_type: str, text: str) -> bytes:
    """A file of this type, packed."""
    command = [sys.executable, "-c", _MINIFY, media_type]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
