"""Modules that import each other in a circle: `python -m host_tools.build.circles`.

An import inside a function counts like any other: it puts a circle off, and does not break it.
Only what type checkers alone see does not count.
"""

import sys

import grimp


def in_circles(graph: grimp.ImportGraph) -> list[str]:
    """The modules that lie in a circle of imports, or between two of them."""
    left = set(graph.modules)
    while True:
        free = {
            name
            for name in left
            if not left & graph.find_modules_directly_imported_by(name)
            or not left & graph.find_modules_that_directly_import(name)
        }
        if not free:
            return sorted(left)
        left -= free


if __name__ == "__main__":
    found = in_circles(
        grimp.build_graph(
            "lodeboard", "host_tools", exclude_type_checking_imports=True, cache_dir=None
        )
    )
    if found:
        print("these import each other in a circle:", ", ".join(found))
    sys.exit(bool(found))
