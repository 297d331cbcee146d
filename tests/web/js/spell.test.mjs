import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, markup, page } from "./browser.mjs";

const { CellQuestion } = await page("cellquestion");
const { Spell } = await page("spell");
const { gameOf } = await page("games");

const magician = gameOf("magician");
const HELLO = { rows: 7, columns: 7, plate: { pitch_mm: 40, well_diameter_mm: 34, ring_outer_mm: 38 } };
const [HOLE, FREE, WITH_PIECE] = [24, 25, 17]; // d4, e4, d5
const STATE = { game: "magician", rules: "standard", phase: "match", ask: "lift", turn: 0, machine: 2, position: "7/7/7/3X3/7/7/3K3 w - - 0 1" };
const MOVES = ["b1@d4e4", "b1@d4d5", "b1@d4xd5", "c2c4"];

// A page that may take the hole of d4. One pixel is a millimetre.
function made({ answered = false } = {}) {
  document.body.className = "";
  document.body.classes.clear();
  document.body.classes.add("on-screen");
  document.activeElement = null;
  document.querySelector = () => null;
  const [scene, overlay, box, sent, told] = [element(), element("svg"), element(), [], []];
  Object.assign(scene, { clientWidth: 300, clientHeight: 280 });
  Object.assign(box, { offsetWidth: 100, offsetHeight: 60, hidden: true, id: "question" });
  scene.append(box);
  const view = { scene, left: -30, top: -30, right: 270, bottom: 270, covered: null, x: (mm) => mm + 30, y: (mm) => mm + 30, point: ({ clientX, clientY }) => ({ x: clientX - 30, y: clientY - 30 }), inside: (x, y) => ({ x: Math.max(0, x), y }) };
  const tiles = { holes: [HOLE], cellOf: ({ x, y }) => { const [column, row] = [Math.round(x / 40), Math.round(y / 40)]; return column >= 0 && column < 7 && row >= 0 && row < 7 ? row * 7 + column : null; } };
  const spell = new Spell(view, tiles, overlay, new CellQuestion(view, box), () => ({ send: (message) => sent.push(message) }), { told: (...of) => told.push(of), refused: (reason) => told.push(reason) });
  spell.describe(HELLO);
  const play = (more = {}, game = magician) => spell.play(game, { ...STATE, ...more });
  play();
  const answer = (moves = MOVES) => spell.hear({ id: sent.findLast(({ t }) => t === "legal").id, moves });
  // A pointer event at a cell; `off`: millimetres to the right of its centre.
  const at = (name, cell, { off = 0, ...more } = {}) => fire(scene, name, { pointerId: 1, button: 0, clientX: 30 + 40 * (cell % 7) + off, clientY: 30 + 40 * Math.floor(cell / 7), ...more });
  const targets = () => overlay.children.slice(0, -1).map(({ attributes }) => [attributes.cx, attributes.cy]);
  const face = () => { const { x, y } = overlay.children.at(-1).children[0].attributes; return [x + 17, y + 17]; };
  const holds = () => overlay.children.length > 0;
  if (answered) {
    spell.take(HOLE);
    answer();
    told.length = 0;
    sent.length = 0;
  }
  return { spell, scene, overlay, box, sent, told, view, tiles, play, answer, at, targets, face, holds };
}

test("the hole that is taken is drawn in the hand, and the server is asked where it may go", () => {
  const { spell, sent, told, overlay, face, answer, targets } = made();
  assert.equal(spell.take(HOLE), true);
  const [{ id, ...asked }] = sent;
  assert.deepEqual([asked, typeof id, told], [{ t: "legal", game: "magician", rules: "standard", position: STATE.position }, "number", [["taken", "hole"]]]);
  assert.deepEqual([overlay.attributes.viewBox, face(), targets()], ["-30 -30 300 300", [120, 120], []]);
  answer();
  assert.deepEqual([targets(), spell.words(FREE), spell.words(HOLE)], [[[160, 120], [120, 80]], "the hole may go here", ""]);
  assert.equal(markup(overlay.children[0]), '<circle class="target" cx="160" cy="120" r="19"></circle>');
  assert.equal(spell.take(HOLE), false);
});

test("a hole is taken only while it is one's turn on the screen", () => {
  const takes = (act) => {
    const found = made();
    act(found);
    return found.spell.take(HOLE);
  };
  assert.deepEqual([takes(() => {}), takes(({ play }) => play({ ask: "place" })), takes(({ play }) => play({ machine: 1 })), takes(({ play }) => play({ machine: 1, turn: 1 }))], [true, true, false, true]);
  assert.deepEqual([takes(({ play }) => play({ ask: "wait" })), takes(({ play }) => play({ phase: "menu" })), takes(({ play }) => play({ position: "7;b1@d4" })), takes(({ play }) => play({}, gameOf("flip")))], [false, false, false, false]);
  assert.deepEqual([takes(({ view }) => (view.covered = () => {})), takes(() => document.body.classes.clear()), takes(({ tiles }) => (tiles.holes = [])), made().spell.take(null)], [false, false, false, false]);
  const fresh = made();
  fresh.spell.state = null;
  assert.equal(fresh.spell.take(HOLE), false);
});

