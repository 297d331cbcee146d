"""`lodeboard lab`: the developers' experiments, by name."""

import argparse
from importlib import import_module

from host_tools import CHECKOUT
from host_tools.jobs.command import UsageError

EPILOG = """\
examples:
  lodeboard lab                          list the experiments
  lodeboard lab --status                 with the date of each measurement
  lodeboard lab bench-chip               measure what is missing, and print
  lodeboard lab bench-chip --write       also write its page into docs/measured
  lodeboard lab sensing --status         show its progress
  lodeboard lab mutate --help            show its options
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard lab`; those after NAME belong to the experiment."""
    parser.epilog = EPILOG
    parser.add_argument("--status", action="store_true", help="show when each was measured")
    parser.add_argument("name", nargs="?", metavar="NAME", help="an experiment")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help="its options")


def run(arguments: argparse.Namespace) -> int:
    """Run an experiment and return its exit status, or list them all."""
    if not CHECKOUT:
        raise UsageError("the laboratory is in the project's own tree; a package does not have it")
    # By name, because no code of the product imports the laboratory.
    experiments = import_module("host_tools.lab.experiments").EXPERIMENTS
    if arguments.name is None:
        for name, each in experiments.items():
            print(f"{name:18} {each.question}")
            if arguments.status:
                print("\n".join(f"{'':18} {line}" for line in each.state().splitlines()))
        return 0
    if arguments.name not in experiments:
        known = ", ".join(experiments)
        raise UsageError(f"no experiment is called {arguments.name}; there are {known}")
    experiment = experiments[arguments.name]
    if (arguments.status or arguments.words == ["--status"]) and not experiment.counts:
        print(experiment.state())
        return 0
    try:
        words = ["--status", *arguments.words] if arguments.status else arguments.words
        status: int = experiment.main(words)
    except ModuleNotFoundError as error:
        if str(error.name).startswith(("host_tools", "lodeboard")):
            raise
        raise UsageError(f"this needs {error.name}: `make setup-test` installs it") from error
    return status
