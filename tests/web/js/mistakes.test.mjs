import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Examiner, found, isMistake, Mistakes } = await page("mistakes");

const one = (position, more = {}) => ({ game: "kono", rules: "", position, best: "a1a2", was: "win", stage: 0, due: 10, ...more });

// `now.day`: today.
function made() {
  const texts = {};
  const now = { day: 10 };
  const store = { get: (name) => texts[name] ?? null, set: (name, text) => (texts[name] = text) };
  return { mistakes: new Mistakes(store, () => now.day), now, texts };
}

const shown = ({ all }) => all.map(({ position, stage, due }) => [position, stage, due]);

test("a solved problem comes back later each time, and is then known", () => {
  const { mistakes, now } = made();
  assert.equal(mistakes.merge([one("1_a")]), 1);
  const days = [];
  while (mistakes.all.length) {
    now.day = mistakes.all[0].due;
    days.push(now.day);
    mistakes.answered(mistakes.due[0], true);
  }
  assert.deepEqual(days, [10, 11, 14, 21, 37]);
});

test("a missed problem comes back tomorrow, from the beginning", () => {
  const { mistakes, now } = made();
  mistakes.merge([one("1_a", { stage: 3 }), one("1_b", { due: 30 })]);
  mistakes.answered(mistakes.due[0], false);
  assert.deepEqual(shown(mistakes), [["1_a", 0, 11], ["1_b", 0, 30]]);
  assert.equal(mistakes.due.length, 0);
  now.day = 11;
  assert.equal(mistakes.due.length, 1);
});

test("a hundred are kept, those first that are due first, and none twice", () => {
  const { mistakes } = made();
  mistakes.merge(Array.from({ length: 120 }, (_, number) => one(`1_${number}`, { due: 200 - number })));
  assert.deepEqual([mistakes.all.length, mistakes.all[0].due, mistakes.all.at(-1).due], [100, 81, 180]);
  mistakes.answered(mistakes.all[0], true);
  assert.equal(mistakes.merge([...mistakes.all, one("x", { due: 1 }), null, "y", { ...one("z"), stage: 5 }, { ...one("z"), best: "" }]), 1);
});

test("damaged stores are empty", () => {
  const { mistakes, texts } = made();
  for (const text of ["{", "null", "7", "[3]"]) {
    texts["lodeboard-mistakes"] = text;
    assert.deepEqual(mistakes.all, [], text);
  }
  assert.ok(isMistake(one("1_a")) && !isMistake({ ...one("1_a"), position: "a".repeat(1001) }));
});

test("lessons have the problems that are due, by game, five at a time", () => {
  const { mistakes } = made();
  mistakes.merge([...Array.from({ length: 7 }, (_, number) => one(`1_${number}`)), one("2_k", { game: "flip", rules: "magic", best: "a1U b2D", was: "tie" }), one("2_l", { due: 11 })]);
  const { "own-kono-": kono, "own-flip-magic": flip, ...others } = mistakes.courses();
  assert.deepEqual([kono.steps.length, kono.label, kono.note, others], [5, "From your games: Four Field Kono", "Positions in which you gave the result away, to solve again: 7.", {}]);
  assert.deepEqual(flip.steps, [{ title: "Problem 1", say: "The moons are to move. You gave away a draw here. Find a move that keeps it. Make it on the board.", position: "2_k", done: { moves: 1, last: ["a1U", "b2D"] }, missed: "That loses. Try again.", after: "Right. These moves keep it: a1U b2D." }]);
  kono.answered(1, true);
  assert.deepEqual(mistakes.due.filter(({ position }) => position === "1_1"), []);
});

const GRADED = [{ player: 0, was: "win", grade: "blunder" }, { player: 1, was: "win", grade: "blunder" }, { player: 0, was: "tie", grade: "blunder" }, { player: 0, was: "win", grade: "good" }, { player: 0, was: "win", grade: "blunder" }];
const STUDIES = ["p0", "p1", "p2", "p3", "p4"].map((position, at) => ({ t: "studied", position, at, best: at === 4 ? null : ["m", "n"] }));

test("what a person gave away is found, where the moves that keep it are known", () => {
  const of = (machine) => found({ game: "kono", rules: "", machine }, GRADED, STUDIES, 10).map(({ position, was }) => [position, was]);
  assert.deepEqual([of(2), of(1), of(0)], [[["p0", "win"], ["p2", "tie"]], [["p1", "win"]], [["p0", "win"], ["p1", "win"], ["p2", "tie"]]]);
  assert.deepEqual(found({ game: "kono", rules: "", machine: 2 }, GRADED, STUDIES, 10)[0], { game: "kono", rules: "", position: "p0", best: "m n", was: "win", stage: 0, due: 10 });
});

function examining(games) {
  const { mistakes } = made();
  const [sent, log, changes] = [[], { all: games }, []];
  const examiner = new Examiner(mistakes, log, () => ({ send: (message) => sent.push(message) }), () => changes.push(mistakes.all.length));
  return { mistakes, sent, log, examiner, changes };
}

const game = (since, more = {}) => ({ since, game: "kono", rules: "", start: "1_ooooooooxxxxxxxx", moves: "a4a2 b1b3", machine: 2, score: "1-0", ...more });

test("ended games are looked at once, one after the other", () => {
  const { sent, examiner, changes, mistakes } = examining([game(3), game(2, { score: "*" }), game(1, { machine: 3 }), game(0)]);
  examiner.next();
  const answer = (message) => examiner.take({ id: sent.at(-1).id, ...message });
  assert.deepEqual(sent.map(({ t, game, rules, record }) => [t, game, rules, record]), [["study", "kono", "", "1. a4a2  2. b1b3"]]);
  for (const study of STUDIES) answer(study);
  examiner.take({ t: "scorecard", id: -1, moves: GRADED });
  answer({ t: "record" });
  answer({ t: "scorecard", moves: GRADED });
  assert.deepEqual([sent.length, changes], [2, [2]]);
  answer({ t: "scorecard", moves: [] });
  examiner.next();
  assert.deepEqual([sent.length, changes, mistakes.due.length], [2, [2, 2], 2]);
});

test("a game that could not be looked at does not hold up the others", () => {
  const { sent, examiner, changes } = examining([game(1), game(0)]);
  examiner.next();
  const [{ id }] = sent;
  examiner.take({ t: "record", id, error: "no" });
  examiner.take({ t: "record", id, error: "no" });
  assert.equal(sent.length, 2);
  examiner.take({ t: "record", id: sent[1].id, error: "no" });
  assert.deepEqual([sent.length, changes], [2, []]);
  examiner.next();
  assert.equal(sent.length, 2);
});

test("a game too long for a question is passed over", () => {
  const { sent, examiner } = examining([game(1, { moves: "a4a2 ".repeat(1500) })]);
  examiner.next();
  assert.equal(sent.length, 0);
});