test("a hole that no magician reaches goes back, with the reason", () => {
  const { spell, told, answer, holds } = made();
  spell.take(HOLE);
  answer(["c2c4"]);
  assert.deepEqual([told.slice(1), holds()], [[["put-back", ""], "no magician of yours reaches this hole"], false]);
  const none = made();
  none.spell.take(HOLE);
  none.answer(null);
  assert.ok(!none.holds());
});

test("an answer to another question is not about this hole", () => {
  const { spell, targets, sent } = made();
  spell.hear({ id: 0, moves: MOVES });
  spell.take(HOLE);
  spell.hear({ id: sent[0].id + 1, moves: MOVES });
  assert.deepEqual(targets(), []);
  spell.putBack();
  spell.hear({ id: sent[0].id, moves: MOVES });
  assert.equal(spell.words(FREE), "");
});

test("dropped where it may go the spell is cast, elsewhere the hole goes back", () => {
  const { spell, sent, told, holds } = made({ answered: true });
  spell.drop(FREE);
  assert.deepEqual([sent, told, holds()], [[{ t: "play", move: "b1@d4e4" }], [["put-back", ""]], false]);
  const other = made({ answered: true });
  other.spell.drop(3);
  assert.deepEqual([other.sent, other.told], [[], [["put-back", ""], "the hole cannot go there"]]);
});

test("dropped before the server has answered it is cast then", () => {
  const { spell, sent, answer } = made();
  spell.take(HOLE);
  spell.drop(FREE);
  assert.equal(sent.length, 1);
  answer();
  assert.deepEqual(sent[1], { t: "play", move: "b1@d4e4" });
  spell.take(HOLE);
  answer();
  assert.equal(sent.length, 3);
});

test("where a piece stands it is asked whether to carry it along or drop it", () => {
  const { spell, box, sent, holds } = made({ answered: true });
  spell.drop(WITH_PIECE);
  assert.deepEqual([box.hidden, box.children.map(({ textContent, type }) => [textContent, type]), sent, document.activeElement], [false, [["Carry it along", "button"], ["Drop it into the hole", "button"], ["Cancel", "button"]], [], box.children[0]]);
  assert.deepEqual([box.style.left, box.style.top], ["100px", "80px"]);
  fire(box.children[1], "click", { detail: 1 }); // by the tap that opened the buttons
  assert.deepEqual(sent, []);
  fire(box, "pointerdown");
  fire(box.children[1], "click", { detail: 1 });
  assert.deepEqual([sent, box.hidden, holds()], [[{ t: "play", move: "b1@d4xd5" }], true, false]);
  const cancelled = made({ answered: true });
  cancelled.spell.drop(WITH_PIECE);
  fire(cancelled.box.children[2], "click");
  assert.deepEqual([cancelled.sent, cancelled.box.hidden, cancelled.holds()], [[], true, false]);
});

test("a later tap must be a new one, too", () => {
  const { spell, box, sent, answer } = made({ answered: true });
  spell.drop(WITH_PIECE);
  fire(box, "pointerdown");
  fire(box.children[2], "click", { detail: 1 });
  spell.take(HOLE);
  answer();
  spell.drop(WITH_PIECE);
  fire(box.children[0], "click", { detail: 1 });
  assert.equal(sent.filter(({ t }) => t === "play").length, 0);
});

test("the buttons stay inside of the scene", () => {
  const placed = (cell) => {
    const { spell, box, answer } = made();
    spell.take(HOLE);
    const name = `${String.fromCharCode(97 + (cell % 7))}${7 - Math.floor(cell / 7)}`;
    answer([`b1@d4${name}`, `b1@d4x${name}`]);
    spell.drop(cell);
    return [box.style.left, box.style.top];
  };
  assert.deepEqual([placed(0), placed(48)], [["0px", "0px"], ["200px", "220px"]]);
});

test("the focus that leaves the buttons puts the hole back, and goes back to the board with it", () => {
  const { spell, box, holds } = made({ answered: true });
  spell.drop(WITH_PIECE);
  fire(box, "focusout", { relatedTarget: null });
  fire(box, "focusout", { relatedTarget: box.children[1] });
  assert.ok(holds());
  fire(box, "focusout", { relatedTarget: element() });
  assert.ok(!holds());
  const stop = element("button");
  const focused = (inside) => {
    const found = made({ answered: true });
    document.querySelector = (what) => (what === "#stops button[tabindex='0']" ? stop : null);
    found.spell.drop(WITH_PIECE);
    if (!inside) document.activeElement = null;
    found.spell.putBack();
    return document.activeElement === stop;
  };
  assert.deepEqual([focused(true), focused(false)], [true, false]);
});

