"""The games' kernels as JavaScript, under the names of the plain ones, on Pyodide's memory."""

import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any

_VIEWS = 64  # of arrays that are remembered


class Views:
    """JavaScript's views of Python's arrays. `view(array, kind)` makes one, which holds the array
    where it is, and `release` gives it back. A view is empty once the memory has grown."""

    def __init__(self, view: Callable[[Any, str], Any], release: Callable[[Any], None]) -> None:
        self._view = view
        self._release = release
        self._known: dict[tuple[int, str], tuple[Any, Any]] = {}  # with the array: its id stays

    def of(self, one: Any, kind: str) -> Any:
        """The view of an array; the same as long as it can be used."""
        key = id(one), kind
        known = self._known.get(key)
        if known is not None:
            if known[1].data.byteLength or not len(one):
                return known[1].data
            self._release(self._known.pop(key)[1])
        if len(self._known) >= _VIEWS:
            for _, kept in self._known.values():
                self._release(kept)
            self._known.clear()
        made = self._view(one, kind)
        self._known[key] = one, made
        return made.data


def install(code: Any) -> None:
    """Have all kernels of a module of JavaScript run in place of the plain ones. `code` has them by
    their names, KERNELS (see host_tools.build.javascript), `view` and `release`."""
    views = Views(code.view, code.release)
    for name, (module, kinds) in code.KERNELS.to_py().items():
        place = importlib.import_module(module)
        setattr(place, name, _on_views(getattr(place, name), getattr(code, name), kinds, views))


def _on_views(
    plain: Callable[..., int], run: Callable[..., int], kinds: Sequence[str], views: Views
) -> Callable[..., int]:
    @functools.wraps(plain)
    def kernel(*arguments: Any) -> int:
        given = zip(arguments, kinds, strict=True)
        return run(*(views.of(one, kind) if kind else one for one, kind in given))

    return kernel
