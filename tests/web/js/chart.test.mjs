import assert from "node:assert/strict";
import test from "node:test";

import { fire, markup, page } from "./browser.mjs";

const { chart } = await page("chart");

const GAME = { sides: ["Sun", "Moon"], unit: ["turn", "turns"] };

// The chart of a game by what is known of each position: [value, turns left].
function made(values, index = 0, choose = () => {}) {
  const course = { positions: values.map(String), turns: values.map((_, number) => number % 2) };
  const studies = values.map((of) => of && { verdict: "undecided", value: of[0], remoteness: of[1] });
  return chart(course, studies, index, choose, GAME);
}

const parts = (whole, ...classes) => whole.children.filter(({ attributes }) => classes.includes(attributes.class)).map(markup);

test("the chart has a half for each player, and says who wins there", () => {
  const whole = made([["win", 2]]);
  assert.equal(markup({ ...whole, __proto__: Object.getPrototypeOf(whole), children: whole.children.slice(0, 5) }), '<svg class="chart" viewBox="0 0 320 152" role="img" aria-label="Value over the game. 0: Sun to play. Sun wins in 2 turns, if it plays the best moves."><rect class="half-0" x="1" y="15" width="318" height="61"></rect><rect class="half-1" x="1" y="76" width="318" height="61"></rect><line class="even" x1="1" x2="319" y1="76" y2="76"></line><text class="who" x="1" y="10">Sun wins; higher is sooner</text><text class="who" x="1" y="149">Moon wins; lower is sooner</text></svg>');
});

test("a position is higher or lower the sooner it is won, a circle for each player", () => {
  const whole = made([["win", 0], ["win", 3], ["win", 12], ["win", 30], ["win", null]]);
  assert.deepEqual(parts(whole, "side-0", "side-1", "left"), ['<circle class="side-0" cx="9" cy="28" r="4.4"></circle>', '<circle class="side-1" cx="84.5" cy="115.36" r="4.4"></circle>', '<text class="left" x="84.5" y="129.36">3</text>', '<circle class="side-0" cx="160" cy="62.56" r="4.4"></circle>', '<text class="left" x="160" y="55.56">12</text>', '<circle class="side-1" cx="235.5" cy="89.44" r="4.4"></circle>', '<text class="left" x="235.5" y="103.44">30</text>', '<circle class="side-0" cx="311" cy="62.56" r="4.4"></circle>']);
});

test("draws are in the middle, and of what is not known there is a question mark", () => {
  assert.deepEqual(parts(made([["tie", 4], undefined, [null, null]]), "draw", "unknown", "left"), ['<path class="draw" d="M9 71l5 5l-5 5l-5-5z"></path>', '<text class="unknown" x="160" y="79.6">?</text>', '<text class="unknown" x="311" y="79.6">?</text>']);
});

test("known positions are joined by lines", () => {
  assert.deepEqual(parts(made([["tie", 1], ["win", 12], undefined, ["tie", 1]]), "way"), ['<line class="way" x1="9" y1="76" x2="109.67" y2="89.44"></line>']);
});

test("the selected position has a line, a single position one at the left", () => {
  assert.deepEqual([...parts(made([["tie", 1], ["tie", 1], ["tie", 1]], 1), "here"), ...parts(made([["tie", 1]]), "here")], ['<line class="here" x1="160" x2="160" y1="15" y2="137"></line>', '<line class="here" x1="9" x2="9" y1="15" y2="137"></line>']);
});

test("a click beside a position selects it", () => {
  const chosen = [];
  const whole = made([["tie", 1], ["tie", 1], ["tie", 1]], 0, (index) => chosen.push(index));
  assert.deepEqual(parts(whole, "spot"), ['<rect class="spot" x="-66.5" y="15" width="151" height="122" data-at="0"></rect>', '<rect class="spot" x="84.5" y="15" width="151" height="122" data-at="1"></rect>', '<rect class="spot" x="235.5" y="15" width="151" height="122" data-at="2"></rect>']);
  fire(whole.children.at(-1), "click");
  assert.deepEqual(chosen, [2]);
  assert.deepEqual(parts(made(Array(40).fill(["tie", 1])), "spot").slice(-1), ['<rect class="spot" x="305" y="15" width="12" height="122" data-at="39"></rect>']);
});
