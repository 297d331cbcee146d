import assert from "node:assert/strict";
import test from "node:test";

import { element, markup, page, timers } from "./browser.mjs";

const { Scoresheet } = await page("scoresheet");
const { gameOf } = await page("games");

const [flip, magician, xtic] = ["flip", "magician", "xtic"].map(gameOf);
const EMPTY = flip.empty;
const COURSE = { start: EMPTY, rules: "magic", game: "flip", positions: [EMPTY, "2_-----U----------", "1_-----U----d-----"], turns: [0, 1, 0], moves: ["b2U", "c3D"], names: ["b2U", "c3D"], verdict: "undecided" };
const STATE = { phase: "match", ask: "place", position: COURSE.positions[2], start: EMPTY, rules: "magic", moves: ["b2U", "c3D"], turn: 0, machine: 2, level: "very-hard" };

const copied = [];
Object.defineProperty(globalThis, "navigator", { value: { clipboard: { writeText: async (text) => copied.push(text) } }, configurable: true });
const cleared = [];
globalThis.clearTimeout = (timer) => cleared.push(timer);

// A sheet; `did`: what the page was told, `sent`: what the server was asked.
function made(game = flip, state = STATE, course = COURSE) {
  document.activeElement = null;
  const [section, last, sent, did] = [element(), element(), [], []];
  const told = (name) => (what) => did.push([name, what]);
  const sheet = new Scoresheet(section, last, () => ({ send: (message) => sent.push(message) }), { look: told("look"), written: (message) => did.push(["written", message.id]), checked: told("checked"), moved: told("moved") });
  const part = (name) => section.querySelector(`[data-part="${name}"]`);
  const play = (more = {}, other = game) => sheet.play(other, { ...state, ...more });
  const hear = (more = {}) => sheet.hear({ ...course, id: sent.at(-1)?.id, ...more });
  const rows = () => part("lines").children.map(({ children }) => children.map(({ textContent }) => textContent));
  play();
  return { sheet, section, last, sent, did, part, play, hear, rows };
}

test("the server is asked for the notation of the game, once for each position", () => {
  const { sent, play, sheet } = made();
  const [{ id, ...asked }] = sent;
  assert.deepEqual([asked, typeof id], [{ t: "write", game: "flip", rules: "magic", record: `position ${EMPTY}\nb2U c3D` }, "number"]);
  play();
  assert.equal(sent.length, 1);
  play({ moves: ["b2U"] });
  play({ moves: ["b2U"], rules: "eclipse" });
  play({ moves: ["b2U"], rules: "eclipse", start: "2_" });
  assert.equal(sent.length, 4);
  sheet.forget();
  play({ moves: ["b2U"], rules: "eclipse", start: "2_" });
  assert.equal(sent.length, 5);
  assert.notEqual(sent[4].id, sent[3].id);
  play({ moves: undefined });
  play({ position: null });
  assert.equal(sent.length, 5);
});

test("a board without a game has no sheet", () => {
  const { section, play } = made();
  assert.deepEqual([section.hidden, document.body.classes.has("with-sheet")], [false, true]);
  play({ moves: undefined }, gameOf(""));
  assert.deepEqual([section.hidden, document.body.classes.has("with-sheet")], [true, false]);
});

test("who plays which side is said, and whose move it is", () => {
  const { part, play, sheet } = made();
  const sides = (more, game) => (play(more, game), part("sides").children.map(({ textContent, attributes }) => [textContent, attributes["aria-current"]]));
  assert.deepEqual(sides({}), [["Sun: you, to move", "true"], ["Moon: the board, very hard", undefined]]);
  assert.deepEqual(sides({ turn: 1, machine: 0 }), [["Sun: a player", undefined], ["Moon: a player, to move", "true"]]);
  assert.deepEqual(sides({ machine: 3, level: "easy" }), [["Sun: the board, easy, to move", "true"], ["Moon: the board, easy", undefined]]);
  assert.deepEqual(sides({ result: "win", turn: 1 }), [["Sun: you", undefined], ["Moon: the board, very hard, has won", "true"]]);
  assert.deepEqual(sides({ result: "lose", turn: 1 }), [["Sun: you, has won", "true"], ["Moon: the board, very hard", undefined]]);
  assert.deepEqual(sides({ result: "tie" }), [["Sun: you", undefined], ["Moon: the board, very hard", undefined]]);
  assert.equal(part("sides").className, "flip");
  sheet.name(0, "Ada");
  assert.match(part("sides").textContent, /Sun: Ada/);
  assert.deepEqual(sides({ machine: 0 }), [["Sun: Ada, to move", "true"], ["Moon: a player", undefined]]);
  part("sides").replaceChildren();
  assert.deepEqual(sides({ machine: undefined }), []);
  assert.deepEqual(sides({}, { ...gameOf(""), editor: null }), []);
  const fresh = new Scoresheet(element(), element(), () => {}, {});
  fresh.name(1, "Bo");
});

