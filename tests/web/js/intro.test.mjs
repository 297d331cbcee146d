import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { Intro, met, missed } = await page("intro");
const { gameOf } = await page("games");

const flip = gameOf("flip");
const EMPTY = flip.empty;
const PLACED = "2_-----U----------";

const LESSONS = {
  flip: {
    game: "flip", rules: "magic", name: "flip tiles", about: "Learn to place and flip.", farewell: undefined,
    steps: [
      { title: "Place", say: "Place a tile.", position: EMPTY, done: { moves: 1, last: ["b2U"] }, after: "Well done." },
      { title: "Look", say: "It lies there.", done: { moves: 1 } },
      { title: "Again", say: "Place it again.", position: PLACED, done: { moves: 1, result: "win" }, missed: "Not there.", after: "The end." },
    ],
  },
  kono: { game: "kono", name: "Four Field Kono", about: "Learn to jump.", label: "Kono", note: "Short.", translated: true, farewell: "Bye.", steps: [{ title: "One", say: "Jump.", position: "1_k", done: { moves: 1 } }] },
  xtic: { game: "xtic", rules: "normal", name: "xtic", about: "Not on this board.", steps: [] },
};
globalThis.fetch = async (name) => ({ json: async () => ({ "intro.json": LESSONS, "problems.json": {} })[name] });
const settled = () => new Promise((done) => setImmediate(done));

const MENU = { t: "menu", items: [{ field: "level", values: ["easy"] }, { field: "variant", values: ["kono", "flip (magic)"] }] };
const STATE = { t: "state", phase: "match", ask: "place", game: "flip", position: EMPTY, start: "other", moves: [], say: "Place a tile." };

// An introduction on a board in a game of flip tiles; `sent`: what the server was told. `parks`: it parks the
// game at once.
async function made({ open = true, menu = true, state = {}, parks = true } = {}) {
  document.activeElement = null;
  const [panel, sent, did] = [element(), [], []];
  panel.id = "intro";
  const panels = { isOpen: () => open, watch: (changed) => (panels.changed = changed), close: (id) => did.push(["close", id]) };
  const send = (message) => {
    sent.push(message);
    if (parks && message.t === "park" && message.on) intro.hearParked({ on: true });
  };
  const intro = new Intro(panel, panels, () => ({ send }), () => did.push("focus"), { all: [] });
  await settled();
  await settled();
  const part = (name) => panel.querySelector(`[data-part="${name}"]`);
  const hear = (more = {}) => intro.hear({ ...STATE, ...more });
  if (menu) intro.hear(MENU);
  if (state) hear(state);
  const courses = () => part("courses").children;
  const push = (button, detail = 1) => fire(button, "click", { detail });
  const texts = () => ["title", "count", "say", "answer"].map((name) => part(name).textContent);
  const shown = () => ["choose", "lesson", "next", "again"].filter((name) => !part(name).hidden);
  return { intro, panel, panels, sent, did, part, hear, courses, push, texts, shown };
}

// In the first lesson of flip tiles, its position set up.
async function started(detail = 1) {
  const found = await made();
  found.push(found.courses()[0], detail);
  found.sent.length = 0;
  found.did.length = 0;
  found.hear({ start: EMPTY });
  return found;
}

test("a step is done when all that it asks for is so", () => {
  const state = { position: PLACED, moves: ["b2U"], result: null };
  const fits = (done, more = {}) => met(done, { ...state, ...more }, flip);
  assert.deepEqual([fits({}), fits({ moves: 1 }), fits({ moves: 2 }), fits({ moves: 0 })], [true, true, false, true]);
  assert.deepEqual([fits({ last: ["b2U", "b2D"] }), fits({ last: ["a1U"] }), fits({ result: null }), fits({ result: "win" })], [true, false, true, false]);
  assert.deepEqual([fits({ cells: { b2: "U" } }), fits({ cells: { b2: "U", a1: "-" } }), fits({ cells: { b2: "D" } }), fits({ cells: { c2: "U" } }), fits({ cells: { b3: "U" } })], [true, true, false, false, false]);
  const half = { position: `${PLACED};b2E` };
  assert.deepEqual([fits({ half: true }, half), fits({ half: true }), fits({ half: false }, half), fits({ half: false }), fits({ moves: 1 }, half), fits({}, half)], [true, false, false, true, false, true]);
});

