"""The modules on a board import nothing that is missing there."""

import ast

import pytest
from many import only

from host_tools.build import chips, firmware, profiles
from host_tools.build.fold import Tree


def run(node):
    """All below that the compiler keeps: not what it drops after `if 0:`."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.If(test=ast.Constant(value=0)):
                continue
        yield child
        yield from run(child)


@pytest.mark.parametrize("chip", only(chips.DEFAULT, chips.CHIPS))
def test_nothing_that_is_shipped_asks_for_what_is_not(chip):
    paths = firmware.modules(chip=chip)
    shipped = {firmware.dotted(path.removesuffix(".mpy") + ".py") for path in paths}
    tree = Tree(firmware.FIRMWARE, chip)
    missing = []
    for name in firmware.sources():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module not in shipped:
            continue
        text = firmware.source_for(profiles.DEFAULT, firmware.FIRMWARE, name, chip)
        for node in run(ast.parse(firmware.prepare(tree, name, text))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("lodeboard"):
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
                asked = [node.module, *(one for one in wanted if one in tree.modules)]
                missing += [(name, one) for one in asked if one not in shipped]
    assert not missing


def test_modules_of_constants_and_types_alone_are_not_shipped():
    shipped = firmware.modules()
    sources = firmware.sources()
    for name in ("games/flip/search_layout", "sensing/layout", "ports/port", "pointers"):
        assert f"lodeboard/{name}.py" in sources
        assert f"lodeboard/{name}.mpy" not in shipped
