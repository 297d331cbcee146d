import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Cards } = await page("cards");
const { storedInTab } = await page("preferences");

const LEVELS = { t: "menu", items: [{ field: "level", values: ["easy", "medium", "hard"] }] };
const SETTINGS = { players: 0, starts: 0, level: 1 };
const OVER = { ask: "over", say: "You win. Clear the board for a new game.", machine: 2, moves: ["a1"] };

// The cards of a page that moves tiles for its user; `acts`: what happened.
function made({ begun = null, serves = true } = {}) {
  storedInTab.set("lodeboard-begun", begun);
  const [start, end, sent, acts] = [element(), element(), [], []];
  start.hidden = end.hidden = true;
  const act = (name) => () => void acts.push(name);
  const offer = { wanted: null };
  const cards = new Cards(start, end, () => ({ send: ({ line }) => sent.push(line) }), offer, { learn: act("learn"), review: act("review"), focusBoard: act("focus"), ended: act("ended") });
  const state = (more = {}) => cards.hear({ t: "state", phase: "match", ask: "place", moves: [], settings: SETTINGS, machine: 2, ...more });
  const push = (card, name) => card.querySelector(`[data-do="${name}"]`).click();
  cards.serves(serves);
  cards.hear(LEVELS);
  return { cards, start, end, sent, acts, offer, state, push };
}

test("the first card is shown before the first move, until it is answered in this window", () => {
  const { start, state, push, acts } = made();
  const shown = (more) => (state(more), !start.hidden);
  assert.deepEqual([shown({ phase: "start", moves: undefined }), shown(), shown({ moves: ["a1"] }), shown({ ask: "over", say: "." }), shown({ moves: undefined }), shown({ phase: "menu" })], [false, true, false, false, false, false]);
  assert.deepEqual([shown({ moves: ["r3"] }), shown({ moves: ["r3", "a2"] })], [true, false]); // chance rolls by itself
  assert.ok(shown());
  assert.ok(document.body.classes.has("with-card"));
  assert.ok(shown({ phase: "start" })); // the board starts again with a game chosen on the card
  push(start, "play");
  assert.deepEqual([start.hidden, acts, storedInTab.get("lodeboard-begun"), document.body.classes.has("with-card")], [true, ["ended", "focus"], "yes", false]);
  assert.ok(!shown());
  const again = made({ begun: "yes" });
  again.state();
  assert.ok(again.start.hidden);
  const real = made({ serves: false });
  real.state();
  assert.ok(real.start.hidden);
  real.cards.serves(true);
  assert.ok(!real.start.hidden);
});

test("guests of a shared board are not asked which game to play", () => {
  for (const [seat, asked] of [["", true], ["first", true], ["second", false], ["watching", false], [undefined, true]]) {
    const { cards, start, state } = made();
    cards.describe({ seat });
    state();
    assert.equal(!start.hidden, asked, seat);
  }
});

test("the first card waits until it is known that the page moves tiles", () => {
  const start = element();
  start.hidden = true;
  storedInTab.set("lodeboard-begun", null);
  const cards = new Cards(start, element(), () => {}, { wanted: null }, { ended() {} });
  cards.hear(LEVELS);
  cards.hear({ t: "state", phase: "match", ask: "place", moves: [], settings: SETTINGS });
  assert.ok(start.hidden);
});

test("nothing is shown before the board has said its menu and its settings", () => {
  const { cards, start, state } = made();
  state({ settings: undefined });
  assert.ok(start.hidden);
  cards.forget();
  state();
  assert.ok(start.hidden);
  cards.hear(LEVELS);
  assert.ok(!start.hidden);
});

test("who plays is set if it is not so already, once the chosen game is there", () => {
  const { start, sent, state, push, offer } = made();
  state();
  push(start, "play");
  assert.deepEqual(sent, []);
  push(start, "watch");
  assert.deepEqual(sent, [{ c: "set", players: 2 }]);
  offer.wanted = {};
  state({ settings: { ...SETTINGS, players: 2 } });
  push(start, "play");
  state({ settings: { ...SETTINGS, players: 2 } });
  assert.equal(sent.length, 1);
  offer.wanted = null;
  state({ settings: { ...SETTINGS, players: 2 } });
  state({ settings: { ...SETTINGS, players: 2 } });
  assert.deepEqual(sent.slice(1), [{ c: "set", players: 0 }]);
});