test("a step is missed by a whole move that does not fit", () => {
  const state = { position: PLACED, moves: ["b2U"] };
  const of = (done, more = {}) => missed(done, { ...state, ...more }, flip);
  assert.deepEqual([of({ last: ["a1U"] }), of({ last: ["b2U"] }), of({ moves: 2 }), of({ result: "win" }, { moves: [] }), of({ result: "win" }, { position: `${PLACED};b2E` })], [true, false, false, false, false]);
});

test("the courses of the board's games are listed, with what they teach", async () => {
  const { courses, part, shown } = await made();
  assert.deepEqual(courses().map(({ type, className, dataset, children: [name, about], hidden, disabled }) => [type, className, dataset.course, name.textContent, about.textContent, hidden, disabled]), [["button", "course", "flip", "Learn flip tiles", "Learn to place and flip.", false, false], ["button", "course", "kono", "Kono", "Short.", false, false], ["button", "course", "xtic", "Learn xtic", "Not on this board.", true, false]]);
  assert.deepEqual([shown(), part("first").textContent], [["choose"], ""]);
});

test("a course can begin only during a game", async () => {
  const { courses, part, hear } = await made({ state: null });
  assert.deepEqual([courses().map(({ disabled }) => disabled), part("first").textContent], [[true, true, true], "First do what the board asks. "]);
  hear({ phase: "menu", say: "Choose." });
  assert.equal(part("first").textContent, "First do what the board asks. Choose.");
  hear();
  assert.deepEqual([courses()[0].disabled, part("first").textContent], [false, ""]);
});

test("before the menu of the board is known no course can begin; a closed panel loads nothing", async () => {
  const { courses, sent, push, intro } = await made({ menu: false });
  assert.deepEqual(courses().map(({ hidden }) => hidden), [true, true, true]);
  push(courses()[0]);
  assert.deepEqual(sent, []);
  intro.hear(MENU);
  assert.deepEqual(courses().map(({ hidden }) => hidden), [false, false, true]);
  intro.hear(undefined);
  intro.hear({ t: "cells" });
  const closed = await made({ open: false });
  assert.equal(closed.courses().length, 0);
  closed.panels.changed("other", true);
  await settled();
  assert.equal(closed.courses().length, 0);
  closed.panels.changed("intro", true);
  await settled();
  await settled();
  closed.panels.changed("intro", true);
  await settled();
  assert.equal(closed.courses().length, 3);
});

test("a course puts the game aside, chooses its own without a coach, and sets up its first position", async () => {
  const { courses, push, sent, texts, shown, panel, did } = await made();
  push(courses()[0]);
  assert.deepEqual(sent, [{ t: "park", on: true }, { t: "tell", line: { c: "set", variant: 1, players: 1, coach: 0 } }, { t: "lay", cells: flip.layout(EMPTY), alike: false }, { t: "tell", line: { c: "setup", position: EMPTY, moves: [] } }]);
  assert.deepEqual([texts(), shown(), panel.sought, did], [["Place", "Step 1 of 3", "Place a tile.", ""], ["lesson"], 1, []]);
});

test("a course does not begin where the game cannot be parked, or after it was left", async () => {
  const { intro, courses, push, sent, shown, panels, hear, texts } = await made({ parks: false });
  push(courses()[0]);
  assert.deepEqual([sent.splice(0), shown()], [[{ t: "park", on: true }], ["choose"]]);
  hear({ start: EMPTY });
  intro.hearParked({ on: false });
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.deepEqual([sent, shown(), intro.parked], [[], ["choose"], ""]);
  push(courses()[0]);
  panels.changed("intro", false);
  intro.hearParked({ on: true });
  assert.deepEqual([sent.splice(0), shown()], [[{ t: "park", on: true }, { t: "park", on: false }], ["choose"]]);
  push(courses()[0]);
  push(courses()[0]);
  intro.hearParked({ on: true });
  intro.hearParked({ on: true });
  assert.deepEqual([sent.map(({ t }) => t), shown(), texts()[0]], [["park", "park", "tell", "lay", "tell"], ["lesson"], "Place"]);
});

