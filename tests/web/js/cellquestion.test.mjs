import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { CellQuestion } = await page("cellquestion");

// A question at 100, 80 with two answers. One pixel is a millimetre.
function made({ at = { x: 100, y: 80 } } = {}) {
  document.activeElement = null;
  document.querySelector = () => stop;
  const [box, scene, stop, did] = [element(), element(), element("button"), []];
  Object.assign(box, { offsetWidth: 100, offsetHeight: 60, hidden: true });
  Object.assign(scene, { clientWidth: 300, clientHeight: 280 });
  const question = new CellQuestion({ scene, x: (mm) => mm, y: (mm) => mm }, box);
  const ask = () => question.ask(at, "What to do", [["One", () => did.push(1)], ["Two", () => did.push(2), element("svg")]], () => did.push("cancelled"));
  ask();
  const press = (number, detail = 0) => fire(box.children[number], "click", { detail });
  return { ask, box, did, press, question, stop };
}

test("the answers and Cancel stand at the cell, and the first one has the focus", () => {
  const { box } = made();
  assert.deepEqual([box.hidden, box.attributes["aria-label"], box.children.map(({ textContent }) => textContent), document.activeElement], [false, "What to do", ["One", "Two", "Cancel"], box.children[0]]);
  assert.deepEqual([box.children[1].children[0].tag, box.style.left, box.style.top], ["svg", "50px", "50px"]);
  const corner = made({ at: { x: 290, y: 5 } }).box;
  assert.deepEqual([corner.style.left, corner.style.top], ["200px", "0px"]);
});

test("an answer is done once, and the focus returns to the board", () => {
  const { box, did, press, stop } = made();
  press(1);
  assert.deepEqual([did, box.hidden, document.activeElement], [[2], true, stop]);
});

test("Cancel, Escape, a focus that leaves and another question cancel it", () => {
  const cancels = [({ press }) => press(2), ({ box }) => assert.ok(fire(box, "keydown", { key: "Escape" }).stopped), ({ box }) => fire(box, "focusout", { relatedTarget: element() }), ({ question }) => question.close()];
  for (const cancel of cancels) {
    const found = made();
    cancel(found);
    assert.deepEqual([found.did, found.box.hidden], [["cancelled"], true]);
    found.question.close();
    assert.equal(found.did.length, 1);
  }
  const again = made();
  again.ask();
  assert.deepEqual([again.did, again.box.hidden], [["cancelled"], false]);
  const open = made();
  fire(open.box, "keydown", { key: "Tab" });
  fire(open.box, "focusout", { relatedTarget: open.box.children[1] });
  fire(open.box, "focusout", { relatedTarget: null });
  assert.deepEqual([open.did, open.box.hidden], [[], false]);
});

test("the tap that opened it answers nothing", () => {
  const { box, did, press } = made();
  press(0, 1);
  assert.deepEqual([did, box.hidden], [[], false]);
  fire(box, "pointerdown");
  press(0, 1);
  assert.deepEqual(did, [1]);
});
