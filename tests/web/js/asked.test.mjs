import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Asked } = await page("asked");

test("a choice stands until the server has it, then the server's word counts", () => {
  const asked = new Asked();
  assert.equal(asked.show("speed", "slow"), "slow");
  asked.ask("speed", "fast");
  assert.deepEqual([asked.show("speed", "slow"), asked.show("speed", "slow"), asked.show("force", false)], ["fast", "fast", false]);
  assert.deepEqual([asked.show("speed", "fast"), asked.show("speed", "slow")], ["fast", "slow"]);
});

test("of two choices the last stands", () => {
  const asked = new Asked();
  asked.ask("on", true);
  asked.ask("on", false);
  assert.deepEqual([asked.show("on", true), asked.show("on", false), asked.show("on", true)], [false, false, true]);
});

test("a new connection knows nothing of what was asked on the old one", () => {
  const asked = new Asked();
  asked.ask("on", true);
  asked.forget();
  assert.equal(asked.show("on", false), false);
});
