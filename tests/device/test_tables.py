"""A made-up table on the chip: found by its name, and read from the path of its content hash."""

import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.build.layout import Firmware

READ = """
import lodestart
lodestart.enter('b')
from lodeboard.system.first_light import find_tables, missing_tables
from lodeboard.ports.file_store import FileStore
tables = find_tables('/b')
store = FileStore('/', '', tables)
with store.table('made_up') as file:
    file.seek(3000)
    print(file.read(4))
print(sorted(tables), store.table('lost'), missing_tables(tables))
"""


@pytest.mark.verify
@pytest.mark.chip
def test_a_table_is_found_by_its_name() -> None:
    tables = {"made_up": bytes(3000) + b"1234", "lost": b"lost"}
    loader = (firmware.FIRMWARE / "main.py").read_bytes()
    made = Firmware("1", loader, firmware.modules(), tables, reader=firmware.reader())
    files = made.board_files("b")
    lost = next(path for path in files if path.startswith("tables/lost."))
    del files[lost]
    del files["main.py"]  # it would start the board
    said = Chip(find_image(), files).execute(READ).splitlines()
    assert said == [
        "b'1234'",
        f"['lost', 'made_up'] None Tables are missing: /{lost}.",
    ]
