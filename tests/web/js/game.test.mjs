import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Game, ownTurn, same, stepOf, stepped, turnWords, whereWords } = await page("game");
const { gameOf } = await page("games");

const kono = gameOf("kono");
const course = { game: "kono", rules: "", positions: ["p0", "p1", "p2", "p3"], names: ["b4b2", "a1a3", "b3b1"], turns: [0, 1, 0, 1], verdict: "undecided" };

test("steps lead one position on, or to an end, and no further", () => {
  const from = (here) => ["first", "earlier", "later", "last"].map((step) => stepped(step, here, 3));
  assert.deepEqual(from(2), [0, 1, 3, 3]);
  assert.deepEqual(from(0), [0, 0, 1, 3]);
  assert.deepEqual(from(3), [0, 2, 3, 3]);
});

test("it is a person's turn in a game whose player to act is not the board's, and no step is asked for", () => {
  const state = { phase: "match", turn: 1, machine: 1, step: null };
  const own = (more) => ownTurn({ ...state, ...more });
  assert.deepEqual([own({}), own({ turn: 0 }), own({ machine: 3 }), own({ machine: 0 }), own({ phase: "menu" }), own({ step: 0 }), ownTurn(null)], [true, false, false, true, false, false, false]);
});

test("arrow keys, Home and End step, unless they are pressed with another key", () => {
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End", "a"].map((key) => stepOf({ key })), ["earlier", "later", "first", "last", undefined]);
  for (const held of ["altKey", "ctrlKey", "metaKey"]) assert.equal(stepOf({ key: "ArrowLeft", [held]: true }), undefined);
});

test("the words name the position, the game it is of, and who is to play", () => {
  assert.equal(whereWords(course, 0, false), "The start position of your game.");
  assert.equal(whereWords(course, 2, false), "Move 2 of 3 of your game: a1a3");
  assert.equal(whereWords(course, 0, true), "The start position of another game.");
  assert.equal(whereWords(course, 3, true), "Move 3 of 3 of another game: b3b1");
  assert.equal(whereWords({ positions: ["p"], names: [] }, 0, true), "A position, not your game.");
  const [first, second] = kono.sides;
  assert.equal(turnWords(course, 3, kono.sides), `${second} to play.`);
  const end = (verdict) => turnWords({ ...course, verdict, drawn: "The game is a draw: stalemate." }, 3, kono.sides);
  assert.deepEqual(["win", "lose", "tie"].map(end), [`The game is over: ${second} has won.`, `The game is over: ${first} has won.`, "The game is a draw: stalemate."]);
  assert.equal(turnWords({ ...course, verdict: "lose" }, 2, kono.sides), `${first} to play.`);
});

test("games are the same up to a position, whatever comes later", () => {
  const other = { ...course, positions: ["p0", "p1", "q2"] };
  assert.ok(same(course, other, 1));
  assert.ok(!same(course, other, 2));
  assert.ok(!same(course, { ...course, rules: "torus" }, 0));
  assert.ok(!same(course, { ...course, game: "flip" }, 0));
});

// A live game, the lines it has sent, and `state(moves)`: the board says that it has come so far.
function live() {
  const told = [];
  const game = new Game(() => ({ send: ({ line }) => told.push(line) }));
  const state = (moves, more = {}) => game.hear({ phase: "match", ask: "place", game: "kono", rules: "", start: kono.empty, position: "p", moves: moves ? moves.split(" ") : [], ...more });
  return { game, told, state };
}

test("moves are taken back one after the other, and made again", () => {
  const { game, told, state } = live();
  state("");
  assert.ok(!game.canUndo && !game.canRedo);
  state("b4b2 a1a3 b3b1");
  for (const moves of ["b4b2 a1a3", "b4b2"]) {
    assert.ok(game.canUndo);
    game.undo();
    state(moves);
    assert.ok(game.canRedo);
  }
  game.redo();
  state("b4b2 a1a3");
  game.redo();
  state("b4b2 a1a3 b3b1");
  assert.ok(!game.canRedo);
  const again = (moves) => ({ c: "setup", position: kono.empty, moves });
  assert.deepEqual(told, [{ c: "back" }, { c: "back" }, again(["b4b2", "a1a3"]), again(["b4b2", "a1a3", "b3b1"])]);
});

test("a move made again brings back the times of a clock, unless one is up, which boards refuse", () => {
  const { game, told, state } = live();
  for (const left of [[9000, 8000], [0, 8000]]) {
    state("b4b2", { clock: { left } });
    game.undo();
    state("", { clock: { left: [60_000, 60_000] } });
    game.redo();
  }
  assert.deepEqual(told.filter(({ c }) => c === "setup").map(({ clock }) => clock), [[9000, 8000], undefined]);
});

