import assert from "node:assert/strict";
import test from "node:test";

import { element, markup, page } from "./browser.mjs";

const { drawMarks, drawOpinion, mark, strength } = await page("marks");
const { gameOf } = await page("games");

const flip = gameOf("flip");

// The marks that `draw` draws, each as (W2), with what is around them.
function marks(draw) {
  const place = element("g");
  draw(place);
  return place.children.map((child) => markup(child).replace(/<g class="mark[^>]*>.*?<text[^>]*>(.*?)<\/text><\/g>/g, "($1)"));
}

test("a mark says by letter, number, shape and strength what a step leads to", () => {
  const seen = (...of) => {
    const { className, attributes, children: [back, front, text] } = mark(...of);
    return [attributes.class ?? className, back.attributes.d === front.attributes.d, front.attributes["fill-opacity"], text.textContent, text.attributes.class, text.attributes.y];
  };
  assert.deepEqual(seen("win", 1), ["mark win", true, 1, "W1", "", 2.2]);
  assert.deepEqual(seen("win", null), ["mark win", true, 1, "W", "", 2.2]);
  assert.deepEqual(seen("lose", 4), ["mark lose", true, 0.6699999999999999, "L4", "", 2.2]);
  assert.deepEqual(seen("lose", 5), ["mark lose faint", true, 0.56, "L5", "", 2.2]);
  assert.deepEqual(seen("lose", 12), ["mark lose faint", true, 0.25, "L12", "long", 2.2]);
  assert.deepEqual(seen("tie", 3), ["mark tie", true, 0.78, "D", "", 2.2]);
  assert.deepEqual(seen(null, 2), ["mark unknown faint", true, 0, "?", "", 2.2]);
  assert.deepEqual(["win", "tie", "lose", null].map((value) => mark(value, 1).children[0].attributes.d), ["M-6.2 0A6.2 6.2 0 0 1 6.2 0A6.2 6.2 0 0 1-6.2 0Z", "M0-7.1L7.1 0L0 7.1L-7.1 0Z", "M-5.6-5.6H5.6V5.6H-5.6Z", "M-4.6 0A4.6 4.6 0 0 1 4.6 0A4.6 4.6 0 0 1-4.6 0Z"]);
});

test("results far away are fainter, to a quarter", () => {
  assert.deepEqual([null, 1, 2, 8, 30].map(strength), [1, 1, 0.89, 0.25, 0.25]);
});

test("a placement is marked in its cell, each side of the tile with a chevron", () => {
  assert.deepEqual(marks((place) => drawMarks(place, [["b2U", "win", 1]], 40, flip)), ['<g transform="translate(40 40)"><g transform="translate(1.6 -7.2) scale(0.92)">(W1)<path class="side" d="M-14 0.95L-11.4 -0.95L-8.8 0.95"></path></g></g>']);
  assert.deepEqual(marks((place) => drawMarks(place, [["c1D", "win", 1]], 40, flip)), ['<g transform="translate(80 0)"><g transform="translate(1.6 7.2) scale(0.92)">(W1)<path class="side" d="M-14 -0.95L-11.4 0.95L-8.8 -0.95"></path></g></g>']);
  assert.deepEqual(marks((place) => drawMarks(place, [["b2U", "win", 2], ["b2D", "lose", 3]], 40, flip)), ['<g transform="translate(40 40)"><g transform="translate(1.6 -7.2) scale(0.92)">(W2)<path class="side" d="M-14 0.95L-11.4 -0.95L-8.8 0.95"></path></g><g transform="translate(1.6 7.2) scale(0.92)">(L3)<path class="side" d="M-14 -0.95L-11.4 0.95L-8.8 -0.95"></path></g></g>']);
});

test("both sides with the same result share one mark, both ways unless nothing is known", () => {
  assert.deepEqual(marks((place) => drawMarks(place, [["a2U", "win", 1], ["a2D", "win", 1]], 40, flip)), ['<g transform="translate(0 40)"><g transform="translate(0 0)">(W1)<path class="side" d="M-2.6 -9.25L0 -11.15L2.6 -9.25"></path><path class="side" d="M-2.6 9.25L0 11.15L2.6 9.25"></path></g></g>']);
  assert.deepEqual(marks((place) => drawMarks(place, [["a2U", null, null], ["a2D", null, null]], 40, flip)), ['<g transform="translate(0 40)"><g transform="translate(0 0)">(?)</g></g>']);
  assert.equal(marks((place) => drawMarks(place, [["a2U", "win", 1], ["a2D", "win", 2]], 40, flip))[0].match(/\(W.\)/g).join(), "(W1),(W2)");
});

test("a flip is marked on the way to its cell", () => {
  assert.deepEqual(marks((place) => drawMarks(place, [["b2N", "tie", 3], ["b2E", "lose", 1], ["b2S", "win", 1], ["b2W", null, null]], 40, flip)), ['<path class="side" d="M41.9 3.4L40,1.6L38.1 3.4"></path>', '<g transform="translate(40 9.6)"><g transform="scale(0.86)">(D)</g></g>', '<path class="side" d="M76.6 38.1L78.4,40L76.6 41.9"></path>', '<g transform="translate(70.4 40)"><g transform="scale(0.86)">(L1)</g></g>', '<path class="side" d="M38.1 76.6L40,78.4L41.9 76.6"></path>', '<g transform="translate(40 70.4)"><g transform="scale(0.86)">(W1)</g></g>', '<path class="side" d="M3.4 41.9L1.6,40L3.4 38.1"></path>', '<g transform="translate(9.6 40)"><g transform="scale(0.86)">(?)</g></g>']);
});

test("a move is an arrow with the mark near its end", () => {
  const game = { stepAt: () => ({ column: 3, row: 4, from: { column: 0, row: 0 } }) };
  assert.deepEqual(marks((place) => drawMarks(place, [["any", "win", 1]], 10, game)), ['<g class="arrow win"><path d="M6.6,8.8L24.6,32.8"></path><path class="head" d="M27.48 30.64L28.2,37.6L21.72 34.96Z"></path></g>', '<g transform="translate(20.4 27.2)"><g transform="scale(0.86)">(W1)</g></g>']);
  assert.deepEqual(marks((place) => drawOpinion(place, "any", 10, game)), ['<g class="arrow opinion"><path d="M6.6,8.8L24.6,32.8"></path><path class="head" d="M27.48 30.64L28.2,37.6L21.72 34.96Z"></path></g>']);
});

test("what has no place on the board is not drawn there", () => {
  const game = { stepAt: (step) => (step === "a1" ? { column: 0, row: 0 } : null) };
  assert.deepEqual(marks((place) => drawMarks(place, [["=3", "win", 1]], 40, game)), []);
  assert.deepEqual(marks((place) => drawOpinion(place, "=3", 40, game)), []);
  assert.deepEqual(marks((place) => drawOpinion(place, "a1", 40, game)), []);
  assert.deepEqual(marks((place) => drawMarks(place, [["a1", "tie", 1]], 40, game)), ['<g transform="translate(0 0)"><g transform="translate(0 0)">(D)</g></g>']);
});

test("in a game with many moves only the best are drawn", () => {
  const game = { sparse: true, stepAt: (step) => ({ column: Number(step), row: 0 }) };
  const drawn = (...values) => marks((place) => drawMarks(place, values.map((value, at) => [String(at), value, 1]), 10, game)).map((each) => /translate\((\d+)/.exec(each)[1]);
  assert.deepEqual([drawn("lose", "win", "tie", "win"), drawn("lose", "tie", null), drawn("lose", null), drawn(null)], [["10", "30"], ["10"], ["0"], []]);
});
