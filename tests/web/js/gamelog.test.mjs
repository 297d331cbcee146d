import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { GameLog, isGame } = await page("gamelog");

const storage = (text = null) => ({ text, get() { return this.text; }, set(_, text) { this.text = text; } });

let ms = 0;

// A log, and the board's states in it: `state(moves, more)`, one a second.
function made(text) {
  const log = new GameLog(storage(text), () => (ms += 1000), () => ["Ada", ""]);
  const state = (moves, more = {}) => log.hear({ t: "state", phase: "match", game: "flip", rules: "magic", start: "s", position: "p", moves: moves.split(" ").filter(Boolean), machine: 2, level: "easy", result: null, turn: 0, ...more }, false);
  return { log, state };
}

const shown = ({ all }) => all.map(({ moves, score }) => `${moves} ${score}`);

test("a game is stored while it goes on, and with its score at its end", () => {
  const { log, state } = made();
  for (const moves of ["", "a", "a b"]) state(moves);
  assert.deepEqual(shown(log), []);
  state("a b c");
  state("a b c d", { result: "lose", turn: 0 });
  assert.deepEqual(shown(log), ["a b c d 0-1"]);
  state("");
  state("x", { result: "tie" });
  assert.deepEqual(shown(log), ["x ½-½", "a b c d 0-1"]);
});

test("after a reload the game that is on the board is the one that is stored", () => {
  const { log, state } = made();
  state("a b c");
  const again = made(log.store.text);
  again.state("a b c");
  again.state("a b c d");
  again.state("a b c d", { result: "lose" });
  const [{ since }] = log.all;
  for (let index = 0; index < 2; index += 1) {
    const once = made(again.log.store.text);
    once.state("a b c d", { result: "lose" });
    assert.deepEqual([shown(once.log), once.log.all[0].since], [["a b c d 0-1"], since]);
  }
  const other = made(again.log.store.text);
  other.state("a b c d");
  other.state("");
  for (const moves of ["a", "a b", "a b c", "a b c d"]) other.state(moves);
  other.state("a b c d", { result: "lose" });
  assert.deepEqual(shown(other.log), ["a b c d 0-1", "a b c d *", "a b c d 0-1"]);
});

test("after a lesson the game goes on that was parked", () => {
  const { log, state } = made();
  state("a b c");
  state("");
  state("a b c");
  state("a b c d");
  assert.deepEqual(shown(log), ["a b c d *"]);
});

test("two pages of one board store one game", () => {
  const [one, other] = [made(), made()];
  other.log.store = one.log.store;
  for (const moves of ["", "a", "a b", "a b c", "a b c d"]) for (const { state } of [one, other]) state(moves);
  assert.deepEqual(shown(one.log), ["a b c d *"]);
});

test("a forgotten game stays away while the board still has it, and may be read from a file", () => {
  const { log, state } = made();
  state("a b c d", { result: "win" });
  const file = log.all;
  log.remove(file[0].since);
  state("a b c d", { result: "win" });
  assert.equal(log.addPast([past("a b c d")]), 0);
  const again = made(log.store.text);
  again.state("a b c d", { result: "win" });
  assert.deepEqual([shown(log), shown(again.log)], [[], []]);
  assert.deepEqual([log.merge(file), shown(log)], [1, ["a b c d 1-0"]]);
  log.remove(file[0].since);
  state("a b c");
  state("a b c e", { result: "win" });
  assert.deepEqual(shown(log), ["a b c e 1-0"]);
});

test("forgotten games take no place from those that are listed", () => {
  const { log, state } = made();
  for (let index = 0; index < 130; index += 1) {
    state("");
    state(`m${index}`, { result: "win" });
    if (index < 120) log.remove(log.all[0].since);
  }
  assert.deepEqual([log.all.length, log.stored.length], [10, 110]);
});

test("the times that a clock has left are stored with the game", () => {
  const { log, state } = made();
  state("a b c", { clock: { left: [100, 200], turn: 0 } });
  state("a b c", { clock: { left: [0, 300], turn: null }, result: "lose" });
  assert.deepEqual(log.all.map(({ clock, score }) => [clock, score]), [[[0, 300], "0-1"]]);
});

test("a game taken back is the same one, and another start, game or rule set another", () => {
  const { log, state } = made();
  state("a b c");
  state("a b");
  state("a b d e");
  assert.deepEqual(shown(log), ["a b d e *"]);
  state("a b d", { rules: "eclipse" });
  state("a b d", { game: "kono", rules: "" });
  state("a b d", { game: "kono", rules: "", start: "t" });
  assert.equal(log.all.length, 4);
});

