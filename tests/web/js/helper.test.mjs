import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { Helper } = await page("helper");
const { gameOf } = await page("games");

const flip = gameOf("flip");
const POSITION = "1_U-d-------------";

function made() {
  const [group, sent] = [element(), []];
  group.innerHTML = '<button data-mode="board"></button><button data-mode="both"></button><select></select><button data-do="lay"></button><p role="status"></p>';
  const helper = new Helper(group, () => ({ send: (message) => sent.push(message) }));
  const [board, both, speed, lay, says] = group.children;
  return { helper, sent, board, both, speed, lay, says };
}

test("a button gives the hand its task, the pressed one takes it away", () => {
  const { helper, sent, board, both } = made();
  board.click();
  helper.hear({ mode: "board", speed: "normal" });
  assert.deepEqual([board.attributes["aria-pressed"], both.attributes["aria-pressed"]], ["true", "false"]);
  board.click();
  both.click();
  assert.deepEqual(sent, [{ t: "help", mode: "board" }, { t: "help", mode: "off" }, { t: "help", mode: "both" }]);
});

test("it says what it does, that it waits, or why it cannot go on", () => {
  const { helper, says } = made();
  const said = (message) => (helper.hear({ speed: "normal", ...message }), says.textContent);
  assert.deepEqual([said({ mode: "off" }), said({ mode: "board" }), said({ mode: "both" }), said({ mode: "board", waits: true }), said({ mode: "board", waits: true, why: "A tile is missing." })], ["", "The hand makes the board's moves.", "The board plays both sides, and the hand moves everything.", "The hand waits for yours.", "A tile is missing."]);
});

test("its speed is sent, and shown as the server has it", () => {
  const { helper, sent, speed } = made();
  helper.hear({ mode: "off", speed: "normal" });
  assert.equal(speed.value, "normal");
  speed.value = "fast";
  fire(speed, "change");
  assert.deepEqual(sent, [{ t: "help", speed: "fast" }]);
  helper.hear({ mode: "off", speed: "normal" }); // sent before the server had the choice
  assert.equal(speed.value, "fast");
  helper.forget();
  helper.hear({ mode: "off", speed: "normal" });
  assert.equal(speed.value, "normal");
});

test("all tiles can be set up at once while the board waits for that", () => {
  const { helper, sent, lay } = made();
  const off = (state) => (helper.play(flip, state), lay.disabled);
  assert.deepEqual([off({ ask: "restore", position: POSITION }), off({ ask: "place", position: POSITION }), off({ ask: "restore" }), off({ ask: "restore", position: `${POSITION};a1E` })], [false, true, true, true]);
  helper.play(flip, { ask: "restore", position: POSITION });
  lay.click();
  assert.deepEqual(sent, [{ t: "lay", cells: "U-d-------------", alike: false }]);
});

test("a real board has no such hand", () => {
  const { helper, board, speed, lay, says } = made();
  helper.play(flip, { ask: "restore", position: POSITION });
  helper.real(true);
  assert.deepEqual([board.disabled, speed.disabled, lay.disabled, says.textContent], [true, true, true, "Not with a real board: nothing here can move its tiles."]);
  helper.play(flip, { ask: "restore", position: POSITION });
  assert.equal(lay.disabled, true);
  helper.real(false);
  assert.deepEqual([board.disabled, speed.disabled, lay.disabled], [false, false, false]);
  helper.play(flip, { ask: "place" });
  helper.real(false);
  assert.equal(lay.disabled, true);
  const fresh = made();
  fresh.helper.real(false);
  assert.deepEqual([fresh.lay.disabled, fresh.says.textContent], [true, ""]);
  fresh.helper.play(flip, { ask: "restore", position: POSITION });
  assert.equal(fresh.lay.disabled, false);
});
