"""The modules on a board import nothing that is missing there."""

import ast

from host_tools.build import firmware, profiles
from host_tools.build.fold import Tree


def test_nothing_that_is_shipped_asks_for_what_is_not():
    shipped = set(firmware.module_names())
    tree = Tree(firmware.FIRMWARE)
    missing = []
    for name in firmware.sources():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module not in shipped:
            continue
        text = firmware.source_for(profiles.DEFAULT, firmware.FIRMWARE, name)
        for node in ast.walk(ast.parse(firmware.prepare(tree, name, text))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("lodeboard"):
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
                asked = [node.module, *(one for one in wanted if one in tree.modules)]
                missing += [(name, one) for one in asked if one not in shipped]
    assert not missing


def test_modules_of_constants_and_types_alone_are_not_shipped():
    shipped = set(firmware.module_names())
    tree = Tree(firmware.FIRMWARE)
    for name in ("games.flip.search_layout", "sensing.layout", "ports.port", "pointers"):
        assert f"lodeboard.{name}" in tree.modules
        assert f"lodeboard.{name}" not in shipped