test("half a turn, lessons, the menu and other lines are no moves", () => {
  const { log, state } = made();
  state("a b c", { position: "p;a" });
  assert.deepEqual(shown(log), []);
  state("a b c d", { position: "p;a" });
  assert.deepEqual(shown(log), ["a b c *"]);
  log.hear({ t: "state", phase: "match", moves: ["a", "b", "c", "d", "e"], position: "", result: "win" }, true);
  for (const line of [undefined, { t: "menu" }, { t: "state", phase: "menu", moves: ["a"] }, { t: "state", phase: "match" }]) log.hear(line, false);
  assert.deepEqual(shown(log), ["a b c *"]);
});

test("the last hundred games are stored, and games from a file join them once", () => {
  const { log, state } = made();
  for (let index = 0; index < 130; index += 1) {
    state("");
    state(`m${index}`, { result: "win" });
  }
  assert.equal(log.all.length, 100);
  assert.equal(log.all[0].moves, "m129");
  const other = made().log;
  assert.deepEqual([other.merge([...log.all, { since: 1 }, null, "x"]), other.merge(log.all)], [100, 0]);
  other.remove(other.all[0].since);
  assert.equal(other.all[0].moves, "m128");
});

test("a damaged store and damaged games are left out", () => {
  for (const text of ["{", "null", "7", '[{"since": "x"}]']) assert.deepEqual(made(text).log.all, [], text);
  const good = { since: 1, game: "g", rules: "", start: "", moves: "", machine: 0, level: "", score: "*" };
  assert.ok(isGame(good));
  for (const wrong of [{ moves: "a".repeat(9000) }, { level: 3 }, { names: "Ada" }, { names: [3] }, { fair: {} }, { fair: { player: 1, rating: "x", games: 3 } }]) assert.ok(!isGame({ ...good, ...wrong }), JSON.stringify(wrong));
});

test("a game has the names of its players, and what the fair opponent said last", () => {
  const { log, state } = made();
  const fair = { player: 1, rating: 1200, games: 4, change: 0, why: "" };
  state("a b c", { fair });
  state("a b c d", { fair: { ...fair, rating: 1216 }, result: "lose" });
  assert.deepEqual(log.all.map(({ names, fair: { rating } }) => [names, rating]), [[["Ada", ""], 1216]]);
  assert.ok(isGame(log.all[0]));
});

const past = (moves, score = "1-0", more = {}) => Object.values({ variant: "flip/magic", machine: "2", level: "easy", score, start: "s", moves, ...more }).join("\t");

test("games read from a board join the others once, those played here are known, and forgotten ones stay away", () => {
  const { log, state } = made();
  state("a b c d", { result: "win" });
  const lines = [past("z y", "1/2-1/2"), past("a b c d"), past("k l", "0-1", { variant: "kono", machine: "0", level: "" })];
  assert.equal(log.addPast(lines), 2);
  assert.deepEqual(shown(log), ["z y ½-½", "k l 0-1", "a b c d 1-0"]);
  assert.deepEqual(log.all.map(({ game, rules, board }) => [game, rules, board]), [["flip", "magic", true], ["kono", "", true], ["flip", "magic", undefined]]);
  log.remove(log.all[0].since);
  assert.equal(log.addPast(lines), 0);
  assert.deepEqual(shown(log), ["k l 0-1", "a b c d 1-0"]);
  state("");
  state("n", { result: "tie" });
  assert.equal(log.addPast(lines), 0);
});

test("a hundred games of boards take no place from those of the page", () => {
  const { log, state } = made();
  state("a b c d", { result: "win" });
  assert.equal(log.addPast(Array.from({ length: 130 }, (_, index) => past(`m${index}`))), 130);
  assert.equal(log.all.length, 101);
  assert.equal(log.all[0].moves, "m0");
  assert.equal(log.all.at(-1).moves, "a b c d");
});

test("a game with a friend elsewhere is not one against the board", () => {
  const { log } = made();
  assert.equal(log.addPast([past("a b", "1-0", { machine: "6" }), past("c d", "0-1", { machine: "1" })]), 2);
  assert.deepEqual(log.all.map(({ machine, friend }) => [machine, friend]), [[2, true], [1, false]]);
});

test("a line that is no game is left out", () => {
  const { log } = made();
  const wrong = ["", null, 7, "flip/magic\t2", past("a", "9-9"), past("a", "1-0", { machine: "x" }), past("a".repeat(9000)), past("a", "1-0", { variant: "" }), `${past("a")}\tmore`];
  assert.equal(log.addPast(wrong), 0);
  assert.deepEqual(log.all, []);
});
