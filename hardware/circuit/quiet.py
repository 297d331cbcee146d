"""SKiDL, imported without its remarks that five versions of KiCad have no list of footprints here:
none is read. What it says later is said."""

import contextlib
import io
import logging
import sys
import tempfile
from collections.abc import Iterator

import hardware.circuit  # noqa: F401  (it says where symbols are)

_unheard = io.StringIO()
# Its files of reports are made at once, and in the folder where one happens to stand: another
# process that stands there would take them away. They are not wanted at all.
with (
    contextlib.redirect_stderr(_unheard),
    tempfile.TemporaryDirectory(prefix="lodeboard-skidl-") as _folder,
    contextlib.chdir(_folder),
):
    import skidl
    import skidl.logger

    skidl.logger.stop_log_file_output(True)

for _logger in (skidl.logger.rt_logger, skidl.logger.erc_logger):
    for _handler in _logger.handlers:
        if isinstance(_handler, logging.StreamHandler) and _handler.stream is _unheard:
            _handler.setStream(sys.stderr)


@contextlib.contextmanager
def quiet(level: int) -> Iterator[None]:
    """Nothing of this level or below is logged meanwhile."""
    logging.disable(level)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


__all__ = ["quiet", "skidl"]
