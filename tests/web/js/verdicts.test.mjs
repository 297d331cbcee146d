import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { opinionWords, sentence, valueWords, winner, withCode } = await page("verdicts");
const { gameOf } = await page("games");

const flip = gameOf("flip");
const study = (value, remoteness = null, verdict = "undecided") => ({ value, remoteness, verdict });

test("who wins follows from the value and from who is to play", () => {
  assert.deepEqual([study("win"), study("lose"), study("tie"), study(null), undefined].map((each) => winner(each, 0)), [0, 1, null, undefined, undefined]);
  assert.deepEqual([study("win"), study("lose")].map((each) => winner(each, 1)), [1, 0]);
});

test("the sentence says who is to play, who wins, and how soon", () => {
  const said = (each, turn = 0) => sentence(each, turn, flip);
  assert.equal(said(undefined), "Analysing …");
  assert.equal(said(study("win", 3)), "Sun to play. Sun wins in 3 turns, if it plays the best moves.");
  assert.equal(said(study("win", 1), 1), "Moon to play. Moon wins in 1 turn, if it plays the best moves.");
  assert.equal(said(study("lose", 2)), "Sun to play. Moon wins in 2 turns, whatever is played.");
  assert.equal(said(study("win")), "Sun to play. Sun wins, if it plays the best moves.");
  assert.equal(said(study("lose")), "Sun to play. Moon wins, whatever is played.");
  assert.equal(said(study("tie")), "Sun to play. With best play on both sides it is a draw.");
  assert.equal(said(study("lose", 0, "lose"), 1), "The game is over: Sun has won.");
  assert.equal(said(study("tie", 0, "tie")), "The game is over: a draw.");
});

test("where chance acts, the chance of winning is said", () => {
  const lap = gameOf("lap");
  const chance = (each, turn) => sentence({ ...study(null), chance: each }, turn, lap);
  assert.equal(chance(0.5532, 1), "Moon to play, and wins 55.3 % of games, if both play their best moves.");
  assert.equal(chance(0, 0), "Sun to play, and wins 0 % of games, if both play their best moves.");
  assert.equal(sentence({ ...study("lose", 0, "lose"), chance: 0 }, 1, lap), "The game is over: Sun has won.");
});

test("what is not known is said, in the words of its game if it has some", () => {
  assert.equal(sentence(study(null), 1, flip), "Moon to play. Not known yet: too few tiles lie on the board for an exact answer.");
  assert.equal(sentence(study(null), 0, { ...flip, unknown: "Nobody knows." }), "Sun to play. Nobody knows.");
});

test("the value of a step is said for the player who makes it", () => {
  assert.deepEqual(["win", "lose", "tie", null].map((value) => valueWords(value, null, flip)), ["wins", "loses", "draws", "not known"]);
  assert.deepEqual([valueWords("win", 1, flip), valueWords("lose", 0, flip)], ["wins in 1 turn", "loses in 0 turns"]);
});

test("an opinion is called one, with what it rests on", () => {
  assert.equal(opinionWords(null), "");
  assert.equal(opinionWords({ name: "Nb3", nodes: 0 }), "The board's player would choose Nb3: its opinion, not a proof.");
  assert.equal(opinionWords({ name: "Nb3", nodes: 1234 }), "The board's player would choose Nb3: its opinion after looking at 1,234 positions, not a proof.");
});

test("what stands in backticks is code", () => {
  const [before, code, after] = withCode("Keys: `U` up.");
  assert.deepEqual([before, code.tag, code.textContent, after], ["Keys: ", "code", "U", " up."]);
  assert.equal(withCode("`x`", "kbd")[1].tag, "kbd");
});
