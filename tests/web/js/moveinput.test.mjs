import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { matching, MoveInput } = await page("moveinput");
const { gameOf } = await page("games");

const flip = gameOf("flip");
const POSITION = "1_----U----d------";
const STATE = { phase: "match", ask: "lift", turn: 0, machine: 2, game: "flip", rules: "magic", position: POSITION };
const MOVES = ["b3Na1U", "b3Na1D", "b3Ea1U"];

// A field, what was sent and spoken, and the keys read.
function made(more = {}, moves = MOVES, names = moves) {
  const [sent, spoken, read] = [[], [], []];
  const voice = { sentence: "The board is thinking.", speak: (...lines) => spoken.push(...lines), carried: false };
  document.body.classList.add("on-screen");
  const input = new MoveInput(() => ({ send: (message) => sent.push(message) }), voice, (key) => Boolean(key) && read.push(key) > 0);
  const { field, list } = input;
  field.value = "";
  const state = { ...STATE, ...more };
  input.play(gameOf(state.game), state);
  field.focus();
  fire(field, "focus");
  const asked = sent.splice(0);
  if (asked.length && moves) input.hear({ id: asked[0].id, moves, names });
  const type = (text) => {
    field.value = text;
    fire(field, "input");
    return spoken.splice(0);
  };
  const press = (key, extra = {}) => [fire(field, "keydown", { key, ...extra }).stopped, spoken.splice(0)][1];
  const options = () => (list.hidden ? [] : list.children.map(({ textContent, attributes }) => [textContent.split(":")[0], attributes["aria-selected"]]));
  return { input, field, list, voice, sent, spoken, read, asked, type, press, options };
}

test("moves are found by how they begin, in the board's and in people's notation", () => {
  const moves = [["b2b3", "b3"], ["b2b4", "b4"], ["c1b3", "Nb3"], ["a1b3x", "b3x"]].map(([move, name]) => ({ move, name }));
  const found = (text) => matching(moves, text).map(({ move }) => move);
  assert.deepEqual([found("b2"), found("N"), found("nb3"), found(" B2 b3"), found("x")], [["b2b3", "b2b4"], ["c1b3"], ["c1b3"], ["b2b3"], []]);
  assert.deepEqual(found("b3"), ["b2b3"]); // a whole move comes before those that go on
});

test("the legal moves are asked for once for each position, when the field is used", () => {
  const { input, asked, field, sent } = made();
  const [{ id, ...question }] = asked;
  assert.deepEqual([asked.length, typeof id, question], [1, "number", { t: "legal", game: "flip", rules: "magic", position: POSITION }]);
  fire(field, "focus");
  input.play(flip, { ...STATE });
  assert.equal(sent.length, 0);
  input.play(flip, { ...STATE, position: "1_U---------------" });
  assert.equal(sent.length, 1);
  document.activeElement = null;
  input.play(flip, { ...STATE, position: "1_u---------------" });
  assert.equal(sent.length, 1);
});

test("what is typed lists the moves that begin so, and says how many or which", () => {
  const { field, list, options, type } = made();
  assert.deepEqual(type("b3N"), ["2 moves"]);
  assert.deepEqual(options(), [["b3Na1U", "false"], ["b3Na1D", "false"]]);
  assert.deepEqual([field.attributes["aria-expanded"], list.attributes.role], ["true", "listbox"]);
  assert.deepEqual(type("b3e"), ["Enter plays: Sun flips b3 to c3 and places on a1, up side showing."]);
  assert.deepEqual(type("c"), ["No legal move begins with c."]);
  assert.deepEqual([options(), field.attributes["aria-expanded"]], [[], "false"]);
  assert.deepEqual(type(""), []);
});

test("Enter plays the only move; others are refused in words", () => {
  const { field, press, sent, type, voice } = made();
  type("b3n");
  assert.deepEqual(press("Enter"), ["2 moves begin with b3n: type on, or choose one with the arrow keys."]);
  type("d4");
  assert.deepEqual(press("Enter"), ["No legal move begins with d4."]);
  type("");
  assert.match(press("Enter")[0], /^Type a move and press Enter/);
  assert.deepEqual([sent, voice.carried], [[], false]);
  type("b3na1d");
  assert.deepEqual(press("Enter"), []);
  assert.deepEqual([sent, field.value, voice.carried], [[{ t: "play", move: "b3Na1D" }], "", true]);
});