test("a move of the game, or another board, puts the hole back", () => {
  const { spell, play, holds, told } = made({ answered: true });
  play();
  assert.ok(holds());
  play({ position: "7/7/7/3X3/7/7/4K2 b - - 0 1" });
  assert.deepEqual([holds(), told], [false, [["put-back", ""]]]);
  const other = made({ answered: true });
  other.spell.describe(HELLO);
  assert.ok(!other.holds());
  other.told.length = 0;
  other.spell.putBack();
  assert.deepEqual([other.told, spell.words(FREE)], [[], ""]);
});

test("a hole is dragged to where it goes", () => {
  const { at, face, sent, scene, answer, holds } = made();
  const taken = at("pointerdown", HOLE);
  assert.deepEqual([taken.stopped, taken.ended, scene.captured], [true, true, 1]);
  answer();
  at("pointermove", HOLE, { off: 7 });
  assert.deepEqual(face(), [120, 120]);
  at("pointermove", HOLE, { off: 8 });
  assert.deepEqual(face(), [128, 120]);
  at("pointermove", FREE, { pointerId: 2 });
  assert.deepEqual(face(), [128, 120]);
  at("pointermove", HOLE, { off: 1 });
  assert.deepEqual(face(), [121, 120]);
  at("pointermove", HOLE, { off: -300 });
  assert.deepEqual(face(), [0, 120]);
  at("pointerup", FREE, { pointerId: 2 });
  assert.ok(holds());
  at("pointerup", FREE);
  assert.deepEqual(sent.at(-1), { t: "play", move: "b1@d4e4" });
});

test("a tap leaves it in the hand, the next tap drops it, dropped on its own cell it goes back", () => {
  const { at, sent, answer, holds } = made();
  at("pointerdown", HOLE);
  answer();
  at("pointerup", HOLE);
  at("pointermove", FREE);
  assert.ok(holds());
  at("pointerdown", FREE);
  at("pointerup", FREE);
  assert.deepEqual(sent.at(-1), { t: "play", move: "b1@d4e4" });
  const back = made({ answered: true });
  back.at("pointerdown", FREE);
  back.at("pointerup", HOLE);
  assert.deepEqual([back.sent, back.holds()], [[], false]);
  const kept = made({ answered: true });
  kept.at("pointerdown", HOLE);
  kept.at("pointerup", HOLE);
  assert.ok(kept.holds());
  kept.at("pointerup", FREE);
  assert.ok(kept.holds());
});

test("a pointer elsewhere, on a tile or on a button, or with another button takes no hole", () => {
  const { at, scene, holds, box } = made();
  assert.ok(!at("pointerdown", 3).stopped);
  assert.ok(!at("pointerdown", HOLE, { button: 2 }).stopped);
  const tile = element("i");
  tile.className = "tile";
  scene.append(tile);
  fire(tile, "pointerdown", { pointerId: 1, button: 0, clientX: 150, clientY: 150 });
  fire(box, "pointerdown", { pointerId: 1, button: 0, clientX: 150, clientY: 150 });
  assert.ok(!holds());
  const held = made({ answered: true });
  const over = element("i");
  over.className = "tile";
  held.scene.append(over);
  assert.ok(fire(over, "pointerdown", { pointerId: 1, button: 0, clientX: 190, clientY: 150 }).stopped);
  const asked = made({ answered: true });
  asked.spell.drop(WITH_PIECE);
  assert.ok(!asked.at("pointerdown", FREE).stopped);
  asked.at("pointerup", FREE);
  assert.deepEqual(asked.sent, []);
});

test("a pointer that the browser takes away, and Escape, put the hole back", () => {
  const { scene, holds } = made({ answered: true });
  fire(scene, "pointercancel");
  assert.ok(!holds());
  const other = made({ answered: true });
  const pressed = (key) => { const { stopped, ended } = fire(element(), "keydown", { key }); return [stopped, Boolean(ended)]; };
  assert.deepEqual([pressed("a"), other.holds()], [[false, false], true]);
  assert.deepEqual([pressed("Escape"), other.holds()], [[true, true], false]);
  assert.deepEqual(pressed("Escape"), [false, false]);
});

test("Enter takes a hole, drops it, or puts it back on its own cell", () => {
  const { spell, sent, holds } = made({ answered: true });
  assert.deepEqual([spell.press(FREE), sent, holds()], [true, [{ t: "play", move: "b1@d4e4" }], false]);
  assert.deepEqual([spell.press(3), spell.press(HOLE), holds(), spell.press(HOLE), holds()], [false, true, true, true, false]);
});
