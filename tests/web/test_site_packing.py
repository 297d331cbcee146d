"""What travels packed, compiled and minified, without a browser."""

import gzip
import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from host_tools.jobs.archive import zipped
from host_tools.play.site import build, first, packing
from host_tools.play.site.fetched import FetchError, pyodide
from host_tools.play.web.bundle import FOLDER

SOURCE = b'"""Said."""\nimport json\nassert json\n\n\ndef f():\n    """Said."""\n'


def test_the_same_bytes_are_packed_the_same():
    packed = packing.packed(b"one" * 1000)
    assert gzip.decompress(packed) == b"one" * 1000
    assert packed == packing.packed(b"one" * 1000)
    assert packed[4:8] == bytes(4)  # no time


def test_no_script_has_what_the_minifier_drops():
    """tdewolff-minify 2.24 makes `0[0]` of `void (a && b())`, which then calls nothing."""
    dropped = re.compile(r"void \((?:[^()]|\([^()]*\))*(?:&&|\|\|)")
    scripts = [*(FOLDER / "js").glob("*.js"), *Path(build.__file__).parent.glob("*.js")]
    assert dropped.search("return void (found.length && this.place(found[0]));")
    assert len(scripts) > 100
    assert [path.name for path in scripts if dropped.search(path.read_text("utf-8"))] == []


def test_a_minified_script_does_not_name_a_map():
    made = packing.minified(b"const one = 1; // one\nexport { one };\n//# sourceMappingURL=x.map")
    assert b"sourceMappingURL" not in made
    assert b"// one" not in made
    assert b"export{one}" in made


def test_without_node_it_is_said_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FetchError, match="node is needed"):
        packing.precompiled(tmp_path / "pyodide.tgz", {})


def test_what_a_new_board_shows_can_stand_in_a_page():
    text = first.in_html()
    assert "<" not in text
    kinds = [message["t"] for message in json.loads(text)]
    assert kinds[0] == "hello"
    assert kinds[-1] == "lights"
    state = next(
        message["line"]
        for message in first.messages()
        if message["t"] == "said" and message["line"]["t"] == "state"
    )
    assert (state["ask"], state["moves"]) == ("place", [])
    frames = first.messages()[-1]["frames"]
    assert len(frames) > 10
    assert all(frame["leds"] and "tiles" not in frame for frame in frames)


@pytest.mark.slow
def test_what_a_start_imports_is_compiled_and_the_rest_is_not(site_folder):
    folder = site_folder / build.PYODIDE
    for path, compiled, source in (
        (folder / f"{build.LIBRARY}.packed", "json/__init__.pyc", "pickle.py"),
        (
            site_folder / f"{build.BOARD}.packed",
            "host_tools/play/site/board.pyc",
            "lodeboard/games/xtic/rules.py",
        ),
    ):
        with zipfile.ZipFile(BytesIO(gzip.decompress(path.read_bytes()))) as archive:
            names = set(archive.namelist())
            assert compiled in names
            assert f"{compiled[:-1]}" not in names
            text = archive.read(source)
            assert b'"""' not in text
            assert b"def " in text
            assert b" -> " not in text
            # Nothing for commands, compilers and packages to install.
            unread = {"argparse.pyc", "hashlib.pyc", "host_tools/build/inline.pyc"}
            assert not [name for name in names if name in unread or "/packaging/" in name]
    script = (site_folder / build.PYTHON).read_text()
    sizes = json.loads(re.match(r"const SIZES = (.*);", script)[1])
    assert sizes == {name: (site_folder / name).stat().st_size for name in build.LOADED}


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_the_same_sources_are_compiled_to_the_same_bytes():
    board = zipped(
        {f"host_tools/play/site/{name}.py": SOURCE for name in ("__init__", "board", "kernels")}
    )
    once, again = (packing.precompiled(pyodide(), {build.BOARD: board}) for _ in range(2))
    assert once == again
    with zipfile.ZipFile(BytesIO(once[build.BOARD])) as archive:
        assert archive.namelist() == [
            f"host_tools/play/site/{name}.pyc" for name in ("__init__", "board", "kernels")
        ]
