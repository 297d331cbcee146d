"""What a board gets: modules that need nothing that is not there, and no more than fit twice."""

import ast

from host_tools.build import firmware
from host_tools.build.fold import Tree
from host_tools.emulator.filesystem import BLOCKS, blocks_taken

FREE = 8  # blocks for settings, a game and what is being written


def test_nothing_that_is_shipped_asks_for_what_is_not():
    shipped = set(firmware.module_names())
    tree = Tree(firmware.FIRMWARE)
    missing = []
    for name in firmware.sources():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module not in shipped:
            continue
        text = firmware.prepare(tree, name, (firmware.FIRMWARE / name).read_text())
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("lodeboard"):
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
                asked = [node.module, *(one for one in wanted if one in tree.modules)]
                missing += [(name, one) for one in asked if one not in shipped]
    assert not missing


def test_modules_of_constants_and_types_alone_are_not_shipped():
    shipped = set(firmware.module_names())
    for name in ("games.flip.search_layout", "sensing.layout", "ports.port", "pointers"):
        assert f"lodeboard.{name}" in Tree(firmware.FIRMWARE).modules
        assert f"lodeboard.{name}" not in shipped


def test_two_firmwares_and_the_tables_fit_and_leave_room():
    built = firmware.build()
    files = {**built.slot_files("b"), **built.board_files("a")}
    assert blocks_taken(files) + FREE <= BLOCKS
