import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Status } = await page("status");

function made() {
  const parts = {};
  return [new Status((id) => (parts[id] ??= element())), parts];
}

test("errors and notices of the board are shown until a player has moved", () => {
  for (const t of ["error", "notice"]) {
    const [status, { notice }] = made();
    status.hear({ t, say: "Something is wrong." });
    assert.equal(notice.textContent, "Something is wrong.");
    for (const moves of [["a1"], ["a1", "b2"]]) {
      status.hear({ t: "state", phase: "match", ask: "place", turn: 0, game: "flip", say: "Place.", moves });
      assert.equal(notice.textContent, moves.length > 1 ? "" : "Something is wrong.");
    }
  }
});

test("a page of a shared board says who it is", () => {
  const [status, { seat }] = made();
  status.describe({ seat: "watching" });
  assert.equal(seat.textContent, "You are watching: only the two players can act here.");
  status.describe({ seat: "" });
  assert.equal(seat.textContent, "");
});

test("what is not kept is shown until it is", () => {
  const [status, { unsaved, notice }] = made();
  status.hear({ t: "keeping", why: "full", say: "Not saved: game." });
  assert.equal(unsaved.textContent, "Not saved: game.");
  status.hear({ t: "keeping", why: "", say: "All is saved." });
  assert.deepEqual([unsaved.textContent, notice.textContent], ["", "All is saved."]);
});

test("a note is closed by its button, and nothing but what the board says is shown", () => {
  const [status, { notice, say }] = made();
  const closer = notice.nextElementSibling;
  status.hear({ t: "notice", say: "Something is wrong." });
  assert.ok(!closer.hidden);
  closer.click();
  assert.deepEqual([notice.textContent, closer.hidden], ["", true]);
  for (const line of [undefined, { t: "cells" }, { t: "other", say: "Nothing." }, { t: "notice", say: 5 }]) status.hear(line);
  assert.deepEqual([notice.textContent, say.textContent], ["", ""]);
});

test("a board that comes back says again what it cannot keep", () => {
  const [status, { unsaved, notice }] = made();
  status.hear({ t: "keeping", why: "", say: "All is saved." });
  assert.deepEqual([unsaved.textContent, notice.textContent], ["", ""]); // it had kept all
  status.hear({ t: "keeping", why: "full", say: "Not saved: game." });
  status.hear({ t: "state", phase: "idle", ask: "idle", say: "No game." });
  assert.equal(unsaved.textContent, "Not saved: game.");
  status.hear({ t: "hello" });
  assert.equal(unsaved.textContent, "");
});

test("what the board says of its files is put in words for players", () => {
  const [status, { notice }] = made();
  status.hear({ t: "notice", say: "The book cannot be used: it has 3 bytes." });
  assert.equal(notice.textContent, "The board plays on, but weaker: its table for this game is missing or damaged.");
  status.hear({ t: "error", say: "The level perfect cannot be played: no table." });
  assert.equal(notice.textContent, "Choose another level: the table for perfect play is missing or damaged.");
});

const PLAYED = { t: "state", phase: "match", ask: "place", turn: 0, game: "flip", say: "The first player: place a tile.", moves: [] };

test("the board's sentence is shown with a short word and a light for whose turn it is", () => {
  const [status, { say, act }] = made();
  const shown = (more, serves) => {
    status.serves(serves);
    status.hear({ ...PLAYED, ...more });
    return [say.textContent, act.textContent, act.className];
  };
  assert.deepEqual(shown({}, false), [PLAYED.say, "Place", "yours"]);
  assert.deepEqual(shown({ ask: "fix", say: "Take it away." }, true), ["Take it away.", "Put it right", "wrong"]);
  assert.deepEqual(shown({ ask: "fix", step: 3, say: "Take it away." }, true), ["Take it away.", "Put it right", "wrong"]);
  assert.deepEqual(shown({ step: 3 }, false), [PLAYED.say, "Place", "board"]);
  assert.deepEqual(shown({ step: 3 }, true), ["The board moves.", "Board's turn", "board"]);
  assert.deepEqual(shown({ step: 3, phase: "menu", ask: "menu", say: "Menu: game." }, true), ["Menu: game.", "Menu", "board"]);
  assert.deepEqual(shown({ ask: "restore" }, false), [PLAYED.say, "Set up", "wrong"]);
  assert.deepEqual(shown({ ask: "restore" }, true), ["The board is set up.", "Wait", "board"]);
  const zeros = { phase: "calibrate", ask: "calibrate", say: "Take every tile off." };
  assert.deepEqual(shown(zeros, false), ["Take every tile off.", "Clear the board", "board"]);
  assert.deepEqual(shown(zeros, true), ["The board starts.", "Clear the board", "board"]);
  assert.deepEqual(shown({ ...zeros, ask: "accept", say: "Look at c2." }, true), ["Look at c2.", "Check the cells", "board"]);
  const over = { ask: "over", result: "lose", turn: 1, machine: 2, say: "You win. Clear the board for a new game." };
  assert.deepEqual(shown(over, false), [over.say, "You win", "over"]);
  assert.deepEqual(shown(over, true), ["You win.", "You win", "over"]);
  assert.deepEqual(shown({ ...over, phase: "menu", ask: "over" }, true), [over.say, "", "board"]);
});

