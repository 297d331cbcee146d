"""Small functions inlined do the same as called, as Python, as viper and as JavaScript."""

import ast
import json
import textwrap
from array import array

import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, viper
from host_tools.build.inline import InlineError, inlined, inlined_function

# Modules with a public function `run` on three words of state and two numbers.
SHAPES = {
    "a call alone": """
        def _note(state: "ptr32", at: int, value: int) -> None:
            state[at] = state[at] + value

        def run(state: "ptr32", one: int, two: int) -> int:
            _note(state, 0, one)
            _note(state, 1, two + 1)
            return state[0]
        """,
    "an expression in others": """
        def _twice(value: int) -> int:
            return value * 2

        def _line(state: "ptr32", at: int) -> int:
            return state[at] + _twice(at)

        def run(state: "ptr32", one: int, two: int) -> int:
            state[1] = 5 - _line(state, 2) * _twice(one)
            while _twice(two) < 5:
                two += _twice(3)
            return -_twice(two) + _twice(one + two)
        """,
    "a value": """
        def _larger(one: int, two: int) -> int:
            found = one
            if two > one:
                found = two
            return found

        def run(state: "ptr32", one: int, two: int) -> int:
            found = _larger(one, two)
            state[0] = _larger(found, 3)
            found += _larger(two, two + one)
            return _larger(found, state[0])
        """,
    "several values, given and taken": """
        def _step(first: int, second: int, count: int) -> tuple[int, int, int]:
            count += 1
            if first > 20:
                return first, second, count
            first += second
            return second, first, count

        def _swapped(one: int, two: int) -> tuple[int, int]:
            return two, one

        def run(state: "ptr32", one: int, two: int) -> int:
            count = 0
            first = 1
            second = 1
            while count < (one & 7):
                first, second, count = _step(first, second, count)
            one, two = _swapped(one, two)
            one, first = _swapped(one, one)
            state[2] = one
            return first * 100 + second + two
        """,
    "conditions": """
        def _odd(value: int) -> int:
            value &= 1
            return value

        def run(state: "ptr32", one: int, two: int) -> int:
            if _odd(one):
                return 1
            if not _odd(two):
                two += 10
            elif _odd(state[0]):
                two += 100
            return two
        """,
    "early returns": """
        def _rank(value: int, limit: int) -> int:
            if value < 0:
                return 0
            if value < limit:
                value += 1
                if value == 3:
                    return 33
                elif value == 4:
                    return 44
                else:
                    value += 5
                    return value
            else:
                value += 2
            if value & 1:
                value += 7
            return value

        def run(state: "ptr32", one: int, two: int) -> int:
            state[0] = _rank(one, two)
            return _rank(two, one)
        """,
    "a return in a loop": """
        def _find(state: "ptr32", value: int) -> int:
            at = 0
            while at < 3:
                if state[at] == value:
                    return at
                at += 1
            return -1

        def _count(state: "ptr32", most: int) -> int:
            total = 0
            for at in range(3):
                total += state[at]
                if total > most:
                    return total
                if total < 0:
                    continue
                total += 1
            total += 1000
            return total

        def _halve(value: int) -> int:
            while True:
                if value < 3:
                    return value
                value >>= 1

        def run(state: "ptr32", one: int, two: int) -> int:
            found = _find(state, one)
            total = 0
            for _ in range(2):
                total += _count(state, two)
                if total > 2000:
                    break
            half = _halve(one)
            return found * 10000 + total + half
        """,
    "loops with `break` of their own": """
        def _last(state: "ptr32", value: int) -> int:
            found = -1
            for at in range(2, -1, -1):
                if state[at] == value:
                    found = at
                    break
            return found

        def run(state: "ptr32", one: int, two: int) -> int:
            total = 0
            while True:
                total += _last(state, one)
                one += 1
                if one > two:
                    break
            return total
        """,
    "a constant chooses the branch": """
        def _move(state: "ptr32", by: int, back: int) -> None:
            if back == 0:
                state[0] += by
            elif not back > 1:
                state[1] -= by
            else:
                state[2] = by

        def run(state: "ptr32", one: int, two: int) -> int:
            _move(state, one, 0)
            _move(state, two, 1)
            _move(state, two, 2)
            return state[0] * 2 + state[1]
        """,
    "the same names everywhere": """
        def _inner(at: int, total: int) -> int:
            at += total
            total = at * 2
            return total + at

        def _outer(total: int, at: int) -> tuple[int, int]:
            other = _inner(total, at)
            at = _inner(at, other)
            return at, other

        def run(state: "ptr32", one: int, two: int) -> int:
            at = one
            total = two
            total, at = _outer(at, total)
            other = _inner(at, total)
            return at + total * 3 + other * 7
        """,
    "a name set in one round and read in the next": """
        def _next(value: int, last: int) -> int:
            made = value * 2
            if made > last:
                made -= last
            return made

        def run(state: "ptr32", one: int, two: int) -> int:
            last = two
            total = 0
            for at in range(one & 7):
                before = last
                last = _next(at, last)
                total += before + last
            return total
        """,
}
NUMBERS = (-2, 0, 1, 2, 3, 4, 7, 30)
CALLS = [
    (one, two, [(one * two + at) % 5 for at in range(3)]) for one in NUMBERS for two in NUMBERS
]
ON_CHIP = """
import json
from array import array
for line in json.loads('{names}'):
    run = __import__(line).run
    found = []
    for one, two, words in json.loads('{calls}'):
        state = array("i", words)
        result = run(state, one, two)
        found.append([result] + list(state))
    print(json.dumps(found))
"""


