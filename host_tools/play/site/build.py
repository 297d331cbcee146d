"""Builds the site: the page, the worker, the board's Python, Pyodide, and their licences."""

import hashlib
import json
import tarfile
import zipfile
from collections.abc import Iterable
from importlib import metadata
from io import BytesIO
from pathlib import Path

from host_tools import ADDED_TABLES, FIRMWARE, SHIPPED
from host_tools.build import firmware, javascript, outside
from host_tools.games.table_files import SUFFIX, TABLES
from host_tools.jobs.archive import zipped
from host_tools.jobs.files import whole_folder
from host_tools.play.onboard import firmware as onboard
from host_tools.play.site import contents, fetched, first, packing
from host_tools.play.site.analysis import VALUES
from host_tools.play.site.packing import PACKED
from host_tools.play.web import bundle, drawings, review_page
from host_tools.play.web.assets import REVIEW
from host_tools.play.web.assets import contents as page_file
from host_tools.play.web.bundle import FOLDER
from host_tools.workshop.release.licences import of_uf2, together
from host_tools.workshop.release.uf2 import make_uf2, name_of

BESIDE = (".json", ".svg", ".woff2")  # requested by the page itself
GIF = "gifenc/gifenc.js"  # encodes the page's animations
WORKER = "worker.js"
ANALYSIS = "analysisworker.js"
CABLE = "cable.js"
EARLY = "early.js"
STORE = "boardstore.js"
PYTHON = "python.js"
AT_ONCE = (EARLY, STORE, WORKER, PYTHON)  # requested first by the page and its worker
SCRIPTS = (WORKER, ANALYSIS, CABLE, "cabled.js", EARLY, STORE, "newpico.js", "port.js")
FOR_PICOS = ".uf2"
SERVICE = "service.js"
MANIFEST = "app.webmanifest"
ICONS = (192, 512)  # pixels; for systems that do not install icon.svg
# Shown by a browser when it installs the site.
APP = {
    "name": "Lodeboard",
    "description": "A simulated Lodeboard: move the tiles, watch the lights.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#14161a",
    "theme_color": "#14161a",
    "icons": [
        {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        *({"src": f"icon-{n}.png", "type": "image/png", "sizes": f"{n}x{n}"} for n in ICONS),
    ],
}
PYODIDE = "pyodide"  # the folder
MODULES = ("pyodide.mjs", "pyodide.asm.mjs")
WASM = "pyodide.asm.wasm"
LOCK = "pyodide-lock.json"
LIBRARY = "python_stdlib.zip"
KERNELS = "kernels.js"
BOARD = "board.zip"
PLAYERS = "tables.zip"  # read by the board's players
# All files that a board's start loads, in the order of use.
LOADED = (
    *(f"{PYODIDE}/{name}" for name in MODULES),
    *(f"{PYODIDE}/{name}{PACKED}" for name in (LIBRARY, WASM)),
    *(KERNELS, f"{BOARD}{PACKED}", f"{PLAYERS}{PACKED}"),
)
# Modules of Python's library that no board imports, mostly for networks, Windows and tests.
LEFT_OUT = (
    *("_markupbase.py", "_pydatetime.py", "_pydecimal.py", "_pyio.py", "_pylong.py", "_pyrepl/"),
    *("_strptime.py", "antigravity.py", "bz2.py", "compression/", "graphlib.py"),
    *("lzma.py", "nturl2path.py", "runpy.py", "sre_", "stringprep.py", "tty.py"),
    *("asyncio/__main__.py", "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_"),
    *("bdb.py", "cProfile.py", "calendar.py", "cmd.py", "code.py", "colorsys.py", "compileall.py"),
    *("concurrent/futures/interpreter.py", "concurrent/futures/process.py"),
    *("concurrent/interpreters/", "configparser.py", "csv.py", "ctypes/_aix.py"),
    *("ctypes/macholib/", "ctypes/wintypes.py", "curses/", "dbm/", "difflib.py", "doctest.py"),
    *("email/_", "email/mime/", "ensurepip/", "filecmp.py", "fileinput.py", "fractions.py"),
    *("ftplib.py", "getopt.py", "getpass.py", "gzip.py", "html/", "http/", "idlelib/"),
    *("imaplib.py", "ipaddress.py", "json/tool.py", "lib2to3/", "logging/config.py"),
    *("logging/handlers.py", "mailbox.py", "mimetypes.py", "modulefinder.py", "multiprocessing/"),
    *("netrc.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py"),
    *("profile.py", "profiling/", "pstats.py", "pty.py", "pyclbr.py", "pydoc.py", "pydoc_data/"),
    *("pyodide/console.py", "rlcompleter.py", "sched.py", "shelve.py", "smtplib.py"),
    *("socketserver.py", "sqlite3/", "statistics.py", "symtable.py", "sysconfig/__main__.py"),
    *("tabnanny.py", "tarfile.py", "test/", "this.py", "timeit.py", "tkinter/", "tomllib/"),
    *("trace.py", "tracemalloc.py", "turtle.py", "turtledemo/", "unittest/", "urllib/request.py"),
    *("urllib/robotparser.py", "venv/", "wave.py", "webbrowser.py", "wsgiref/", "xml/", "xmlrpc/"),
    *("zipapp.py", "zoneinfo/"),
)
_ENCODINGS = "encodings/"
_OF_ENCODINGS = frozenset(
    f"{_ENCODINGS}{name}.py"
    for name in ("__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8")
)
# Everything must come from the site. Pyodide compiles WebAssembly in its worker.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_LICENCES = Path(__file__).with_name("licences")


def build(folder: Path) -> None:
    """Build the site in this folder, whose old content stays until everything is ready. Raises
    FetchError."""
    package, wheel, image = fetched.pyodide(), fetched.msgspec(), fetched.micropython()
    with whole_folder(folder) as part:
        _put_page(part)
        _put_python(part, package, wheel)
        _put_firmware(part / firmware.PREBUILT, image)
        _put(part / "licences.txt", licences(wheel).encode())
        _put(part / MANIFEST, json.dumps(APP).encode())
        _put(part / SERVICE, service(part).encode())


def _put_page(part: Path) -> None:
    """Add the page and the site's own scripts."""
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in BESIDE:
            _put(part / path.relative_to(FOLDER), page_file(path))
    _put(part / GIF, (FOLDER / GIF).read_bytes())
    _put(part / REVIEW, review_page.template().encode())
    page = bundle.whole_page(head() + drawings.head())
    for name, data in (page | drawings.scripts(FOLDER)).items():
        _put(part / name, data)
    for name in (*SCRIPTS, *(f"icon-{n}.png" for n in ICONS)):
        _put(part / name, Path(__file__).with_name(name).read_bytes())


def _put_python(part: Path, package: Path, wheel: Path) -> None:
    """Add Pyodide, what runs in it, and the script that loads both."""
    place = part / PYODIDE
    with tarfile.open(package) as archive:

        def read(name: str) -> bytes:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            return member.read()

        for name in MODULES:
            _put(place / name, packing.minified(read(name)))
        _put(place / LOCK, without_packages(read(LOCK)))
        _put(place / f"{WASM}{PACKED}", packing.packed(read(WASM)))
        library = trimmed(read(LIBRARY))
    made = packing.precompiled(package, {LIBRARY: library, BOARD: board(wheel)})
    _put(place / f"{LIBRARY}{PACKED}", packing.packed(made[LIBRARY]))
    _put(part / f"{BOARD}{PACKED}", packing.packed(made[BOARD]))
    _put(part / f"{PLAYERS}{PACKED}", packing.packed(players_tables()))
    _put(part / KERNELS, javascript.game_kernels(FIRMWARE).encode())
    sizes = {name: (part / name).stat().st_size for name in LOADED}
    _put(part / PYTHON, f"const SIZES = {json.dumps(sizes)};\n{_script(PYTHON)}".encode())
    for file in contents.values():
        _put(part / VALUES / file.name, file.read_bytes())
    _put(part / "cable.zip", cable())


def head() -> str:
    """For the head of the site's page: its policy, the names of its files, and the first picture of
    a new board."""
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="worker" content="{WORKER}">'
        f'<meta name="analysis" content="{ANALYSIS}">'
        f'<meta name="cable" content="{CABLE}">'
        f'<meta name="service" content="{SERVICE}">'
        f'<meta name="early" content="{EARLY}">'
        + "".join(f'<link rel="modulepreload" href="{name}">' for name in AT_ONCE)
        + f'<link rel="manifest" href="{MANIFEST}">'
        f'<script type="application/json" id="first">{first.in_html()}</script>'
    )