test("by keyboard it moves the focus to the board", async () => {
  const { did, courses, push } = await made();
  push(courses()[0], 0);
  assert.deepEqual(did, ["focus"]);
});

test("a board that plays another game changes to the course's first, by a new game if one has begun", async () => {
  const { courses, push, sent, texts, hear, did } = await made();
  push(courses()[1], 0);
  assert.equal(texts()[0], "The board changes to this game …");
  sent.length = 0;
  hear({ moves: ["b2U"] });
  hear({ moves: ["b2U"] });
  hear({ phase: "menu", moves: ["b2U"] });
  assert.deepEqual(sent.splice(0), [{ t: "tell", line: { c: "new" } }]);
  hear({ game: "kono", position: "1_", moves: [] });
  assert.deepEqual([texts().slice(0, 3), sent.map(({ t }) => t), did], [["One", "Step 1 of 1", "Jump."], ["lay", "tell"], ["focus"]]);
  const fresh = await made();
  fresh.push(fresh.courses()[1]);
  fresh.sent.length = 0;
  fresh.hear({ moves: [] });
  assert.deepEqual(fresh.sent, []);
});

test("a step that is done is praised, the next follows by its button", async () => {
  const { hear, texts, shown, part, push, did } = await started();
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.deepEqual([texts()[3], part("answer").dataset.kind, shown(), part("next").textContent, document.activeElement], ["Well done.", "done", ["lesson", "next"], "Next", null]);
  push(part("next"), 0);
  assert.deepEqual([texts().slice(0, 2), did], [["Again", "Step 3 of 3"], ["focus"]]); // the second was done already
});

test("another move than the right one is missed, and the step can be repeated", async () => {
  const { hear, texts, shown, part, push, sent } = await started();
  hear({ start: EMPTY, moves: ["a1U"], position: "2_U---------------" });
  assert.deepEqual([texts()[3], shown(), part("answer").dataset.kind], ["Not quite. Try again.", ["lesson", "again"], "missed"]);
  hear({ start: EMPTY, moves: [] });
  assert.deepEqual([texts()[3], shown()], ["", ["lesson"]]);
  hear({ start: EMPTY, moves: ["a1U"], position: "2_U---------------" });
  push(part("again"));
  assert.deepEqual([sent.at(-1), texts()[3]], [{ t: "tell", line: { c: "setup", position: EMPTY, moves: [] } }, ""]);
});

test("a step without a position continues from the one before, also when it is repeated", async () => {
  const { hear, intro, texts, part, push, sent } = await started();
  LESSONS.flip.steps[1].done = { moves: 2 };
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  sent.length = 0;
  push(part("next"));
  assert.deepEqual([texts().slice(0, 3), sent], [["Look", "Step 2 of 3", "It lies there."], []]);
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  intro.again(false);
  assert.equal(texts()[1], "Step 1 of 3");
  LESSONS.flip.steps[1].done = { moves: 1 };
});