def shape(name):
    return textwrap.dedent(SHAPES[name])


def outcomes(text):
    """What `run` of a module answers to each call and leaves in its words."""
    names = {}
    exec(text, names)
    found = []
    for one, two, words in CALLS:
        state = array("i", words)
        result = names["run"](state, one, two)
        found.append([result, *state])
    return found


@pytest.mark.parametrize("sharing", [False, True])
@pytest.mark.parametrize("name", SHAPES)
def test_it_does_the_same_without_a_call(name, sharing):
    text = shape(name)
    made = inlined(text, sharing)
    (function,) = [node for node in ast.parse(made).body if isinstance(node, ast.FunctionDef)]
    assert function.name == "run"
    called = [node.func.id for node in ast.walk(function) if isinstance(node, ast.Call)]
    assert set(called) <= {"range"}
    assert outcomes(made) == outcomes(text)


@pytest.mark.chip
def test_the_chip_agrees(tmp_path):
    files, names = {}, []
    for at, name in enumerate(SHAPES):
        module = f"shape_{at}"
        text = viper.as_viper(inlined(shape(name), sharing=True))
        files[f"{module}.mpy"] = firmware.compile_module(f"{module}.py", text, tmp_path)
        names.append(module)
    chip = Chip(find_image(), files)
    said = chip.execute(ON_CHIP.format(names=json.dumps(names), calls=json.dumps(CALLS)))
    found = [json.loads(line) for line in said.splitlines()]
    assert found == [outcomes(shape(name)) for name in SHAPES]