test("moves are made again by the game's own settings, then those chosen for the next game come back", () => {
  const MENU = { t: "menu", items: [{ field: "variant", values: ["flip (magic)", "flip (eclipse)", "kono"] }] };
  const chosen = { variant: 1, players: 2, starts: 0, level: 3, friend: 0, clock: 2 };
  const of = (more) => ({ game: "flip", rules: "magic", machine: 0, friend: false, clock: null, settings: chosen, ...more });
  const redo = (more, menu = MENU) => {
    const { game, told, state } = live();
    if (menu) game.hear(menu);
    state("b2U", of(more));
    game.undo();
    state("", of(more));
    game.redo();
    return told.slice(1).map(({ c, moves, position, ...rest }) => (c === "set" ? rest : moves));
  };
  const back = { variant: 1, players: 2 };
  assert.deepEqual(redo({}), [{ variant: 0, players: 1, clock: 0 }, ["b2U"], { ...back, clock: 2 }]);
  assert.deepEqual(redo({ clock: { control: 2 } }).at(0), { variant: 0, players: 1 });
  assert.deepEqual(redo({ machine: 1 }), [{ variant: 0, players: 0, starts: 1 }, ["b2U"], { ...back, starts: 0 }]);
  assert.deepEqual(redo({ machine: 2, friend: true }), [{ variant: 0, players: 0, friend: 1 }, ["b2U"], { ...back, friend: 0 }]);
  assert.deepEqual(redo({ machine: 3, rules: "eclipse" }), [["b2U"]]);
  assert.deepEqual(redo({ machine: 3 }, null), [["b2U"]]); // the board's games are not known yet
  assert.deepEqual(redo({ game: "kono", rules: "", machine: 3, settings: { variant: 0 } }), [{ variant: 2 }, ["b2U"], { variant: 0 }]);
});

test("after another move there is nothing to make again", () => {
  const { game, state } = live();
  state("b4b2 a1a3");
  game.undo();
  state("b4b2");
  assert.ok(game.canRedo);
  state("b4b2 c1c3");
  assert.ok(!game.canRedo);
  state("b4b2");
  assert.ok(!game.canRedo);
});

test("nothing is taken back while the board plays no game", () => {
  const { game, state } = live();
  state("b4b2");
  assert.ok(game.canUndo);
  state("b4b2", { phase: "menu" });
  assert.ok(!game.canUndo);
  state("b4b2");
  game.hear({ phase: "calibrate" });
  assert.ok(!game.canUndo);
});

test("a state changes the game if its moves, its start or its end do", () => {
  const { state } = live();
  assert.ok(state("b4b2"));
  assert.ok(!state("b4b2"));
  assert.ok(state("b4b2 a1a3"));
  assert.ok(state("b4b2 a1a3", { start: "1_xxxxxxxxoooooooo" }));
  assert.ok(state("b4b2 a1a3", { start: "1_xxxxxxxxoooooooo", result: "win" }));
});

test("undo is offered with a move to take back only, redo only if it was undone here", () => {
  const { game, told, state } = live();
  assert.ok(!game.canUndo && !game.canRedo);
  state("b4b2", { ask: "restore", result: "win" });
  assert.deepEqual([game.now.set, game.now.over, game.now.on, game.now.game.name], [false, true, true, "kono"]);
  state("b4b2");
  assert.deepEqual([game.now.set, game.now.over], [true, false]);
  game.undo();
  state("", { phase: "menu" });
  assert.ok(!game.canUndo && !game.canRedo);
  state("");
  assert.ok(!game.canUndo && game.canRedo);
  state("", { start: "1_xxxxxxxxoooooooo" });
  assert.ok(!game.canRedo);
  assert.deepEqual(told, [{ c: "back" }]);
});

test("lines that are no state of a game change nothing", () => {
  const { game, state } = live();
  assert.equal(state("b4b2", { position: undefined }), false);
  assert.equal(game.now, null);
  state("b4b2");
  assert.equal(state("b4b2", { moves: undefined }), false);
  assert.ok(!game.now.on);
});

test("other rules and another game are other games, with nothing to make again", () => {
  const { game, state } = live();
  for (const more of [{ rules: "torus" }, { game: "flip" }]) {
    state("b4b2 a1a3");
    game.undo();
    state("b4b2");
    assert.ok(state("b4b2", more));
  }
});
