"""Replaces the games' kernels by JavaScript, working on Pyodide's memory."""

import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any

_VIEWS = 64  # cached views of arrays


class Views:
    """JavaScript's views of Python's arrays. `view(array, kind)` creates a view, which keeps the
    array in place until `release`. When the memory grows, a view becomes empty."""

    def __init__(self, view: Callable[[Any, str], Any], release: Callable[[Any], None]) -> None:
        self._view = view
        self._release = release
        # with the array, so that its id stays valid
        self._known: dict[tuple[int, str], tuple[Any, Any]] = {}

    def of(self, one: Any, kind: str) -> Any:
        """The view of an array, reused while it is valid."""
        key = id(one), kind
        known = self._known.get(key)
        if known is not None:
            if known[1].data.byteLength or not len(one):
                return known[1].data
            self._release(self._known.pop(key)[1])
        if len(self._known) >= _VIEWS:
            for _, view in self._known.values():
                self._release(view)
            self._known.clear()
        made = self._view(one, kind)
        self._known[key] = one, made
        return made.data


def install(code: Any) -> None:
    """Replace all kernels by those in a JavaScript module. `code` has the kernels by name, KERNELS
    (see host_tools.build.javascript), `view` and `release`."""
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