test("the level is said while the board thinks", () => {
  const { last, play } = made();
  const thinks = (more) => (play(more), last.querySelector("[data-part='thinks']").textContent);
  assert.deepEqual([thinks({ ask: "wait" }), thinks({}), thinks({ ask: "wait", phase: "menu" })], ["The board is thinking, at level very hard.", "", ""]);
});

test("moves are listed in rounds, each a button to look at it", () => {
  const { hear, rows, part, did } = made();
  hear();
  assert.deepEqual(rows(), [["1.", "b2U", "c3D"]]);
  const [number, first, second] = part("lines").children[0].children;
  assert.deepEqual([number.attributes["aria-hidden"], first.type, first.title, second.attributes["aria-label"], first.dataset.at], ["true", "button", "Sun places on b2, up side showing.", "1, Moon: c3D", 1]);
  assert.match(markup(first), /owner-0/);
  second.click();
  assert.deepEqual(did.at(-1), ["look", 2]);
  assert.deepEqual([part("none").hidden, part("copy").disabled], [true, false]);
});

test("a new game has no moves yet", () => {
  const { hear, rows, part, last } = made(flip, { ...STATE, moves: [], position: EMPTY });
  hear({ positions: [EMPTY], turns: [0], moves: [], names: [] });
  assert.deepEqual([rows(), part("none").hidden, part("copy").disabled, last.hidden], [[], false, true, true]);
});

test("a record that begins with the second player leaves a gap", () => {
  const { hear, rows } = made();
  hear({ turns: [1, 0, 1] });
  assert.deepEqual(rows(), [["1.", "…", "b2U"], ["2.", "c3D", ""]]);
});

test("a player with two moves in a row has both in one place", () => {
  const { hear, rows, last } = made();
  hear({ positions: [...COURSE.positions, COURSE.positions[2]], turns: [0, 1, 1, 0], moves: ["b2U", "c3D", "c4D"], names: ["b2U", "c3D", "c4D"] });
  assert.deepEqual(rows(), [["1.", "b2U", "c3Dc4D"]]);
  assert.equal(last.querySelector("[data-part='move']").textContent, "Moon places on c3, down side showing. Moon places on c4, down side showing.");
});

test("the last move is said in words", () => {
  const { hear, last } = made();
  hear();
  const place = last.querySelector("[data-part='move']");
  assert.deepEqual([place.textContent, last.hidden], ["Moon places on c3, down side showing.", false]);
  hear({ positions: COURSE.positions.slice(0, 2), turns: [0, 1], moves: ["b2U"], names: ["b2U"] });
  assert.equal(place.textContent, "Sun places on b2, up side showing.");
});

test("the part of a turn that has been made is there, too", () => {
  const { play, hear, rows, sent, part } = made(flip, { ...STATE, moves: ["b2U", "c3D"] });
  hear();
  play({ moves: ["b2U", "c3D", "b2E"], position: `${COURSE.positions[2]};b2E` });
  assert.deepEqual([sent.length, rows()], [1, [["1.", "b2U", "c3D"], ["2.", "b2E …", ""]]]);
  assert.match(markup(part("lines").children[1].children[1]), /class="pending"/);
  play();
  assert.deepEqual(rows(), [["1.", "b2U", "c3D"]]);
  const empty = made(flip, { ...STATE, moves: ["b2E"], position: `${EMPTY};b2E` });
  assert.equal(empty.sent[0].record, `position ${EMPTY}\n`);
  empty.hear({ positions: [EMPTY], turns: [0], moves: [], names: [] });
  assert.deepEqual([empty.part("none").hidden, empty.part("copy").disabled], [true, true]);
});

test("an answer with an error, or to an older question, is not the game", () => {
  const { hear, rows, sent, did } = made();
  hear({ id: sent[0].id + 1 });
  hear({ error: "no" });
  assert.deepEqual([rows(), did], [[], []]);
  hear();
  assert.equal(did.at(-1)[0], "written");
});