test("arrow keys choose among the moves, and Escape goes back", () => {
  const { field, options, press, sent, type } = made();
  press("ArrowDown");
  assert.deepEqual(options().map(([, on]) => on), ["true", "false", "false"]);
  assert.equal(field.attributes["aria-activedescendant"], "typed-0");
  press("ArrowUp");
  assert.deepEqual(options().map(([, on]) => on), ["false", "false", "true"]);
  press("Escape");
  assert.deepEqual([options(), field.attributes["aria-activedescendant"]], [[], undefined]);
  press("ArrowUp");
  assert.deepEqual(options().map(([, on]) => on), ["false", "false", "true"]);
  press("Enter");
  assert.deepEqual(sent, [{ t: "play", move: "b3Ea1U" }]);
  type("b");
  press("ArrowDown", { altKey: true });
  assert.deepEqual(options().map(([, on]) => on), ["false", "false", "false"]);
});

test("a choice is told to the board", () => {
  const { press, sent, type } = made({ game: "xtic", rules: "normal", ask: "give", position: `${"-".repeat(16)}/-` }, ["=5", "=6"]);
  assert.deepEqual(type("=5"), ["Enter plays: First player gives piece 5, black vertical solid square."]);
  press("Enter");
  assert.deepEqual(sent, [{ t: "tell", line: { c: "choose", move: "=5" } }]);
});

test("without an automatic hand people are told to make the move", () => {
  const { press, sent, type } = made();
  document.body.classList.remove("on-screen");
  type("b3e");
  assert.deepEqual(press("Enter"), ["Legal; make it on the board: Sun flips b3 to c3 and places on a1, up side showing."]);
  assert.deepEqual(sent, []);
});

test("the rest of a move that is half done is told as such", () => {
  const { type } = made({ ask: "place", position: `${POSITION};b3N` }, ["a1U", "a1D"]);
  assert.deepEqual(type("a1U"), ["Enter plays: place on a1, up side"]);
});

test("when it is not a person's move nothing is asked for, and that is said", () => {
  for (const more of [{ ask: "wait" }, { turn: 1 }, { step: 5 }, { phase: "menu" }, { machine: 3 }]) {
    const { asked, press, sent, type } = made(more);
    type("b3e");
    assert.deepEqual([asked, press("Enter"), sent], [[], ["It is not your move now.", "The board is thinking."], []]);
  }
});

test("signs in the empty field read the board", () => {
  const { field, options, read, type } = made();
  for (const key of ["2", "?", "*", "!"]) {
    assert.deepEqual(type(key), []);
    assert.deepEqual([field.value, options()], ["", []]);
  }
  assert.deepEqual(read, ["2", "m", "b", "s"]);
});

test("who asks for the moves hears them as soon as they are known", () => {
  const { input, sent } = made({ position: `${POSITION};b3N` }, null);
  const heard = [];
  input.ask((moves) => heard.push(moves.length));
  assert.deepEqual(heard, []);
  input.hear({ id: -1, moves: ["a1U"], names: ["a1U"] });
  input.hear({ id: input.asked, moves: ["a1U", "a1D"], names: ["a1U", "a1D"] });
  input.ask((moves) => heard.push(moves[0].move));
  assert.deepEqual([heard, sent], [[2, "a1U"], []]);
  input.play(flip, { ...STATE, ask: "wait" });
  input.ask((moves) => heard.push(moves));
  assert.deepEqual(heard.at(-1), []);
});

test("a move is chosen with the mouse, too, and the list closes when the field is left", () => {
  const { field, list, options, sent, type } = made();
  type("b3");
  assert.ok(fire(list, "mousedown").stopped);
  fire(field, "blur");
  assert.deepEqual(options(), []);
  type("b3");
  fire(list, "click", { target: list.children[1] });
  assert.deepEqual(sent, [{ t: "play", move: "b3Na1D" }]);
  fire(list, "click", { target: element() });
  assert.equal(sent.length, 1);
});

test("legal moves that come when the board has changed the game are put in the words of their own, and none that come when it does not ask", () => {
  const { input, asked } = made({}, null);
  document.activeElement = null;
  input.play(gameOf("magician"), { ...STATE, game: "magician", rules: "standard" });
  input.hear({ id: asked[0].id, moves: MOVES, names: MOVES });
  assert.match(input.moves[0].words, /^Sun flips b3 to b2/);
  const late = made({}, null);
  late.input.play(flip, { ...STATE, ask: "wait" });
  late.field.focus();
  fire(late.field, "focus");
  late.input.hear({ id: late.asked[0].id, moves: MOVES, names: MOVES });
  assert.equal(late.input.moves, null);
});
