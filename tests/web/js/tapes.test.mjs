import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { Tapes } = await page("tapes");

function made() {
  const parts = {};
  const asked = [];
  const part = (name) => (parts[name] ??= element());
  return { parts, asked, tapes: new Tapes(part, (on) => asked.push(on)) };
}

test("the button begins a recording and ends the one under way", () => {
  const { parts, asked, tapes } = made();
  const { record, rerun, recorded, tape } = parts;
  record.click();
  tapes.show({ on: true, name: "a.rec", path: "" });
  record.click();
  assert.deepEqual(asked, [true, false]);
  assert.deepEqual([record.textContent, record.attributes["aria-pressed"], parts.recorded.textContent, parts.tape.hidden], ["Stop recording", "true", "Recording into a.rec.", true]);
  tapes.show({ on: false, name: "a.rec", path: "recordings/a.rec" });
  record.click();
  assert.equal(asked[2], true);
  assert.deepEqual([record.textContent, record.attributes["aria-pressed"], parts.recorded.textContent], ["Record", "false", "a.rec is complete."]);
  assert.deepEqual([parts.tape.hidden, parts.tape.href, record.disabled, rerun.disabled], [false, "recordings/a.rec", false, false]);
  tapes.show({ on: false, name: "a.rec", path: "recordings/a.rec", ended: "No space left on device" });
  assert.deepEqual([record.textContent, parts.recorded.textContent, parts.tape.hidden], ["Record", "a.rec ends early: No space left on device", false]);
  assert.deepEqual([recorded, tape], [undefined, undefined]); // made when there was something to say
});

test("a board without a recording offers none to save, and keeps the last address", () => {
  const { parts, tapes } = made();
  tapes.show({ on: false, name: "", path: "" });
  assert.deepEqual([parts.recorded.textContent, parts.tape.hidden, parts.tape.href], ["", true, undefined]);
  tapes.show({ on: false, name: "a.rec", path: "" });
  assert.deepEqual([parts.tape.hidden, parts.tape.href], [false, undefined]);
});

test("a board that cannot be recorded has its buttons switched off", () => {
  const { parts, tapes } = made();
  tapes.show(null);
  assert.deepEqual([parts.record.disabled, parts.rerun.disabled, parts.record.textContent, parts.tape], [true, true, "", undefined]);
});

// What is said of a file that is run again, before and after the server's answer.
async function rerun(answer, file = { name: "a.rec" }) {
  const { parts } = made();
  const asked = [];
  globalThis.fetch = async (...what) => (asked.push(what), answer());
  parts.outcome = element();
  parts.rerun.value = "a.rec";
  fire(parts.rerun, "change", { target: Object.assign(parts.rerun, { files: [file] }) });
  const before = parts.outcome.textContent;
  for (let turn = 0; turn < 9; turn += 1) await null;
  return [before, parts.outcome.textContent, parts.rerun.value, asked];
}

test("a recording is run again by the server, whose words are shown", async () => {
  const file = { name: "a.rec" };
  const said = (answer) => rerun(async () => ({ json: async () => answer }), file);
  assert.deepEqual(await said({ say: "The lights are as recorded." }), ["Replaying a.rec …", "The lights are as recorded.", "", [["rerun", { method: "POST", body: file }]]]);
  assert.equal((await said({ say: "" }))[1], "");
  assert.equal((await said({ error: "the file is no recording" }))[1], "This cannot be replayed: the file is no recording");
});

test("a server that does not answer is named, and no file is no question", async () => {
  const gone = await rerun(async () => {
    throw new TypeError("no network");
  });
  assert.deepEqual(gone.slice(0, 3), ["Replaying a.rec …", "The server does not answer.", ""]);
  assert.deepEqual(await rerun(null, null), ["", "", "a.rec", []]);
});
