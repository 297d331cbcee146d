import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { holdsGame, lines, linkText, reasonWords, recordText, timesIn, tooLong, upTo, wholeTurns, written } = await page("record");
const { gameOf } = await page("games");

const MIDDLE = "1_---d-duD-U--D-Du";
const flip = gameOf("flip");
const magician = gameOf("magician");
const game = { start: flip.empty, moves: ["a1U", "a1Eb2U", "b2Sa1D"], names: ["a1U", "a1Eb2U", "b2Sa1D"], turns: [0, 1, 0, 1] };
const chess = { start: magician.empty, moves: ["c2c4", "e6e4", "c1b3"], names: ["c4", "e4", "Nb3"], turns: [0, 1, 0, 1] };

test("a record has its numbered moves, and its start where that is not the usual one", () => {
  assert.equal(recordText(game, flip), "1. a1U  2. a1Eb2U  3. b2Sa1D");
  assert.equal(recordText({ ...game, start: MIDDLE, moves: ["d1Wb1U"] }, flip), `position ${MIDDLE}\n1. d1Wb1U`);
  assert.equal(recordText({ ...game, moves: [] }, flip), "");
  assert.equal(recordText({ start: MIDDLE, moves: [] }, flip), `position ${MIDDLE}`);
});

test("a sheet has the moves of both players on a line, by their names", () => {
  assert.equal(written(chess, magician), "1.c4 e4 2.Nb3");
  assert.equal(written(game, flip), recordText(game, flip));
  const black = magician.empty.replace(" w ", " b ");
  assert.notEqual(black, magician.empty);
  assert.equal(written({ start: black, names: ["e4", "Nb3"], turns: [1, 0, 1] }, magician), `position ${black}\n1...e4 2.Nb3`);
});

test("a sheet ends with the result, and says why it is a draw", () => {
  const drawn = "The game is a draw: the same position for the third time.";
  const end = (verdict, turns = chess.turns) => written({ ...chess, turns, verdict, drawn: verdict === "tie" ? drawn : "" }, magician);
  assert.equal(end("undecided"), "1.c4 e4 2.Nb3");
  assert.equal(end("tie"), `1.c4 e4 2.Nb3 {${drawn}} 1/2-1/2`);
  assert.deepEqual([end("lose"), end("win")].map((text) => text.split(" ").at(-1)), ["1-0", "0-1"]);
  assert.equal(written(upTo({ ...chess, verdict: "tie", drawn }, 2), magician), "1.c4 e4");
  assert.equal(written(upTo({ ...chess, verdict: "tie", drawn }, 3), magician), end("tie"));
});

test("moves that one player makes in a row stand in one place", () => {
  assert.deepEqual(lines([0, 0, 1, 0], 0), [{ number: 1, moves: [[1, 2], [3]] }, { number: 2, moves: [[4], []] }]);
  assert.deepEqual(lines([1, 0], 5), [{ number: 3, moves: [[], [1]] }, { number: 4, moves: [[2], []] }]);
});

test("a record up to a position leaves out the later moves", () => {
  assert.deepEqual(upTo(chess, 2), { ...chess, moves: ["c2c4", "e6e4"], names: ["c4", "e4"] });
  assert.deepEqual(upTo(chess, 0).moves, []);
});

test("the first part of a turn is no whole turn", () => {
  assert.deepEqual(wholeTurns({ position: "0_U;a1", moves: ["a1U", "b2Ec3D", "c3N"] }), [["a1U", "b2Ec3D"], "c3N"]);
  assert.deepEqual(wholeTurns({ position: "0_U", moves: ["a1U"] }), [["a1U"], ""]);
});

test("a link holds game, rules, start, moves and their number", () => {
  assert.equal(linkText(game, flip, "magic"), "#game=flip&rules=magic&g=a1U.a1Eb2U.b2Sa1D&n=3");
  assert.equal(linkText({ start: MIDDLE, moves: ["d1Wb1U"] }, flip, "eclipse"), `#game=flip&rules=eclipse&g=position.${MIDDLE}.d1Wb1U&n=1`);
  // A position alone is named even if it is the usual one.
  assert.equal(linkText({ start: flip.empty, moves: [] }, flip, "magic"), `#game=flip&rules=magic&g=position.${flip.empty}&n=0`);
  assert.equal(linkText({ ...game, clock: [180_000, 50_001] }, flip, "magic"), "#game=flip&rules=magic&g=a1U.a1Eb2U.b2Sa1D&c=1800.501&n=3");
  assert.deepEqual(timesIn("#game=flip&rules=magic&g=a1U&c=1800.501&n=1"), [180_000, 50_100]);
  for (const none of ["#game=flip&g=a1U&n=1", "#game=flip&g=a1U&c=0.5&n=1", "#game=flip&g=a1U&c=NaN.1&n=1"]) assert.equal(timesIn(none), undefined);
  const link = linkText(chess, magician, "standard");
  assert.equal(encodeURI(link), link);
  assert.ok(holdsGame(link));
});

test("links with a game are recognised, also if they were encoded more than once", () => {
  for (const hash of ["#g=a1U", "#game=flip&g=a1U", "#rules=magic&g=", "#G=a1U", "#g%3Da1U", "#game%253Dflip", "#g=50%"]) assert.ok(holdsGame(hash), hash);
  for (const hash of ["", "#", "#seed=7&g=a1U", "#%", "#gravity=1", "#position", "x#g=a1U"]) assert.ok(!holdsGame(hash), hash);
});

test("text that does not fit in a message is refused, with how much is too much", () => {
  const longest = 1000;
  const fits = "x".repeat(longest - 150);
  assert.equal(tooLong(fits, longest), "");
  const words = (text) => Number(/^The text is (\S+) characters too long\. Leave out comments/.exec(tooLong(text, longest))[1]);
  const much = words(`${fits}${"x".repeat(100)}`);
  assert.equal(words(`${fits}${"x".repeat(101)}`), much + 1);
  assert.equal(tooLong(`${fits}${"x".repeat(100 - much)}`, longest), "");
  // A line break takes two characters of a message.
  assert.equal(words(`${fits}${"\n".repeat(100)}`), much + 100);
});

test("why a text cannot be read is said with the reason", () => {
  assert.equal(reasonWords("move 2, a1U: the cell is taken"), "Not valid: move 2, a1U: the cell is taken.");
});

test("moves of a record that its sheet does not name are left out of the sheet", () => {
  assert.equal(written({ ...chess, names: ["c4"] }, magician), "1.c4");
  assert.equal(written({ ...chess, names: [] }, magician), "");
});

test("a round that the first player begins twice is one line, the next begins another", () => {
  assert.deepEqual(lines([], 0), []);
  assert.deepEqual(lines([0, 1, 1, 0, 1], 0), [{ number: 1, moves: [[1], [2, 3]] }, { number: 2, moves: [[4], [5]] }]);
  assert.deepEqual(lines([0, 1], 4), [{ number: 3, moves: [[1], [2]] }]);
});

test("a text as long as a message may be is sent", () => {
  const length = (text) => JSON.stringify({ t: "study", record: text }).length + 120;
  const text = "x".repeat(500);
  assert.equal(tooLong(text, length(text)), "");
  assert.match(tooLong(text, length(text) - 1), /^The text is 1 characters too long/);
});