test("a choice before the board is there is not lost", () => {
  const { start, sent, state, push } = made();
  push(start, "watch");
  state({ settings: undefined });
  state();
  assert.deepEqual(sent, [{ c: "set", players: 2 }]);
});

test("the lessons open from the first card", () => {
  const { start, acts, state, push } = made();
  state();
  push(start, "learn");
  assert.deepEqual([acts, start.hidden], [["learn"], true]);
});

test("the last card has the end in words, and is announced once", () => {
  const { end, acts, state } = made({ begun: "yes" });
  state({ moves: ["a1"] });
  assert.ok(end.hidden);
  state(OVER);
  state(OVER);
  assert.deepEqual([end.hidden, end.querySelector("h2").textContent, acts], [false, "You win.", ["ended"]]);
  assert.ok(document.body.classes.has("with-card") && document.body.classes.has("with-end"));
  state();
  assert.deepEqual([end.hidden, document.body.classes.has("with-card"), document.body.classes.has("with-end")], [true, false, false]);
  state({ ...OVER, phase: "menu" });
  assert.ok(end.hidden);
});

test("after the end another game is offered, harder, easier or with other sides, as far as there is one", () => {
  const { end, state } = made({ begun: "yes" });
  const offered = (settings, machine = 2) => {
    state({ ...OVER, machine, settings: { ...SETTINGS, ...settings } });
    return ["swap", "harder", "easier", "play"].filter((name) => !end.querySelector(`[data-do="${name}"]`).hidden);
  };
  assert.deepEqual([offered({}), offered({ level: 0 }), offered({ level: 2 })], [["swap", "harder", "easier"], ["swap", "harder"], ["swap", "easier"]]);
  assert.deepEqual([offered({ players: 1 }, 0), offered({ players: 2 }, 3)], [[], ["play"]]);
});

test("who only watches is not offered another game", () => {
  const { cards, end, state } = made({ begun: "yes" });
  const offered = (seat, more) => {
    cards.describe({ seat });
    state({ ...OVER, ...more });
    return ["again", "swap", "harder", "easier", "play", "review"].filter((name) => !end.querySelector(`[data-do="${name}"]`).hidden);
  };
  assert.deepEqual([offered("watching"), offered("watching", { machine: 3 }), offered("second")], [["review"], ["review"], ["again", "swap", "harder", "easier", "review"]]);
});

test("each of them begins a new game", () => {
  const { end, sent, acts, state, push } = made({ begun: "yes" });
  state(OVER);
  const asked = (name) => (push(end, name), sent.splice(0));
  const set = (more) => [{ c: "set", ...more }, { c: "new" }];
  assert.deepEqual(["again", "swap", "harder", "easier", "play"].map(asked), [[{ c: "new" }], set({ starts: 1 }), set({ level: 2 }), set({ level: 0 }), set({ players: 0 })]);
  state({ ...OVER, settings: { ...SETTINGS, starts: 1 } });
  assert.deepEqual(asked("swap"), set({ starts: 0 }));
  push(end, "review");
  assert.deepEqual([sent, acts], [[], ["ended", "review"]]);
});

test("another board that has said nothing yet has no card", () => {
  const { cards, end, state } = made({ begun: "yes" });
  state(OVER);
  cards.forget();
  assert.deepEqual([end.hidden, document.body.classes.has("with-card"), document.body.classes.has("with-end"), cards.items, cards.state], [true, false, false, [], null]);
});

test("against the fair opponent nobody is offered another level", () => {
  const { end, state } = made();
  const shown = () => ["harder", "easier", "swap"].map((name) => !end.querySelector(`[data-do="${name}"]`).hidden);
  state(OVER);
  assert.deepEqual(shown(), [true, true, true]);
  state({ ...OVER, settings: { ...SETTINGS, fair: 1 } });
  assert.deepEqual(shown(), [false, false, true]);
});