def service(folder: Path) -> str:
    """The service worker that caches the files of this folder, except those for flashing a Pico."""
    paths = (path for path in folder.rglob("*.*") if path.suffix != FOR_PICOS)
    names = sorted(path.relative_to(folder).as_posix() for path in paths)
    whole = hashlib.sha256()
    for name in names:
        data = (folder / name).read_bytes()
        whole.update(f"{name} {len(data)} ".encode() + data)
    files = ["./", *(name for name in names if name != "index.html")]
    version = whole.hexdigest()[:16]
    return f"const VERSION = {version!r};\nconst FILES = {json.dumps(files)};\n{_script(SERVICE)}"


def board(wheel: Path) -> bytes:
    """A zip of the board's Python: the project's modules and libraries."""
    files = _sources(contents.modules())
    for path, place in contents.library_files():
        files[f"libraries/{place}"] = path.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith("msgspec/") and name.endswith((".py", ".so")):
                files[f"libraries/{name}"] = archive.read(name)
    return zipped(files)


def players_tables() -> bytes:
    """A zip of the tables of the board's players."""
    paths = [*sorted(TABLES.glob(f"*{SUFFIX}")), *ADDED_TABLES.values()]
    folder = f"host_tools/{SHIPPED.name}/{TABLES.name}"
    return zipped({f"{folder}/{path.name}": path.read_bytes() for path in paths})


