"""The games' searches as JavaScript write the same words and answer the same as in CPython, and so
all levels choose the same moves with them."""

import ast
import base64
import functools
import inspect
import json
import shutil
from pathlib import Path

import pytest
from build.test_inline import CALLS, SHAPES, outcomes, shape
from numpy import frombuffer
from web import site_choices

from host_tools.build import compiled, javascript, viper
from host_tools.build.inline import inlined
from host_tools.games.table_files import open_table
from host_tools.lab.site_server import SiteServer

MOST_CALLS = 40  # of each kernel
SLICE = 1000  # evaluations at a time: recorded calls run in CPython, which is slow
ITEM_BYTES = {"ptr8": 1, "ptr16": 2, "ptr32": 4}
REPLAY = """async ([code, name]) => {
  const kernels = await import(code);
  const calls = await (await fetch(name)).json();
  const arrays = { u8: Uint8Array, u16: Uint16Array, i32: Int32Array };
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const wrong = [];
  calls.forEach(({ kernel, given, before, result, after }, at) => {
    const kinds = kernels.KERNELS[kernel][1];
    const pieces = before.map(bytes);
    const taken = given.map((one, i) =>
      kinds[i] ? new arrays[kinds[i]](pieces[one[0]].buffer, one[1], one[2]) : one,
    );
    const found = kernels[kernel](...taken);
    const left = after.map(bytes);
    const alike = pieces.every((piece, i) => piece.every((byte, j) => byte === left[i][j]));
    if (found !== result || !alike) wrong.push(at);
  });
  return wrong;
}"""
# A worker of the site's own kind, with a text of Python for a board.
CHOOSE = """
import { loadPython } from "./python.js";
import { KERNELS } from "./kernels.js";
try {
  const python = await loadPython("host_tools.play.site.kernels", () => {});
  for (const [name, [module]] of Object.entries(KERNELS))
    if (!python.pyimport(module)[name].__wrapped__) throw new Error(`${name} is the plain one`);
  python.runPython(TEXT);
  postMessage(python.runPython(
    "import json\\nfrom host_tools.games.table_files import open_table\\n" +
    "json.dumps(choices(open_table))"));
} catch (error) {
  postMessage(JSON.stringify(String(error)));
}
"""
ASK = """(name) => new Promise((done) => {
  new Worker(name, { type: "module" }).onmessage = ({ data }) => done(JSON.parse(data));
})"""


def pieces_of(arrays):
    """The pieces of memory that these arrays take, each once however many lie in it, as (address,
    bytes); and for each array the number of its piece and where it begins there."""
    spans = []
    for array in arrays:
        seen = frombuffer(array, "B")
        spans.append((seen.__array_interface__["data"][0], len(seen)))
    pieces = []
    for begin, size in sorted(spans):
        if pieces and begin < pieces[-1][0] + pieces[-1][1]:
            known = pieces[-1]
            pieces[-1] = (known[0], max(known[1], begin + size - known[0]))
        else:
            pieces.append((begin, size))
    places = []
    for begin, _ in spans:
        (at,) = (i for i, (base, size) in enumerate(pieces) if base <= begin < base + size)
        places.append((at, begin - pieces[at][0]))
    return pieces, places


def contents(arrays, pieces, places):
    """What is in each piece, in base64."""
    found = [bytearray(size) for _, size in pieces]
    for array, (at, begin) in zip(arrays, places, strict=True):
        data = memoryview(array).cast("B")
        found[at][begin : begin + len(data)] = data
    return [base64.b64encode(each).decode() for each in found]


def recorder(plain, calls):
    """A kernel that notes what it was given, its answer and what it left in its arrays. It notes
    the first calls, then fewer and fewer; the rest runs as machine code, which other tests
    compare with the plain kernel."""
    said = [argument.annotation for argument in inspect.signature(plain).parameters.values()]
    sizes = [ITEM_BYTES.get(each) for each in said]
    fast = compiled.compiled(plain) or plain
    count = 0

    @functools.wraps(plain)
    def run(*arguments):
        nonlocal count
        count += 1
        if len(calls) >= MOST_CALLS or count < len(calls) ** 2 / 8:
            return fast(*arguments)
        arrays = [one for one, size in zip(arguments, sizes, strict=True) if size]
        pieces, places = pieces_of(arrays)
        before = contents(arrays, pieces, places)
        result = plain(*arguments)
        given, at = [], iter(zip(arrays, places, strict=True))
        for one, size in zip(arguments, sizes, strict=True):
            if size:
                array, place = next(at)
                given.append([*place, memoryview(array).nbytes // size])
            else:
                given.append(one)
        after = contents(arrays, pieces, places)
        call = {"kernel": plain.__name__, "given": given, "before": before}
        calls.append({**call, "result": result, "after": after})
        return result

    return run


@pytest.fixture(scope="module")
def calls():
    """What the kernels of all games are called with while all levels choose."""
    noted = {}
    plain = [inspect.unwrap(getattr(module, name)) for module, name in compiled.kernels()]
    with compiled.bound(*(recorder(each, noted.setdefault(each.__name__, [])) for each in plain)):
        for _, player in site_choices.thinking(open_table):
            while not player.run(SLICE):
                pass
    assert all(noted.values())
    in_others = [call for call in noted["flip_search"] if len(call["before"]) < 3]
    assert in_others  # arrays that lie in others
    return [call for made in noted.values() for call in made]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, site_folder):
    made = tmp_path_factory.mktemp("site") / "site"
    shutil.copytree(site_folder, made)
    return made


@pytest.mark.verify
@pytest.mark.browser
def test_kernels_do_the_same(chromium, calls, folder):
    (folder / "calls.json").write_text(json.dumps(calls), encoding="ascii")
    # The comparison itself notices one byte that is another, and another answer.
    other = [{**calls[0], "after": calls[-1]["after"]}, {**calls[0], "result": 1 << 20}]
    (folder / "other.json").write_text(json.dumps([*other, calls[0]]), encoding="ascii")
    with SiteServer(folder) as server:
        page = chromium.new_page()
        page.goto(server.address)
        code = f"{server.address}kernels.js"
        wrong = page.evaluate(REPLAY, [code, "calls.json"])
        assert [calls[at]["kernel"] for at in wrong] == []
        assert page.evaluate(REPLAY, [code, "other.json"]) == [0, 1]
        page.close()


@pytest.mark.verify
@pytest.mark.browser
def test_all_levels_choose_the_same(chromium, folder):
    text = Path(site_choices.__file__).read_text(encoding="utf-8")
    choose = f"const TEXT = {json.dumps(text)};{CHOOSE}"
    (folder / "choose.js").write_text(choose, encoding="utf-8")
    with SiteServer(folder) as server:
        page = chromium.new_page()
        page.goto(server.address)
        found = page.evaluate(ASK, "choose.js")
        page.close()
    fast = [compiled.compiled(getattr(module, name)) for module, name in compiled.kernels()]
    with compiled.bound(*fast):
        assert found == site_choices.choices(open_table)


@pytest.mark.browser
@pytest.mark.slow
def test_inlined_functions_do_the_same(chromium):
    page = chromium.new_page()
    for name in SHAPES:
        (function,) = viper.functions(ast.parse(inlined(shape(name))))
        code = javascript.translated(function, {}).removeprefix("export ")
        made = page.evaluate(
            f"""(calls) => {{
              {code}
              return calls.map(([one, two, words]) => {{
                const state = Int32Array.from(words);
                return [run(state, one, two), ...state];
              }});
            }}""",
            CALLS,
        )
        assert made == outcomes(shape(name)), name
    page.close()