test("the cells of the last move that changed the board are told, with what is empty now", () => {
  const { hear, did } = made();
  const moved = (more) => (hear(more), did.findLast(([name]) => name === "moved")[1]);
  assert.deepEqual(moved(), [{ cell: 10, gone: false }]);
  assert.deepEqual(moved({ positions: ["1_U---------------", "2_-D--------------"], turns: [0, 1], moves: ["x"], names: ["x"], ...{ moves: ["a1Ea1U"], names: ["a1Ea1U"] } }), [{ cell: 0, gone: true }, { cell: 1, gone: false }]);
  assert.deepEqual(moved({ positions: [EMPTY], turns: [0], moves: [], names: [] }), []);
  const gift = made(xtic, { ...STATE, moves: [] }, COURSE);
  const course = (...positions) => ({ positions, turns: positions.map(() => 0), moves: [], names: [], start: xtic.empty });
  const place = `0${"-".repeat(15)}`;
  gift.hear(course(xtic.empty, `${place}/-`, `${place}/3`));
  assert.deepEqual(gift.did.findLast(([name]) => name === "moved")[1], [{ cell: 0, gone: false }]);
  gift.hear(course(xtic.empty, `${place}/-`, `${place}/3`, `${place}/4`));
  assert.deepEqual(gift.did.findLast(([name]) => name === "moved")[1], []);
});

test("the move to the position shown is marked", () => {
  const { hear, sheet, part } = made();
  const marked = () => part("lines").querySelectorAll("button").map(({ attributes }) => attributes["aria-current"]);
  hear();
  assert.deepEqual(marked(), [undefined, "step"]);
  sheet.mark(1);
  assert.deepEqual(marked(), ["step", undefined]);
  sheet.mark(1);
  sheet.mark(null);
  assert.deepEqual(marked(), [undefined, "step"]);
  new Scoresheet(element(), element(), () => {}, {}).mark(3);
});

test("the list keeps the focus on a move, and shows the last one", () => {
  const { hear, part } = made();
  hear();
  const list = part("lines");
  const [, first] = list.children[0].children;
  first.focus();
  list.scrollHeight = 400;
  hear();
  assert.deepEqual([document.activeElement === first, document.activeElement.dataset.at, list.scrollTop], [false, 1, 400]);
  document.activeElement = null;
  list.querySelector = (what) => list.querySelectorAll(what)[0] ?? null;
  hear();
  assert.equal(document.activeElement, null);
});

test("a chess record is numbered from its position, and ends with the result or the check", () => {
  const start = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR b AGag - 0 5";
  const course = { start, positions: [start, start], turns: [1, 0], moves: ["c6c4"], names: ["c4"], verdict: "undecided" };
  const { hear, rows, part, did } = made(magician, { ...STATE, start, moves: ["c6c4"], position: start }, course);
  hear();
  assert.deepEqual([rows(), part("end").textContent, did[0]], [[["5.", "…", "c4"]], "", ["checked", null]]);
  hear({ check: true });
  assert.deepEqual([part("end").textContent, did.findLast(([name]) => name === "checked")[1]], ["White is in check.", 0]);
  const end = (verdict, turn) => (hear({ verdict, turns: [1 - turn, turn], check: true }), part("end").textContent);
  assert.deepEqual([end("win", 0), end("win", 1), end("lose", 0), end("lose", 1), end("tie", 0)], ["1–0", "0–1", "0–1", "1–0", "½–½"]);
  const other = made();
  other.hear({ verdict: "win" });
  assert.equal(other.part("end").textContent, "");
});

test("the record is copied, and it is said whether that was possible", async () => {
  const { hear, part, sheet } = made();
  hear();
  await sheet.copy();
  assert.deepEqual(copied, ["1. b2U  2. c3D"]);
  assert.equal(part("copied").textContent, "Copied.");
  const [end, ms] = timers.at(-1);
  end();
  assert.deepEqual([part("copied").textContent, ms], ["", 2500]);
  navigator.clipboard.writeText = async () => {
    throw new Error("no");
  };
  cleared.length = 0;
  part("copy").click();
  await null;
  await null;
  assert.equal(part("copied").textContent, "This browser does not allow it: copy it in Analysis.");
  assert.equal(cleared.length, 1);
});