test("a game with moves that began in the same position is not the lesson's", async () => {
  const { courses, push, hear, texts } = await made();
  push(courses()[0]);
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.equal(texts()[3], "");
  hear({ start: "other", moves: [] });
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.equal(texts()[3], "");
  hear({ start: EMPTY, moves: [], ask: "restore" });
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.equal(texts()[3], "");
  hear({ start: EMPTY, moves: [] });
  hear({ phase: "menu", start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.equal(texts()[3], "");
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  hear({ start: EMPTY, moves: ["b2U", "a1D"], position: PLACED });
  assert.equal(texts()[3], "Well done.");
});

test("the focus of somebody who plays by keyboard goes to the button that follows", async () => {
  const { hear, part } = await started();
  const stop = element("button");
  const stops = element();
  stops.id = "stops";
  stops.append(stop);
  stop.focus();
  hear({ start: EMPTY, moves: ["a1U"], position: "2_U---------------" });
  assert.equal(document.activeElement, part("again"));
  stop.focus();
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  assert.equal(document.activeElement, part("next"));
  element("p").focus();
  const other = await started();
  const outside = element("p");
  outside.focus();
  other.hear({ start: EMPTY, moves: ["a1U"], position: "2_U---------------" });
  assert.equal(document.activeElement, outside);
});

test("after the last step the game comes back, and other courses are offered", async () => {
  const { hear, part, push, texts, shown, sent, did } = await started();
  hear({ start: EMPTY, moves: ["b2U"], position: PLACED });
  push(part("next"));
  hear({ start: PLACED, position: PLACED });
  hear({ start: PLACED, position: PLACED, moves: ["a1D"] });
  assert.equal(texts()[3], "Not there.");
  hear({ start: PLACED, position: PLACED, moves: ["a1D"], result: "win" });
  assert.deepEqual([texts()[3], part("next").textContent], ["The end.", "Finish"]);
  sent.length = 0;
  const [first] = part("courses").children;
  part("courses").querySelector = (what) => (what === ":not([hidden])" ? first : null);
  did.length = 0;
  push(part("next"), 0);
  assert.deepEqual([sent, shown(), part("first").textContent, texts().slice(1), document.activeElement], [[{ t: "park", on: false }], ["choose"], "You know all the rules now. Your game is back as it was.", ["", "", ""], first]);
  hear({ say: "Place a tile." });
  assert.match(part("first").textContent, /^You know/);
  hear({ phase: "menu" });
  hear();
  assert.match(part("first").textContent, /^You know/);
});

test("a course may have its own farewell and its own words", async () => {
  const { courses, push, hear, part } = await made();
  push(courses()[1]);
  hear({ game: "kono", position: "1_k", moves: [] });
  hear({ game: "kono", start: "1_k", position: "1_k", moves: [] });
  hear({ game: "kono", start: "1_k", position: "1_k", moves: ["a3a2"] });
  assert.equal(part("first").textContent, "Bye.");
});

test("a lesson that is left gives the game back; without one there is nothing to give", async () => {
  const { panels, sent, part, did } = await started();
  part("leave").click();
  assert.deepEqual(did, [["close", "intro"]]);
  panels.changed("other", false);
  assert.deepEqual(sent, []);
  panels.changed("intro", false);
  panels.changed("intro", false);
  assert.deepEqual(sent, [{ t: "park", on: false }]);
  const broken = await started();
  broken.intro.clear();
  broken.panels.changed("intro", false);
  assert.deepEqual([broken.sent, broken.shown()], [[], ["choose"]]);
});

test("the game before a lesson counts as parked until the board has it again", async () => {
  const { intro, hear, panels, courses, push } = await started();
  const lesson = { start: EMPTY, moves: ["a1U"], position: "2_U---------------", result: "win" };
  hear(lesson);
  assert.ok(intro.parked);
  panels.changed("intro", false);
  push(courses()[0]); // once more, while the lesson's game is still there
  hear({ start: EMPTY });
  panels.changed("intro", false);
  for (const more of [lesson, { ...lesson, settings: {} }, { game: "kono", start: "other" }, { start: "other", moves: ["b2U"] }]) {
    hear(more);
    assert.ok(intro.parked);
  }
  hear();
  assert.equal(intro.parked, "");
  push(courses()[0]);
  intro.clear();
  assert.equal(intro.parked, "");
});

test("a course learns the first answer at each step, and that it was finished", async () => {
  const { intro, courses, push, hear, part } = await made();
  const told = [];
  Object.assign(intro.courses.kono, { answered: (index, right) => told.push([index, right]), finished: () => told.push("finished"), steps: [{ title: "One", say: "Jump.", position: "1_k", done: { moves: 1, last: ["a1a2"] }, after: "Right." }, { title: "Two", say: "Jump.", position: "2_k", done: { moves: 1 }, after: "Right." }] });
  push(courses()[1]);
  hear({ game: "kono", start: "1_k", position: "1_k" });
  const move = (start, made) => hear({ game: "kono", start, position: start, moves: made });
  move("1_k", []);
  move("1_k", ["b1b2"]);
  push(part("again"));
  move("1_k", []);
  move("1_k", ["a1a2"]);
  push(part("next"));
  move("2_k", []);
  move("2_k", ["a1a2"]);
  push(part("next"));
  assert.deepEqual(told, [[0, false], [1, true], "finished"]);
});
