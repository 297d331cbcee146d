"""Imports SKiDL without its warnings about missing footprint libraries of five versions of KiCad,
which are not used. Later messages are shown."""

import contextlib
import io
import logging
import sys
import tempfile
from collections.abc import Iterator

import hardware.circuit  # noqa: F401  (it says where symbols are)

_unheard = io.StringIO()
# SKiDL creates report files on import in the current folder, where another process might delete
# them. They are not needed.
with (
    contextlib.redirect_stderr(_unheard),
    tempfile.TemporaryDirectory(prefix="lodeboard-skidl-") as _folder,
    contextlib.chdir(_folder),
):
    import skidl
    import skidl.circuit
    import skidl.logger
    import skidl.node

    skidl.logger.stop_log_file_output(True)

# SKiDL notes with each part and net where in the program it was made, which takes most of the time
# where calls are deeply nested, as in tests. Nothing here uses it.
skidl.circuit.get_skidl_trace = skidl.node.get_skidl_trace = list

for _logger in (skidl.logger.rt_logger, skidl.logger.erc_logger):
    for _handler in _logger.handlers:
        if isinstance(_handler, logging.StreamHandler) and _handler.stream is _unheard:
            _handler.setStream(sys.stderr)


@contextlib.contextmanager
def quiet(level: int) -> Iterator[None]:
    """Disable logging up to this level in the block."""
    logging.disable(level)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


__all__ = ["quiet", "skidl"]
