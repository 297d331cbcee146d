"""Proves what the first position of xtic is worth, and keeps what was proved on the way.

With a few pieces on the board (`facts.DEEPEST`) the compiled search answers; what to ask it next
the tree says (`tree.Tree`). Two questions settle a value: does who gives win, and if not, does who
places? Threads work on the same tree and share what they find; each has a search table of its own.

Facts are written every minute and at the end, so that a run that ends at any moment, and however
it ends, is continued by the next.
"""

import itertools
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.board import (
    ENTRY_BYTES,
    Searcher,
    State,
    state_of,
)
from host_tools.games.xtic.solver.estimate import rehearse
from host_tools.games.xtic.solver.facts import DEEPEST, Facts
from host_tools.games.xtic.solver.tree import Tree
from host_tools.jobs.interrupt import at_once, between_steps
from lodeboard.games.xtic.rules import Xtic

SAVE_S = 60.0
SLICE = 1_000_000  # positions searched before the tree is asked again
COUNT_S = 600.0  # between two estimates of what is left


class Step(NamedTuple):
    """How far the work is: which of the two questions, how many answers of the search are known
    and how many are left by an estimate, None before there is one; positions searched and seconds,
    earlier runs included."""

    question: int
    known: int
    left: int | None
    nodes: int
    seconds: float


class _Stopped(Exception):
    """Another thread has the answer, or the user interrupted."""


class Prover:
    """Proves under one rule set into a folder; StoreError for a file that cannot be used.

    memory: bytes for the search tables of all threads together. begin: what is known where the
    folder has no file. root, deepest: another position than the first, and from how many pieces on
    search answers.
    """

    def __init__(
        self, rules: str, where: Path, threads: int = 1, memory: int = 1 << 30,
        root: State | None = None, deepest: int = DEEPEST, begin: Facts | None = None,
    ) -> None:  # fmt: skip
        self.rules = rules
        self._root = root or state_of(Xtic(rules))
        self._deepest = deepest
        self.path = store.facts_path(rules, where)
        self.facts = begin or Facts(rules)
        if self.path.exists():
            self.facts = store.read(rules, self.path)
        entries = max(1 << 10, memory // threads // ENTRY_BYTES)
        self._searchers = [Searcher(rules, 1 << entries.bit_length() - 1) for _ in range(threads)]
        self._lock = threading.Condition()
        self._stop = threading.Event()
        self._question = 0
        self._expected: int | None = None

    def run(self, report: Callable[[Step], None], every_s: float = 0.2) -> str:
        """The value of the root for the giver there: win, lose or tie. The facts are on disk when
        it returns and when an exception ends it."""
        with at_once():
            self._compile()
        before = self.facts.seconds
        begun = time.monotonic()
        try:
            with between_steps(report) as reported:
                for self._question, gives in enumerate((1, 0)):
                    if self._answer(gives, reported, every_s, begun, before):
                        return "win" if gives else "lose"
            return "tie"
        finally:
            self._stop.set()
            self.facts.seconds = before + time.monotonic() - begun
            self._save()

    def _compile(self) -> None:
        """Compile everything before the threads start: compiling in a thread would delay Ctrl-C."""
        self._searchers[0].attack(self._root, 1, most=1)
        Tree(self.facts.copy(), self._root, 1, self._deepest).pick()

    def _answer(
        self, gives: int, report: Callable[[Step], None], every_s: float, begun: float,
        before: float,
    ) -> bool:  # fmt: skip
        self._stop.clear()
        tree = Tree(self.facts, self._root, gives, self._deepest)
        failed: list[BaseException] = []

        def work(searcher: Searcher) -> None:
            try:
                self._work(tree, searcher)
            except _Stopped:
                pass
            except BaseException as error:
                failed.append(error)
                raise
            finally:
                self._stop.set()

        self._expected = None
        counting = threading.Thread(target=self._count, args=(tree, gives), daemon=True)
        threads = [
            threading.Thread(target=work, args=(searcher,), daemon=True)
            for searcher in self._searchers
        ]
        for thread in [*threads, counting]:
            thread.start()
        saved = time.monotonic()
        try:
            while not self._stop.wait(every_s):
                now = time.monotonic()
                self.facts.seconds = before + now - begun
                report(self._step(tree))
                if now - saved > SAVE_S:
                    self._save()
                    saved = now
        finally:
            self._stop.set()
            for thread in [*threads, counting]:
                thread.join()
        if failed:
            raise failed[0]
        self._expected = tree.known
        report(self._step(tree))
        return tree.root.proof == 0

    def _step(self, tree: Tree) -> Step:
        expected, facts = self._expected, self.facts
        left = None if expected is None else max(0, expected - tree.known)
        return Step(self._question, tree.known, left, facts.nodes, facts.seconds)

    def _save(self) -> None:
        with self._lock:
            copy = self.facts.copy()
        store.write(copy, self.path)

    # In the threads

    def _count(self, tree: Tree, gives: int) -> None:
        """Repeatedly estimate the total number of answers."""
        for seed in itertools.count():
            with self._lock:
                known, facts = tree.known, self.facts.copy()
            found = rehearse(facts, self._root, gives, self._deepest, seed, self._stop.is_set)
            if found is not None:
                self._expected = known + found.answers
            if self._stop.wait(COUNT_S):
                return

    def _work(self, tree: Tree, searcher: Searcher) -> None:
        """Search the positions that the tree picks until its root is solved."""
        while True:
            with self._lock:
                node = None
                while not tree.root.solved and node is None:
                    self._look_whether_to_stop()
                    node = tree.pick()
                    if node is None and not tree.root.solved:
                        self._lock.wait(0.2)
                if node is None:
                    return
                state, gives = tree.state(node), tree.gives(node)
            # Earlier results are in the table, but the next try must reach further.
            most = int(SLICE * 1.5**node.tried)
            found = searcher.attack(state, gives, 16, most)
            with self._lock:
                self.facts.nodes += searcher.nodes
                tree.answer(node, found)
                self._lock.notify_all()

    def _look_whether_to_stop(self) -> None:
        if self._stop.is_set():
            raise _Stopped
