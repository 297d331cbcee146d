import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, markup, page } from "./browser.mjs";

const { Choice } = await page("choice");
const { gameOf } = await page("games");

const [xtic, magician, flip] = ["xtic", "magician", "flip"].map(gameOf);
const POSITION = `0${"-".repeat(15)}/-`;
const GIFT = { position: POSITION, ask: "give", gift: { left: [1, 2, 3], at: 2 }, hand: null };

// The legend beside a board; `lit`: the light of each cell.
function made(game = xtic, state = GIFT) {
  const [section, sent, lit] = [element(), [], {}];
  section.append(element("h2"));
  const lights = { colour: (number) => lit[number] ?? null };
  const choice = new Choice(section, element(), lights, () => ({ send: (message) => sent.push(message) }));
  const play = (more = {}, other = game) => choice.play(other, { ...state, ...more });
  if (game) play();
  const part = (name) => section.querySelector(`[data-part="${name}"]`);
  const labels = () => choice.buttons.map(({ attributes }) => attributes["aria-label"]);
  const classed = (name) => choice.buttons.flatMap(({ classes }, number) => (classes.has(name) ? [number] : []));
  return { choice, section, sent, lit, play, part, labels, classed };
}

test("each piece has a button with its drawing and its digit, in rows as on the board", () => {
  const { choice, section, part } = made();
  assert.deepEqual([choice.buttons.length, section.hidden, part("legend-name").textContent, part("legend").style["--columns"], part("print").hidden, section.children[0].hidden], [16, false, "Pieces", 4, false, false]);
  const [, second] = choice.buttons;
  const [picture, digit] = second.children;
  assert.deepEqual([second.type, second.tabIndex, choice.buttons[0].tabIndex, second.dataset.letter, digit.textContent, digit.attributes["aria-hidden"], picture.tag, part("legend").children.length], ["button", -1, 0, "1", "1", "true", "svg", 16]);
  assert.ok(document.body.classes.has("with-choice"));
});

test("a game without choices has no legend", () => {
  const { section, choice, sent } = made(flip, { position: flip.empty, ask: "place" });
  assert.deepEqual([section.hidden, choice.buttons, choice.left, document.body.classes.has("with-choice")], [true, [], [], false]);
  choice.value([["=1", "win", 1]]);
  choice.choose(1);
  assert.deepEqual(sent, []);
});

test("what may be given is marked and said, with where the others are", () => {
  const { labels, classed, choice, section } = made();
  assert.deepEqual(labels().slice(0, 5), ["piece 0, black horizontal solid round: on a1", "piece 1, black horizontal solid square: may be given", "piece 2, black horizontal hollow round: may be given, chosen on the board", "piece 3, black horizontal hollow square: may be given", "piece 4, black vertical solid round: not given yet"]);
  assert.deepEqual([classed("free"), classed("gone"), classed("cursor")], [[1, 2, 3], [0], [2]]);
  assert.deepEqual(choice.buttons.slice(0, 2).map(({ attributes }) => attributes["aria-disabled"]), ["true", "false"]);
  assert.deepEqual([section.classes.has("choosing"), section.classes.has("showing")], [true, false]);
});

test("while the board asks for something else nothing may be given", () => {
  const { play, classed, section, choice, labels } = made();
  play({ ask: "place", gift: null, hand: 5 });
  assert.deepEqual([classed("free"), section.classes.has("choosing"), choice.offer, choice.left], [[], false, null, []]);
  assert.match(labels()[5], /in hand$/);
  play({ ask: "restore" });
  assert.equal(choice.offer, null);
  play({ gift: { left: [4], at: null } });
  assert.deepEqual([classed("cursor"), choice.offer], [[], { left: [4], at: null }]);
  play({ position: undefined });
  assert.deepEqual(classed("gone"), []);
});

test("a click gives a piece that may be given, a tap on its tile too", () => {
  const { choice, sent } = made();
  choice.buttons[3].click();
  choice.buttons[0].click();
  assert.deepEqual(sent, [{ t: "tell", line: { c: "choose", move: "=3" } }]);
  assert.deepEqual([{ cell: null, piece: 3 }, { cell: 4, piece: 3 }, { cell: null, piece: 0 }].map((tile) => choice.offers(tile)), [true, false, false]);
});

test("the piece in the hand is shown, or the one that the board points at", () => {
  const { play, part } = made();
  const hand = () => [part("hand").textContent, part("hand-picture").children.length, part("hand-picture").classes.has("empty"), part("hand-picture").classes.has("offered")];
  assert.deepEqual(hand(), ["To give: piece 2, black horizontal hollow round.", 1, false, true]);
  const before = part("hand-picture").children[0];
  play();
  assert.equal(part("hand-picture").children[0], before);
  play({ ask: "place", gift: null, hand: 2 });
  assert.deepEqual(hand(), ["In hand: piece 2, black horizontal hollow round.", 1, false, false]);
  play({ ask: "place", gift: null });
  assert.deepEqual(hand(), ["In hand: none.", 0, true, false]);
  play({ ask: "place", gift: null, hand: undefined });
  assert.deepEqual(hand(), ["In hand: none.", 0, true, false]);
});

