import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, markup, page } from "./browser.mjs";

const { GameView } = await page("gameview");
const { Known } = await page("known");
const { scorecard, scoreNote } = await page("scorecard");
const { Shown } = await page("shown");

const COURSE = { game: "flip", positions: ["1_----------------", "2_-----U----------", "1_-----U----d-----"], turns: [0, 1, 0], moves: ["b2U", "a4D"], names: ["b2U", "a4D"] };
const STUDY = { verdict: "undecided", value: "win", remoteness: 3, steps: [["a1U", "tie", 2], ["b1U", "lose", 4], ["c1U", "win", 5], ["d1U", null, null], ["a2U", "win", 3], ["b3U", "lose", 6]] };
const NAMES = ["sentence", "opinion", "fix", "chart", "moves", "card", "steps"];
const PLAYERS = [{ best: 3, good: 1, blunders: 0, unknown: 2, moves: 6, accuracy: 88 }, { best: 1, good: 0, blunders: 2, unknown: 0, moves: 3, accuracy: null }];

// A view of a game; `chosen`: the positions that were clicked.
function made(more = {}, course = COURSE) {
  const known = new Known();
  known.begin(course);
  Object.assign(known, { studies: [STUDY] }, more);
  const [parts, chosen] = [Object.fromEntries(NAMES.map((name) => [name, element()])), []];
  return { known, parts, chosen, view: new GameView(known, parts, (index) => chosen.push(index)) };
}

test("the position is described, with every step from the best to the worst", () => {
  const { view, parts } = made();
  view.show(0, false);
  assert.equal(parts.sentence.textContent, "Sun to play. Sun wins in 3 turns, if it plays the best moves.");
  assert.deepEqual(parts.steps.children.map(({ tag, textContent }) => [tag, textContent]), [["li", "place on a2, up side: wins in 3 turns"], ["li", "place on c1, up side: wins in 5 turns"], ["li", "place on a1, up side: draws in 2 turns"], ["li", "place on b3, up side: loses in 6 turns"], ["li", "place on b1, up side: loses in 4 turns"], ["li", "place on d1, up side: not known"]]);
  view.show(1, false);
  assert.deepEqual([parts.sentence.textContent, parts.steps.children], ["Analysing …", []]);
});

test("why nothing more will be known is said in place of waiting", () => {
  const { view, parts } = made({ trouble: "No answer." });
  view.show(1, false);
  assert.equal(parts.sentence.textContent, "No answer.");
  view.show(0, false);
  assert.match(parts.sentence.textContent, /^Sun to play/);
});

test("what to do about missing values is said, with commands set apart", () => {
  const { view, parts } = made({ studies: [{ ...STUDY, fix: "Run `make solve`." }] });
  view.show(0, false);
  assert.deepEqual(parts.fix.children.map(markup), ["Run ", "<code>make solve</code>", "."]);
  const [, before] = parts.fix.children;
  view.show(0, false);
  assert.equal(parts.fix.children[1], before);
  view.show(1, false);
  assert.equal(parts.fix.textContent, "");
});

test("the choice of the board's player is said where no value is proved", () => {
  const unknown = { ...STUDY, value: null, steps: [] };
  const { view, parts, known } = made({ studies: [unknown, unknown, STUDY], opinions: [{ move: "a1U", name: "a1U" }, {}, { move: "a1U", name: "a1U" }] });
  const said = [0, 1, 2].map((index) => (view.show(index, false), parts.opinion.textContent));
  assert.deepEqual(said, ["The board's player would choose a1U: its opinion, not a proof.", "", ""]);
  assert.deepEqual([known.opinionOf(0).move, known.opinionOf(1), known.opinionOf(5)], ["a1U", null, null]);
});

test("the chart is there if a game has moves, and values where the game has few", () => {
  const hidden = (more, course) => {
    const { view, parts, known } = made(more, course);
    if (more?.guesses) known.game = { ...known.game, guesses: true };
    view.show(0, false);
    return [Boolean(parts.chart.hidden), parts.chart.children.length];
  };
  const single = { ...COURSE, positions: COURSE.positions.slice(0, 1), turns: [0], moves: [], names: [] };
  assert.deepEqual([hidden(), hidden({}, single), hidden({ guesses: true }), hidden({ guesses: true, studies: [undefined, { value: null }] })], [[false, 1], [true, 1], [false, 1], [true, 1]]);
});

test("the list of moves keeps its focus and shows the selected move", () => {
  const { view, parts, chosen } = made();
  view.show(0, false);
  const list = () => parts.moves.children[0];
  const [button] = list().querySelectorAll('[data-at="1"]');
  fire(button, "click");
  assert.deepEqual(chosen, [1]);
  button.focus();
  list().scrollTop = 5;
  view.show(1, false);
  assert.equal(String(document.activeElement.dataset.at), "1");
  assert.notEqual(document.activeElement, button);
});

