import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Offer } = await page("offer");

const HERE = ["flip (magic)", "flip (eclipse)", "kono"];
const MENU = { t: "menu", items: [{ field: "level", values: ["easy"] }, { field: "variant", values: HERE }] };
const HELLO = { name: "tile4x4", others: { tile7x7: ["magician (standard)"] } };

// The offer of a board that plays flip tiles; `sent`: what was asked of it, `told`: how often it changed.
function made(hello = HELLO) {
  const sent = [];
  const offer = new Offer(() => ({ send: (message) => sent.push(message) }));
  let told = 0;
  offer.watch(() => (told += 1));
  const state = (variant, more = {}) => offer.hear({ t: "state", phase: "match", ask: "place", game: "flip", rules: "magic", settings: { variant }, ...more });
  offer.describe(hello);
  offer.hear(MENU);
  state(0);
  return { offer, sent, state, told: () => told };
}

const set = (variant) => ({ t: "tell", line: { c: "set", variant } });
const NEW = { t: "tell", line: { c: "new" } };
const named = (entry) => entry && [entry.board, entry.game, entry.rules, entry.variant];

test("the games of the board and of other boards are offered, with their rules", () => {
  const { offer, told } = made();
  assert.deepEqual(offer.entries.map(named), [["tile4x4", "flip", "magic", 0], ["tile4x4", "flip", "eclipse", 1], ["tile4x4", "kono", "", 2], ["tile7x7", "magician", "standard", 0]]);
  assert.deepEqual([named(offer.now), named(offer.chosen), offer.waits, told()], [["tile4x4", "flip", "magic", 0], ["tile4x4", "flip", "magic", 0], false, 3]);
  assert.deepEqual([offer.only, made({ name: "tile4x4", only: "It is recorded." }).offer.only], ["", "It is recorded."]);
});

test("a name that is none of a game's is offered as it is", () => {
  const { offer } = made();
  offer.hear({ t: "menu", items: [{ field: "variant", values: ["a b"] }] });
  assert.deepEqual(named(offer.here[0]), ["tile4x4", "a b", "", 0]);
  offer.hear({ t: "menu", items: [] });
  assert.deepEqual([offer.here, offer.now], [[], null]);
});

test("lines about something else change nothing", () => {
  const { offer, told } = made();
  for (const line of [undefined, { t: "cells" }, { t: "state" }, { t: "other", settings: { variant: 2 } }]) offer.hear(line);
  assert.deepEqual([named(offer.now), told()], [["tile4x4", "flip", "magic", 0], 3]);
});

test("a game chosen in the middle of another waits for its end, or is begun at once", () => {
  const { offer, sent, state } = made();
  offer.choose("kono");
  assert.deepEqual([sent, named(offer.chosen), offer.waits], [[set(2)], ["tile4x4", "kono", "", 2], true]);
  state(0); // sent before the choice was heard
  assert.deepEqual([sent.length, named(offer.chosen)], [1, ["tile4x4", "kono", "", 2]]);
  state(2);
  assert.deepEqual([offer.wanted, offer.waits], [null, true]);
  offer.start();
  assert.deepEqual(sent, [set(2), NEW]);
  state(2, { game: "kono", rules: "" });
  assert.ok(!offer.waits);
});

test("after the end of a game the chosen one begins at once, the same one too", () => {
  for (const [game, rules, asked] of [["flip", "eclipse", [set(1), NEW]], ["flip", "magic", [NEW]], ["flip", null, [NEW]]]) {
    const { offer, sent, state } = made();
    state(0, { ask: "over" });
    offer.choose(game, rules);
    assert.deepEqual(sent, asked, `${game} ${rules}`);
    assert.ok(!offer.waits);
  }
});

test("a game in its settings is not over, and not under way", () => {
  const { offer, sent, state } = made();
  state(0, { phase: "menu", ask: "over" });
  offer.choose("kono");
  assert.deepEqual([sent, offer.waits], [[set(2)], false]);
});

test("the same game again asks for nothing, other rules of it do", () => {
  const { offer, sent } = made();
  offer.choose("flip", "magic");
  offer.choose("flip");
  assert.deepEqual([sent, offer.wanted], [[], null]);
  offer.choose("flip", "eclipse");
  assert.deepEqual([sent, offer.waits], [[set(1)], true]);
});

