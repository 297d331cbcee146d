import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Voice } = await page("voice");
const { gameOf } = await page("games");

const [flip, magician, kono] = ["flip", "magician", "kono"].map(gameOf);
const COURSE = { game: "flip", rules: "magic", start: flip.empty, moves: [], turns: [0], check: false, verdict: "undecided" };
const STATE = { phase: "match", ask: "place", turn: 0, machine: 2 };
const BEGUN = "A new game of flip tiles. Sun: you. Moon: the board.";

// A voice; `spoken()`: the lines since the last time.
function made(game = flip) {
  const [log, say, sides] = [element(), element(), element()];
  for (const words of ["Sun: you", "Moon: the board"]) sides.append(Object.assign(element("li"), { textContent: words }));
  const voice = new Voice(log, { say, sides });
  let before = 0;
  const spoken = () => {
    const lines = log.children.map(({ textContent }) => textContent);
    const found = lines.slice(before);
    before = lines.length;
    return found;
  };
  // The board says something; with `moves` they are written meanwhile.
  const says = (words, more = {}, waits = false) => {
    say.textContent = words;
    voice.play(game, { ...STATE, ...more }, waits);
    return spoken();
  };
  const write = (moves, more = {}) => {
    voice.written({ ...COURSE, game: game.name, start: game.empty, moves, turns: Array.from({ length: moves.length + 1 }, (_, ply) => ply % 2), ...more });
    voice.tell();
    return spoken();
  };
  return { voice, log, says, write, spoken };
}

test("a new game is told with who plays, then the board's sentence", () => {
  const { says, write } = made();
  assert.deepEqual(says("Place a tile.", {}, true), []);
  assert.deepEqual(write([]), [BEGUN, "Place a tile."]);
  assert.deepEqual([says("Place a tile."), says(""), says("Place a tile.")], [[], [], []]);
  assert.deepEqual(write([]), []);
});

test("every move is told once, before what comes next, and with whose it is", () => {
  const { says, write } = made();
  says("Place a tile.");
  write([]);
  assert.deepEqual(says("The board is thinking.", { ask: "wait" }, true), []);
  assert.deepEqual(write(["b2U"]), ["Sun places on b2, up side showing.", "The board is thinking."]);
  assert.deepEqual(says("The board moves.", { step: 3 }), ["The board moves."]);
  assert.deepEqual(says("Your turn.", {}, true), []);
  assert.deepEqual(write(["b2U", "b2Ec3D"]), ["The board: Moon flips b2 to c2 and places on c3, down side showing.", "Your turn."]);
  assert.deepEqual(says("Your turn.", {}, false), []);
});

test("with two players nobody is the board, and a friend elsewhere is no machine", () => {
  for (const [more, words] of [[{ machine: 0 }, ""], [{ machine: 3 }, ""], [{ machine: 1 }, "The board: "], [{ machine: 1, friend: true }, "Your friend: "]]) {
    const { says, write } = made();
    says("Go.", more);
    write([]);
    assert.deepEqual(write(["b2U"]), [`${words}Sun places on b2, up side showing.`, "Go."]);
  }
});

test("a game that is under way is told by its last move, and a set position by what the board says", () => {
  const { says, write } = made();
  says("Your turn.", {}, true);
  assert.deepEqual(write(["b2U", "c3D"]), ["The board: Moon places on c3, down side showing.", "Your turn."]);
  const other = made();
  other.says("Your turn.", {}, true);
  assert.deepEqual(other.write([], { start: "1_U-----------u---" }), ["Your turn."]);
});

test("what is taken back is told, and another game begins anew", () => {
  const { says, write, voice } = made();
  says("Your turn.", {}, true);
  write(["b2U", "c3D"]);
  assert.deepEqual(write(["b2U"]), ["Taken back: The board: Moon places on c3, down side showing.", "Your turn."]);
  assert.deepEqual(write(["b2U", "d4D"]), ["The board: Moon places on d4, down side showing.", "Your turn."]);
  assert.deepEqual(write(["b2U", "c4D"])[0], "Taken back: The board: Moon places on d4, down side showing.");
  assert.deepEqual(write([], { rules: "eclipse" }), [BEGUN, "Your turn."]);
  assert.deepEqual(write([], { rules: "eclipse" }), []);
  voice.forget();
  assert.deepEqual(write([], { rules: "eclipse" }), [BEGUN, "Your turn."]);
});

test("a board that is connected again does not repeat its sentence", () => {
  const { voice, says, write } = made();
  assert.deepEqual(says("Check that every light is on.", { phase: "calibrate" }), ["Check that every light is on."]);
  voice.forget();
  assert.deepEqual(says("Check that every light is on.", { phase: "calibrate" }), []);
  assert.deepEqual(says("Your turn.", {}, true), []);
  assert.deepEqual(write([]), [BEGUN, "Your turn."]);
});

test("a new game of the same kind after moves is one, and no taking back", () => {
  const { says, write } = made();
  says("Your turn.", {}, true);
  write(["b2U", "c3D", "d4U"]);
  assert.deepEqual(write([]), [BEGUN, "Your turn."]);
  write(["b2U", "c3D"]);
  assert.match(write([])[0], /^Taken back: Sun places on b2, up side showing\. The board: Moon/);
});

test("a check is told until the game is decided", () => {
  const { says, write } = made(magician);
  says("Your turn.", {}, true);
  assert.deepEqual(write(["b2b3"], { check: true }), ["White moves b2 to b3.", "Black is in check.", "Your turn."]);
  assert.deepEqual(write(["b2b3", "b6b5"], { check: true, verdict: "lose" }), ["The board: Black moves b6 to b5.", "Your turn."]);
});

test("what is asked for while the automatic hand makes a move is not spoken", () => {
  const { voice, says, write } = made();
  says("Flip a tile.", {}, true);
  write(["b2U", "c3D"]);
  voice.carried = true;
  assert.deepEqual(says("Turn it over.", { ask: "put" }), []);
  assert.deepEqual(says("Place a tile.", { ask: "place" }), []);
  assert.deepEqual(says("c3: wrong.", { ask: "fix" }), ["c3: wrong."]);
  voice.carried = true;
  says("Place a tile.", { ask: "place" }, true);
  assert.deepEqual(write(["b2U", "c3D", "d4U"]), ["Sun places on d4, up side showing.", "Place a tile."]);
});

test("the last message is said again, and the log stays short", () => {
  const { voice, log, says, write, spoken } = made(kono);
  says("Your turn.", {}, true);
  write(["b4b2"]);
  voice.speak("Row 1.");
  spoken();
  voice.again();
  assert.deepEqual(spoken(), ["Sun captures on b2 with the tile from b4.", "Your turn."]);
  for (let line = 0; line < 99; line += 1) voice.speak(`${line}`);
  assert.deepEqual([log.children.length, log.lastChild.textContent], [40, "98"]);
});

test("moves that come when the board has begun another game are told in the words of their own", () => {
  const { write } = made(magician);
  assert.deepEqual(write(["b2U"], { game: "flip", start: flip.empty, rules: "magic" }).slice(0, 1), ["Sun places on b2, up side showing."]);
});