test("a list is scrolled as little as needed to show the selected move", () => {
  const { view, parts } = made();
  const scrolled = (top, offsetTop) => {
    const old = element();
    old.scrollTop = top;
    parts.moves.replaceChildren(old);
    const list = element();
    const here = element("li");
    here.setAttribute("aria-current", "step");
    Object.assign(here, { offsetTop, offsetHeight: 20 });
    list.append(here);
    list.clientHeight = 100;
    view.refill(parts.moves, list);
    return list.scrollTop;
  };
  assert.deepEqual([scrolled(0, 50), scrolled(0, 200), scrolled(300, 200), scrolled(150, 200)], [0, 120, 200, 150]);
  parts.moves.replaceChildren();
  const bare = element();
  bare.querySelector = () => null;
  view.refill(parts.moves, bare);
  assert.equal(bare.scrollTop, 0);
});

test("the picture has the marks of its steps and the cells of the last move", () => {
  const { view } = made();
  assert.match(markup(view.picture(0)), /class="marks"><g/);
  assert.equal(view.picture(0).querySelectorAll(".changed").length, 0);
  assert.deepEqual(view.picture(2).querySelectorAll(".changed").map(({ attributes }) => [attributes.cx, attributes.cy]), [[80, 80]]);
  const arrows = made({ studies: [{ ...STUDY, value: null, steps: [] }], opinions: [{ move: "a1b1" }] });
  arrows.known.game = { ...arrows.known.game, stepAt: () => ({ column: 1, row: 0, from: { column: 0, row: 0 } }) };
  assert.match(markup(arrows.view.picture(0)), /opinion/);
});

test("after half a turn the cells are those of that half", () => {
  const { view } = made({}, { ...COURSE, positions: ["1_U---------------;a1E", "2_-D--U-----------"] });
  assert.deepEqual(view.picture(1).querySelectorAll(".changed").map(({ attributes }) => [attributes.cx, attributes.cy]), [[0, 0], [40, 0], [0, 40]]);
});

test("the scorecard is there when the game is over and its moves are graded", () => {
  const { view, parts, known } = made();
  view.show(0, true);
  assert.deepEqual([Boolean(parts.card.hidden), parts.card.children.length], [true, 0]);
  known.players = PLAYERS;
  view.show(0, false);
  assert.ok(!parts.card.children.length && parts.card.hidden !== false);
  view.show(0, true);
  assert.deepEqual([Boolean(parts.card.hidden), parts.card.children.length], [false, 2]);
});

test("the scorecard counts moves for each side", () => {
  assert.equal(markup(scorecard(PLAYERS, ["Sun", "Moon"])), '<table class="scorecard"><caption>Scorecard</caption><thead><tr><td></td><th>Sun</th><th>Moon</th></tr></thead><tbody><tr><th>Best moves ★</th><td>3</td><td>1</td></tr><tr><th>Good moves ✓</th><td>1</td><td>0</td></tr><tr><th>Blunders ✗</th><td>0</td><td>2</td></tr><tr><th>Not known</th><td>2</td><td>0</td></tr><tr class="total"><th>Accuracy</th><td>88 %</td><td>not known</td></tr></tbody></table>');
  assert.equal(markup(scoreNote(PLAYERS)), '<p class="note">Each graded move scores: best 1; good (keeps the value, but wins later or loses sooner) ½; blunder 0. 2 of 9 moves could not be graded: their exact value is not known.</p>');
  const [, moon] = PLAYERS;
  assert.doesNotMatch(scoreNote([moon, moon]).textContent, /graded: their/);
});

test("rows and columns of the scorecard are named for people who listen", () => {
  assert.deepEqual(scorecard(PLAYERS, ["Sun", "Moon"]).querySelectorAll("th").map(({ scope }) => scope), ["col", "col", "row", "row", "row", "row", "row"]);
});

test("the panel shows a game once its modules are there, unless another was asked for meanwhile", async () => {
  const parts = Object.fromEntries(NAMES.map((name) => [name, element()]));
  const shown = new Shown(parts, () => {});
  const first = shown.show(0, false);
  await first; // no game yet
  assert.equal(parts.sentence.textContent, "");
  shown.begin(COURSE);
  assert.deepEqual([shown.last, shown.game.name, shown.studies], [2, "flip", []]);
  await shown.show(2, false);
  assert.equal(parts.sentence.textContent, "Analysing …");
  shown.studies[0] = STUDY;
  const views = shown.view;
  await shown.show(0, false);
  assert.match(parts.sentence.textContent, /^Sun/);
  assert.equal(shown.view, views);
  shown.show(1, false); // at once, as the picture is
  assert.equal(parts.sentence.textContent, "Analysing …");
  await shown.show(0, false);
  shown.course = { ...COURSE, positions: COURSE.positions.slice(0, 1) };
  await shown.show(2, false);
  assert.match(parts.sentence.textContent, /^Sun/);
  shown.fail("No more.");
  assert.deepEqual([parts.sentence.textContent, shown.trouble], ["No more.", "No more."]);
  shown.empty();
  assert.deepEqual([shown.course, shown.trouble, parts.steps.children], [null, "", []]);
});