def cable() -> bytes:
    """A zip of the additional files for a real board on a cable."""
    files = _sources(contents.cable_modules())
    for path, place in contents.cable_library_files():
        files[f"libraries/{place}"] = path.read_bytes()
    return zipped(files)


def _sources(modules: Iterable[str]) -> dict[str, bytes]:
    """The source files of these modules of the project, by path in an installed package."""
    files: dict[str, bytes] = {}
    for module in modules:
        path = contents.source_of(module)
        assert path is not None, module
        inside = "/__init__" if path.name == "__init__.py" else ""
        data = path.read_bytes()
        if path == outside.CATALOGUE:
            data = outside.extended(data.decode()).encode()
        files[f"{module.replace('.', '/')}{inside}.py"] = data
    return files


def _put_firmware(folder: Path, image: Path) -> None:
    """Add the firmware of each board, an index of them, and a UF2 file of each, made with this
    image of MicroPython."""
    firmware.put_all(folder, onboard.build)
    path = folder / firmware.INDEX
    index = json.loads(path.read_text(encoding="utf-8"))
    for name, known in index.items():
        uf2 = make_uf2(image, firmware.build(board=name))
        _put(folder / name_of(name), uf2)
        known["uf2"] = {"name": name_of(name), "bytes": len(uf2)}
    _put(path, json.dumps(index).encode())


def trimmed(library: bytes) -> bytes:
    """Python's library without LEFT_OUT."""
    with zipfile.ZipFile(BytesIO(library)) as archive:
        names = [
            name
            for name in archive.namelist()
            if not name.startswith(LEFT_OUT)
            and not name.endswith("/")
            and (name in _OF_ENCODINGS or not name.startswith(_ENCODINGS))
        ]
        return zipped({name: archive.read(name) for name in names})


def without_packages(lock: bytes) -> bytes:
    """Pyodide's list of packages, emptied: the site has none to install."""
    return json.dumps({**json.loads(lock), "packages": {}}).encode()


def licences(wheel: Path) -> str:
    """The components of the site and their licences."""

    def text(distribution: str) -> str:
        for file in metadata.files(distribution) or ():
            if file.name == "LICENSE":
                return file.read_text(encoding="utf-8")
        raise FileNotFoundError(f"{distribution} has no LICENSE")

    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/LICENSE"))
        of_msgspec = archive.read(name).decode()
    parts = {
        "Lodeboard: MIT": text("lodeboard"),
        "Fonts (fonts/): SIL Open Font License 1.1": _read(FOLDER / "fonts" / "OFL.txt"),
        "gifenc 1.0.3 (gifenc/): MIT": _read(FOLDER / "gifenc" / "LICENSE.md"),
        "Pyodide 314.0.7 (pyodide/), packed, its scripts minified, without some modules, "
        "comments and docstrings of Python's library, which is compiled; source: "
        "https://github.com/pyodide/pyodide. MPL-2.0": _read(_LICENCES / "MPL-2.0.txt"),
        "Python 3.14 (in pyodide/): PSF-2.0": _read(_LICENCES / "Python.txt"),
        "msgspec 0.22.0 (in board.zip.packed): BSD-3-Clause": of_msgspec,
        "Adafruit's NeoPixel library (in board.zip.packed): MIT": text(
            "adafruit-circuitpython-neopixel"
        ),
        "Adafruit's Pixelbuf (in board.zip.packed): MIT": text("adafruit-circuitpython-pixelbuf"),
        "Adafruit Blinka (in board.zip.packed): MIT": text("adafruit-blinka"),
        "Adafruit's PlatformDetect (in board.zip.packed): MIT": text("adafruit-platformdetect"),
        "mpremote (in cable.zip): MIT": text("mpremote"),
        "pySerial (in cable.zip): BSD-3-Clause": _read(_LICENCES / "pySerial.txt"),
    }
    return together(parts | of_uf2())


def _script(name: str) -> str:
    """A script in this folder."""
    return _read(Path(__file__).with_name(name))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