test("two choices one after the other end with the second, whatever is still on its way", () => {
  const { offer, sent, state } = made();
  offer.choose("kono");
  offer.choose("flip", "magic"); // that is played now, but the first request is under way
  assert.deepEqual(sent, [set(2), set(0)]);
  state(2);
  assert.deepEqual(named(offer.chosen), ["tile4x4", "flip", "magic", 0]);
  state(0);
  assert.deepEqual([offer.wanted, sent.length], [null, 2]);
});

test("a game of another board is asked for once that board is there", () => {
  const { offer, sent, state } = made();
  offer.choose("magician");
  assert.deepEqual([sent, named(offer.chosen), offer.waits], [[{ t: "board", name: "tile7x7" }], ["tile7x7", "magician", "standard", 0], true]);
  offer.describe({ name: "tile7x7", others: { tile4x4: HERE } });
  assert.deepEqual([offer.now, named(offer.elsewhere[2])], [null, ["tile4x4", "kono", "", 2]]);
  offer.hear({ t: "menu", items: [{ field: "variant", values: ["magician (standard)"] }] });
  state(0, { game: "magician", rules: "standard" });
  assert.deepEqual([sent.length, offer.wanted, named(offer.now)], [1, null, ["tile7x7", "magician", "standard", 0]]);
});

test("another board that plays something else is asked for the chosen game, as soon as it has said what", () => {
  const { offer, sent, state } = made({ name: "tile4x4", others: { tile7x7: ["magician (standard)", "lap"] } });
  offer.choose("kono"); // first another one here
  offer.choose("lap", "");
  offer.describe({ name: "tile7x7", others: { tile4x4: HERE } });
  assert.deepEqual([named(offer.wanted), offer.over], [["tile7x7", "lap", "", undefined], false]);
  offer.hear({ t: "menu", items: [{ field: "variant", values: ["magician (standard)", "lap"] }] });
  assert.equal(sent.length, 2);
  state(0, { game: "magician", rules: "standard" });
  assert.deepEqual(sent.slice(2), [set(1)]);
});

test("other rules of the game that is played are another game", () => {
  const { offer, state } = made();
  state(1, { rules: "magic" });
  assert.ok(offer.waits);
  state(1, { rules: "eclipse" });
  assert.ok(!offer.waits);
});

test("a choice of this board after one of another is asked for here", () => {
  const { offer, sent } = made();
  offer.choose("magician");
  offer.choose("kono");
  assert.deepEqual(sent.slice(1), [set(2)]);
});

test("a board that came instead is not asked for the game", () => {
  const { offer } = made();
  offer.choose("magician");
  offer.describe(HELLO);
  assert.equal(offer.wanted, null);
});

test("a refused board leaves the game that is played, a refusal of something else leaves the choice", () => {
  const { offer, told } = made();
  offer.refused();
  assert.equal(told(), 3);
  offer.choose("kono");
  offer.refused();
  assert.equal(named(offer.chosen)[1], "kono");
  offer.choose("magician");
  const before = told();
  offer.refused();
  assert.deepEqual([named(offer.chosen)[1], told()], ["flip", before + 1]);
});

test("while a board is loaded the choice of another can be taken back", () => {
  const { offer, sent } = made();
  document.body.classList.add("early");
  offer.choose("magician");
  offer.choose("kono");
  document.body.classList.remove("early");
  assert.deepEqual(sent, [{ t: "board", name: "tile7x7" }, { t: "board", name: "tile4x4" }]);
});

test("another game waits while one is under way, also if its rules are called the same", () => {
  const waits = (...names) => {
    const { offer, state } = made();
    offer.hear({ t: "menu", items: [{ field: "variant", values: names }] });
    state(0, { game: names[0].split(" ")[0], rules: /\((.*)\)/.exec(names[0])?.[1] ?? "", moves: ["a1"] });
    offer.choose(names[1].split(" ")[0], /\((.*)\)/.exec(names[1])?.[1] ?? "");
    return offer.waits;
  };
  assert.deepEqual([waits("kono", "lap"), waits("flip (magic)", "flip (eclipse)"), waits("kono", "kono")], [true, true, false]);
});