def locals_of(text):
    (function,) = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def copies_in(text):
    """The assignments that only copy a local."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assign)]
    return [ast.unparse(node) for node in found if isinstance(node.value, ast.Name)]


def test_what_is_given_and_taken_under_one_name_is_not_copied():
    text = textwrap.dedent(
        """
        def _count(value: int, count: int) -> tuple[int, int]:
            while value:
                value &= value - 1
                count += 1
            return value, count

        def run(state: "ptr32", one: int, two: int) -> int:
            one, two = _count(one, two)
            return one + two
        """
    )
    made = inlined(text, sharing=True)
    assert locals_of(made) == {"one", "two", "int"}
    assert copies_in(made) == []


def test_a_copy_stays_where_both_are_needed():
    text = textwrap.dedent(
        """
        def _count(value: int) -> int:
            count = 0
            while value:
                value &= value - 1
                count += 1
            return count

        def run(state: "ptr32", one: int, two: int) -> int:
            two = _count(one)
            return one + two
        """
    )
    assert copies_in(inlined(text, sharing=True)) == ["value = one"]


def test_a_module_without_helpers_stays_as_it_is():
    text = "# A kernel.\ndef run(one):  # plain\n    return (one)\n"
    assert inlined(text, sharing=True) == text


REFUSED = {
    "line 2: _f calls itself": """\
        def _f(a: int) -> int:
            return _f(a)
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 2: _g calls itself": """\
        def _f(a: int) -> int:
            return _g(a)
        def _g(a: int) -> int:
            b = _f(a)
            return b
        def run(a: int) -> int:
            return _g(a)
        """,
    "line 5: _f is more than an expression": """\
        def _f(a: int) -> int:
            a += 1
            return a
        def run(a: int) -> int:
            return 1 + _f(a)
        """,
    "line 4: _f reads a more than once": """\
        def _f(a: int) -> int:
            return a * a
        def run(a: int) -> int:
            return 1 + _f(a + 1)
        """,
    "line 3: a loop of _f has both": """\
        def _f(a: int) -> int:
            b = 0
            while a:
                a -= 1
                if a == 5:
                    return 5
                if a == 7:
                    break
            return b
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 3: _f returns from two loops": """\
        def _f(a: int) -> int:
            while a:
                while a > 3:
                    if a == 4:
                        return 1
                    a -= 1
                a -= 1
            return 2
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 2: a branch of _f returns on only some": """\
        def _f(a: int) -> int:
            if a:
                if a > 3:
                    return 3
                a += 1
            a += 2
            return a
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 5: not every path through _f returns": """\
        def _f(a: int) -> int:
            if a:
                return 3
        def run(a: int) -> int:
            b = _f(a)
            return b
        """,
    "line 1: _f does not always return the same number": """\
        def _f(a: int) -> int:
            if a:
                return 3, 4
            return 3
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 5: _f returns 1 values, not 2": """\
        def _f(a: int) -> int:
            a += 1
            return a
        def run(a: int) -> int:
            b, c = _f(a)
            return b
        """,
    "line 4: _f takes 1 arguments": """\
        def _f(a: int) -> int:
            return a
        def run(a: int) -> int:
            return _f(a, a)
        """,
    "line 1: _f may only take plain arguments": """\
        def _f(a: int, *b: int) -> int:
            return a
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 5: LIMIT, which _f reads, is a local here": """\
        def _f(a: int) -> int:
            return a + LIMIT
        def run(a: int) -> int:
            LIMIT = 3
            return _f(a) + LIMIT
        """,
    "line 4: state of _f is an array, and has no name": """\
        def _f(state: "ptr32") -> None:
            state[0] = 0
        def run(a: int) -> int:
            _f([a])
            return a
        """,
    "line 2: _f has a Try in it": """\
        def _f(a: int) -> int:
            try:
                return a
            finally:
                pass
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 2: _f has a Lambda in it": """\
        def _f(a: int) -> int:
            return lambda: a
        def run(a: int) -> int:
            return _f(a)
        """,
    "line 2: _f has a loop that is not over a range": """\
        def _f(a: int) -> int:
            for b in (1, 2):
                a += b
            return a
        def run(a: int) -> int:
            return _f(a)
        """,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_cannot_be_inlined_is_refused_with_its_line(reason):
    with pytest.raises(InlineError) as refused:
        inlined(textwrap.dedent(REFUSED[reason]))
    assert reason in str(refused.value)


def test_one_function_is_inlined_without_its_decorators():
    text = shape("a value").replace("def run", "@undefined\ndef run")
    made = inlined_function(text, "run")
    assert outcomes(made) == outcomes(shape("a value"))
    assert inlined_function("def run(a):\n    return a\n", "run") is None
    assert inlined_function(text, "nobody") is None
