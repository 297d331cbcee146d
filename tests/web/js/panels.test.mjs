import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, observers, outer, page } from "./browser.mjs";

const { Panels } = await page("panels");

// A row with buttons for two panels, the second one in a menu.
function made() {
  outer.handlers = {};
  document.body.classes.clear();
  document.querySelector = () => null;
  const [bar, row] = [element(), element()];
  bar.append(row);
  row.innerHTML = '<button aria-controls="one"></button><button id="more"></button><div popover=""><button aria-controls="two"></button></div>';
  const [menu] = row.querySelectorAll("[popover]");
  const [one, two] = row.querySelectorAll("button[aria-controls]");
  Object.defineProperty(menu, "previousElementSibling", { value: row.children[1] });
  const boxes = ["one", "two"].map((id) => {
    const panel = document.getElementById(id);
    Object.assign(panel, { id, hidden: true, sought: 0 });
    panel.replaceChildren();
    panel.innerHTML = '<div class="head"></div>';
    return panel;
  });
  const panels = new Panels(row);
  const changes = [];
  panels.watch((...change) => changes.push(change));
  return { panels, bar, row, menu, one, two, boxes, changes };
}

const escape = (target = element(), more = {}) => fire(target, "keydown", { key: "Escape", ...more }).stopped;

test("a button opens its panel and closes it again", () => {
  const { one, boxes: [panel], changes } = made();
  one.click();
  assert.deepEqual([panel.hidden, one.attributes["aria-expanded"], document.body.classes.has("with-one"), panel.sought], [false, "true", true, 1]);
  one.click();
  assert.deepEqual([panel.hidden, one.attributes["aria-expanded"], document.body.classes.has("with-one"), panel.sought, changes], [true, "false", false, 1, [["one", true], ["one", false]]]);
});

test("one panel is open at a time", () => {
  const { panels, one, two, boxes, changes } = made();
  one.click();
  two.click();
  assert.deepEqual([boxes.map(({ hidden }) => hidden), changes], [[true, false], [["one", true], ["one", false], ["two", true]]]);
  panels.open("two");
  assert.equal(changes.length, 3);
});

test("each panel has a button that closes it and gives the focus back, to the menu's button for one of the menu", () => {
  const { boxes: [first, second], one, two, row } = made();
  for (const [panel, opener, back] of [[first, one, one], [second, two, row.children[1]]]) {
    opener.click();
    const closer = panel.querySelectorAll(".close")[0];
    assert.deepEqual([closer.type, closer.attributes["aria-label"], closer.className], ["button", "Close", "plain close"]);
    closer.focus();
    closer.click();
    assert.deepEqual([panel.hidden, document.activeElement], [true, back]);
  }
});

test("closing a panel leaves a focus outside of it where it is", () => {
  const { panels, one, changes } = made();
  const other = element();
  one.click();
  other.focus();
  panels.close("one");
  panels.close("one");
  assert.deepEqual([document.activeElement, changes.length], [other, 2]);
});

test("Escape closes the open panel, after all else that Escape does", () => {
  const { one, boxes: [panel] } = made();
  assert.equal(escape(), false);
  one.click();
  assert.equal(fire(element(), "keydown", { key: "a" }).stopped, false);
  assert.equal(escape(element(), { defaultPrevented: true }), false);
  document.querySelector = () => element("dialog");
  assert.equal(escape(), false);
  document.querySelector = () => null;
  assert.deepEqual([panel.hidden, escape(), panel.hidden], [false, true, true]);
});

test("a button that is of no use is hidden, and its panel closed", () => {
  const { panels, one, boxes: [panel] } = made();
  one.click();
  panels.offer("one", true);
  assert.deepEqual([one.hidden, panel.hidden], [false, false]);
  panels.offer("one", false);
  assert.deepEqual([one.hidden, panel.hidden], [true, true]);
});

test("a menu opens below its button and closes when a panel is chosen", () => {
  const { menu, row, two } = made();
  row.children[1].box = { bottom: 48, right: 300 };
  document.documentElement.clientWidth = 400;
  fire(menu, "beforetoggle");
  assert.deepEqual([menu.style.top, menu.style.right], ["48px", "100px"]);
  two.click();
  assert.ok(menu.closed);
});

test("the panel that covers the page is closed, except the one named", () => {
  const { panels, one, two, boxes } = made();
  const covers = (position) => (globalThis.getComputedStyle = () => ({ position }));
  covers("static");
  one.click();
  panels.uncover("two");
  assert.equal(boxes[0].hidden, false);
  covers("fixed");
  panels.uncover("one");
  assert.equal(boxes[0].hidden, false);
  panels.uncover("two");
  assert.equal(boxes[0].hidden, true);
  two.click();
  panels.uncover();
  assert.equal(boxes[1].hidden, true);
});

test("sheets know the height of the row", () => {
  const { bar } = made();
  bar.offsetHeight = 56;
  observers.at(-1)();
  assert.equal(document.body.style["--bar"], "56px");
});
