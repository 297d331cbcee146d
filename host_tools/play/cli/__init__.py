"""The `lodeboard` command. Slow modules are imported where Ctrl-C ends the program without a
traceback."""

import sys

from host_tools.jobs.interrupt import at_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run one command line and return its exit status."""
    with at_once():
        from host_tools.play.cli import commands  # noqa: PLC0415
    return commands.run(list(sys.argv[1:] if argv is None else argv))