test("the board's lights are drawn while its cells stand for choices", () => {
  const { play, choice, lit, section } = made();
  const seen = () => choice.buttons.slice(0, 4).map(({ style }) => style["--light"]);
  Object.assign(lit, { 1: { strength: 0.5, colour: [255, 0.4, 12.6] }, 2: { strength: 0.02, colour: [9, 9, 9] }, 3: { strength: 0.021, colour: [9, 9, 9] } });
  choice.draw();
  assert.deepEqual(seen(), ["transparent", "rgb(255 0 13 / 0.50)", "transparent", "rgb(9 9 9 / 0.02)"]);
  play({ ask: "place", gift: null });
  assert.deepEqual(seen(), Array(4).fill("transparent"));
  play({ ask: "place", gift: null, legend: true });
  assert.deepEqual([seen()[1], section.classes.has("showing"), section.classes.has("choosing")], ["rgb(255 0 13 / 0.50)", true, false]);
  play({ legend: false });
  assert.equal(seen()[1], "transparent");
});

test("the values of choices are marked on them", () => {
  const { choice, section } = made();
  choice.value([["=1", "win", 2], ["=f", "tie", null], ["b2", "lose", 1]]);
  const worth = () => choice.buttons.flatMap((button, number) => button.children.slice(2).map((each) => [number, each.textContent]));
  assert.deepEqual(worth(), [[1, "W2"], [15, "D"]]);
  assert.match(markup(choice.buttons[1].children[2]), /^<svg class="worth" viewBox="-8 -8 16 16" aria-hidden="true">/);
  choice.value([]);
  assert.deepEqual([worth(), section.querySelectorAll(".worth").length], [[], 0]);
});

test("arrow keys move through the legend and stop at its edges", () => {
  const { choice, part } = made();
  const pressed = (from, key, more = {}) => {
    choice.buttons[from].focus();
    const { stopped } = fire(choice.buttons[from], "keydown", { key, ...more });
    return [choice.buttons.indexOf(document.activeElement), stopped];
  };
  assert.deepEqual([pressed(5, "ArrowLeft"), pressed(5, "ArrowRight"), pressed(5, "ArrowUp"), pressed(5, "ArrowDown")], [[4, true], [6, true], [1, true], [9, true]]);
  assert.deepEqual([pressed(4, "ArrowLeft"), pressed(3, "ArrowRight"), pressed(2, "ArrowUp"), pressed(14, "ArrowDown"), pressed(0, "ArrowLeft")], [[4, true], [3, true], [2, true], [14, true], [0, true]]);
  assert.deepEqual([pressed(5, "a"), pressed(5, "ArrowLeft", { altKey: true }), pressed(5, "ArrowLeft", { ctrlKey: true }), pressed(5, "ArrowLeft", { metaKey: true })], Array(4).fill([5, false]));
  assert.ok(!fire(part("legend"), "keydown", { key: "ArrowLeft" }).stopped);
  fire(choice.buttons[7], "focusin");
  assert.deepEqual(choice.buttons.map(({ tabIndex }) => tabIndex).indexOf(0), 7);
  fire(part("legend"), "focusin");
  assert.deepEqual(choice.buttons.filter(({ tabIndex }) => tabIndex === 0).length, 1);
});

test("what a pawn becomes is there only while one is to become something, in its colour", () => {
  const state = { position: magician.empty, ask: "lift", turn: 0 };
  const { section, play, part, labels, choice } = made(magician, state);
  assert.deepEqual([section.hidden, document.body.classes.has("with-choice")], [true, false]);
  play({ ask: "give", gift: { left: [23, 25], at: 25 }, turn: 1 });
  assert.deepEqual([section.hidden, part("print").hidden, section.children[0].hidden, part("hand").textContent], [false, true, true, ""]);
  assert.deepEqual(labels(), ["rook: may be chosen", "knight: not given yet", "magician: may be chosen, chosen on the board"]);
  assert.match(markup(choice.buttons[0]), /black-piece/);
  const [button] = choice.buttons;
  play({ ask: "give", gift: { left: [23, 25], at: 23 }, turn: 1 });
  assert.equal(choice.buttons[0], button);
  play();
  assert.ok(section.hidden);
});

test("its lights are those of the cells that stand for them", () => {
  const { choice, lit, play } = made(magician, { position: magician.empty, ask: "give", gift: { left: [23], at: 23 }, turn: 0 });
  lit[24] = { strength: 1, colour: [1, 2, 3] };
  play();
  assert.deepEqual(choice.buttons.map(({ style }) => style["--light"]), ["transparent", "rgb(1 2 3 / 1.00)", "transparent"]);
});

test("the legend is printed on a sheet of its own", async () => {
  const { choice, part } = made();
  choice.describe({ rows: 4, columns: 4, plate: { pitch_mm: 40, margin_mm: 30 } });
  let printed = 0;
  globalThis.print = () => (printed += 1);
  await choice.print(element());
  assert.deepEqual([printed, document.body.classes.has("sheet-only")], [1, true]);
  const warned = [];
  console.warn = (error) => warned.push(error);
  choice.print = async () => {
    throw new Error("no paper");
  };
  part("print").click();
  await null;
  await null;
  assert.equal(warned.length, 1);
});

test("a cell that stands for a choice makes it, others do nothing", () => {
  const { choice, sent, play } = made();
  assert.deepEqual([choice.chooseAt(0), choice.chooseAt(3), sent.splice(0)], [false, true, [{ t: "tell", line: { c: "choose", move: "=3" } }]]);
  play({ ask: "place", gift: null });
  assert.deepEqual([choice.chooseAt(3), made(flip, { position: flip.empty, ask: "place" }).choice.chooseAt(0), sent], [false, false, []]);
});
