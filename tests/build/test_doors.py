"""Each make target or command installs what it needs: one missing item is noticed."""

import shutil
from pathlib import Path

import pytest

from host_tools import ROOT
from host_tools.build import check
from lodeboard.games.catalogue import GAMES

FETCHED = "host_tools/play/site/fetched.py"
SELFTEST = "host_tools/play/cli/selftest.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the check reads."""
    left_out = shutil.ignore_patterns(
        "__pycache__", "page", "pictures", "proofs", "release", "values", "weights", "*.table"
    )
    for name in ("firmware", "host_tools", "hardware"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=left_out)
    for name in ("pyproject.toml", "Makefile"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        (  # at the top of something that is imported at the top
            FETCHED,
            "from host_tools.setup.apt import apt_get, may_install",
            "from host_tools.setup.apt import apt_get\n"
            "from host_tools.setup.browser import may_install",
            " imports playwright, which is missing for make site (extras board), make release "
            "(extras board), lodeboard site (no extra), lodeboard release (no extra)\n"
            "    by host_tools.play.cli.site -> host_tools.play.site.fetched -> "
            "host_tools.setup.browser",
        ),
        (  # in a function
            "host_tools/games/analysis/choice.py",
            "\ndef choose(",
            "\ndef draw() -> None:\n    import PIL\n\n\ndef choose(",
            "imports PIL, which is missing for make play (no extra)",
        ),
        (  # where a sentence names another extra
            SELFTEST,
            'needs("a board on a cable", "board")',
            'needs("a board on a cable", "chip")',
            "",
        ),
        (
            SELFTEST,
            'needs("a board on a cable", "board")',
            'needs("a board on a cable", "mutate")',
            " names mutate, which make setup-mutate does not install",
        ),
        (  # a module found by its name
            f"host_tools/games/{GAMES[0]}/plugin.py",
            "\nclass ",
            "\nimport scipy\n\n\nclass ",
            f"host_tools/games/{GAMES[0]}/plugin.py",
        ),
        (  # what is to run before there is any package
            "host_tools/setup/provision.py",
            "import tomllib",
            "import tomllib\nimport tqdm",
            " imports tqdm, which is missing for make setup",
        ),
        (  # a target that installs less
            "Makefile",
            "bench: setup-test",
            "bench: setup-board",
            "imports rp2040py, which is missing for make bench (extras board)",
        ),
        (
            "pyproject.toml",
            '    "zstandard",\n',
            "",
            "imports zstandard, which is missing for make play (no extra)",
        ),
        (
            "host_tools/play/web/assets.py",
            "\nfrom ",
            "\nimport importlib\nimportlib.import_module(__name__ + 'x')\nfrom ",
            "host_tools.play.web.assets imports by a name that is made up while it runs",
        ),
    ],
)
def test_what_a_door_lacks_is_found(
    tree: Path, file: str, old: str, new: str, complaint: str
) -> None:
    change(tree / file, old, new)
    report = check.check_doors(tree)
    assert complaint in report
    assert bool(complaint) == bool(report)
