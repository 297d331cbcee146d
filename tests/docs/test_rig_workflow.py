"""The example of a workflow with a board: what it runs exists, with these options."""

import re
import shlex

import pytest
import yaml

from host_tools import ROOT
from host_tools.play.cli.commands import make_parser

pytest_plugins = "pytester"

WORKFLOW = yaml.safe_load((ROOT / "docs" / "rig-workflow.yml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def commands(job):
    """Each command line of a job, as words, up to where its output goes."""
    for step in WORKFLOW["jobs"][job]["steps"]:
        for line in step.get("run", "").splitlines():
            yield shlex.split(re.split(r" (?:>|&)", line)[0])


def lodeboard(job):
    return [words[1:] for words in commands(job) if words[0] == ".venv/bin/lodeboard"]


@pytest.mark.parametrize("job", ["emulated", "real"])
def test_every_command_exists_with_its_options(job):
    found = lodeboard(job)
    assert found
    for words in found:
        make_parser(words[0]).parse_args(words)


@pytest.mark.parametrize("job", ["emulated", "real"])
def test_all_is_made_ready_and_both_scenarios_and_tests_run(job):
    words = list(commands(job))
    for made in [each[1] for each in words if each[0] == "make"]:
        assert re.search(rf"(?m)^{made}:", MAKEFILE)
    assert ["make", "setup-test"] in words
    [tests] = [each for each in words if each[0] == ".venv/bin/pytest"]
    assert "--lodeboard-on" in tests
    assert any(each[0] == "scenario" and "--junit" in each for each in lodeboard(job))


@pytest.mark.slow
@pytest.mark.parametrize("job", ["emulated", "real"])
def test_pytest_knows_the_options_that_its_step_gives_it(job, pytester):
    [words] = [each for each in commands(job) if each[0] == ".venv/bin/pytest"]
    pytester.mkdir(words[-1]).joinpath("test_one.py").write_text("def test_one(board): ...\n")
    ran = pytester.runpytest_subprocess("-p", "host_tools.testing", "--collect-only", *words[1:])
    assert ran.ret == pytest.ExitCode.OK
