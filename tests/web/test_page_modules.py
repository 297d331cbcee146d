"""The modules of the page and the site without a browser, by node's own test runner."""

import shutil
import subprocess
from pathlib import Path

from host_tools.lab.mutate.scripts import copy_modules

TESTS = Path(__file__).with_name("js")


def test_the_modules_pass_their_tests(tmp_path):
    shutil.copytree(TESTS, tmp_path, dirs_exist_ok=True)
    copy_modules(tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    tests = sorted(path.name for path in TESTS.glob("*.test.mjs"))
    assert tests
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "install node (Debian, Ubuntu: sudo apt-get install nodejs)"
    done = subprocess.run(
        [node, "--test", *tests], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout or "fail 0" in done.stdout