test("who serves is shown at once, not only with the next sentence", () => {
  const [status, { say }] = made();
  status.serves(true); // before the board has said anything
  status.hear({ ...PLAYED, step: 3 });
  assert.equal(say.textContent, "The board moves.");
  status.serves(false);
  assert.equal(say.textContent, PLAYED.say);
  say.textContent = "x";
  status.serves(false);
  assert.equal(say.textContent, "x"); // nothing new
});

test("in a lesson one person plays both sides", () => {
  const [status, { say }] = made();
  status.learns(true);
  for (const side of ["first", "second"]) {
    status.hear({ ...PLAYED, say: `The ${side} player: place a tile.` });
    assert.equal(say.textContent, "Your turn: place a tile.");
  }
  status.hear({ ...PLAYED, say: "Now The first player: x." });
  assert.equal(say.textContent, "Now The first player: x.");
  status.learns(false);
  status.hear(PLAYED);
  assert.equal(say.textContent, PLAYED.say);
});

test("a note is kept while the board moves, and while no move has been made since it could be read", () => {
  const [status, { notice }] = made();
  const noted = (...moves) => (status.hear({ ...PLAYED, moves }), notice.textContent);
  status.note("Note.");
  status.hear({ t: "state", phase: "start", ask: "wait", say: "." });
  status.hear({ ...PLAYED, step: 3, moves: ["a1"] }); // the board's move
  assert.deepEqual([noted("a1", "b2"), noted("a1", "b2"), noted("a1", "b2", "c3")], ["Note.", "Note.", ""]);
  status.note("Another.");
  assert.deepEqual([noted("a1", "b2", "c3"), noted("a1", "b2")], ["Another.", ""]); // taken back
});

test("the start of a board has a bar, its speed has none", () => {
  const [status, { pace }] = made();
  const [bar, words] = [pace.querySelector("progress"), pace.querySelector("p")];
  status.pace({ say: "The chip starts: 60 %.", starting: 60 });
  assert.deepEqual([pace.hidden, bar.hidden, bar.value, words.textContent], [false, false, 60, "The chip starts: 60 %."]);
  status.pace({ say: "It is slow.", speed: 0.4 });
  assert.deepEqual([pace.hidden, bar.hidden, bar.value, words.textContent], [false, true, 60, "It is slow."]);
  status.pace({ say: "", starting: 0 });
  assert.deepEqual([pace.hidden, bar.hidden, bar.value], [true, false, 0]);
});

test("what is in the hand is said, and a refusal until the hand does something", () => {
  const [status, { "in-hand": hand }] = made();
  const { body } = document;
  const said = (how) => (status.hand(how, "sun tile"), [hand.textContent, body.classes.has("holding"), hand.classes.has("refused")]);
  assert.deepEqual(said("taken"), ["In your hand: sun tile.", true, false]);
  assert.deepEqual(said("turned"), ["Turning it over: sun tile.", true, false]);
  status.refused("the cell is taken");
  assert.deepEqual([hand.textContent, hand.classes.has("refused")], ["Not possible: the cell is taken.", true]);
  for (const how of ["put-down", "put-back", "lost"]) assert.deepEqual(said(how), ["Your hand is empty.", false, false]);
});

test("a lost connection is said with its reason, and a reload is offered only where it helps", () => {
  const [status, { trouble, again }] = made();
  let loaded = 0;
  location.reload = () => (loaded += 1);
  status.connected(false, "It does not answer.");
  assert.deepEqual([trouble.textContent, again.hidden, document.body.classes.has("away")], ["It does not answer.", true, true]);
  status.connected(false, "It could not be loaded.", true);
  assert.ok(!again.hidden);
  again.querySelector("button").click();
  assert.equal(loaded, 1);
  status.connected(true);
  assert.deepEqual([trouble.textContent, again.hidden, document.body.classes.has("away")], ["", true, false]);
});

test("the help is that of the game", () => {
  const [status, { moving, help }] = made();
  const { classes } = document.body;
  status.play({ turning: false, things: "pieces", help: "Each is another." });
  assert.deepEqual([moving.textContent, help.textContent, classes.has("no-turning")], ["Moving the pieces", "Each is another.", true]);
  const game = { turning: true, things: "tiles", help: "Sun and moon." };
  status.play(game);
  assert.deepEqual([moving.textContent, help.textContent, classes.has("no-turning")], ["Moving the tiles", "Sun and moon.", false]);
  help.textContent = "x";
  status.play(game);
  assert.equal(help.textContent, "x");
});

test("the fair opponent's rating and level are said, and why they changed", () => {
  const [status, { fair }] = made();
  const told = { player: 1, rating: 1120, games: 1, change: -100, why: "lost", counts: false };
  const state = (more) => status.hear({ t: "state", phase: "match", ask: "place", turn: 0, game: "flip", say: "Place.", moves: [], level: "novice", ...more });
  const begin = "Fair opponent for player 1: rating 1120, games 1. The board plays at level novice.";
  const cases = [
    ["lost", -100, " The last game was lost: \u2212100."],
    ["won", 40, " The last game was won: +40."],
    ["drawn", 0, " The last game was a draw: 0."],
    ["taken back", 40, " This game does not count: a move was taken back."],
    ["coach", 40, " This game does not count: the coach was on."],
    ["set up", 40, " This game does not count: it began with a position that was set up."],
    ["level", 40, " This game does not count: the level was changed."],
    ["resumed", 40, " This game does not count."],
    ["", 0, ""],
  ];
  for (const [why, change, words] of cases) {
    state({ fair: { ...told, why, change } });
    assert.equal(fair.textContent, begin + words);
  }
  state({});
  assert.equal(fair.textContent, "");
});
