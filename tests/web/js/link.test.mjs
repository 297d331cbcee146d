import assert from "node:assert/strict";
import test from "node:test";

import { page, Socket, timers } from "./browser.mjs";

const { Link } = await page("link");

test("a lost connection is tried again, ever later up to five seconds, and soon after it was there", () => {
  const said = [];
  const link = new Link({ up: () => said.push("up"), down: () => said.push("down") });
  const waits = [];
  const fail = () => {
    Socket.all.at(-1).onclose({ code: 1006 });
    const [again, ms] = timers.pop();
    waits.push(ms);
    again();
  };
  for (let time = 0; time < 12; time++) fail();
  assert.deepEqual(waits, [...waits].sort((a, b) => a - b));
  assert.ok(waits[0] < 1000 && waits[1] > waits[0]);
  assert.equal(waits.at(-1), 5000);
  assert.equal(Socket.all.length, 13);
  Socket.all.at(-1).onopen();
  fail();
  assert.equal(waits.at(-1), waits[0]);
  assert.deepEqual(said.slice(-2), ["up", "down"]);
  link.send({ t: "x" }); // it is not open: nothing is sent, and nothing fails
});

test("a server that changes its board is not called silent", () => {
  const why = [];
  new Link({ up() {}, down: (words) => why.push(words) });
  for (const code of [1012, 1006]) Socket.all.at(-1).onclose({ code });
  assert.deepEqual(why, ["Another board is set up.", "The board does not answer. Is lodeboard play still running? Trying again."]);
});

test("messages go to their handler, and unknown ones nowhere", () => {
  const heard = [];
  new Link({ up() {}, down() {}, hello: (message) => heard.push(message.you) });
  for (const message of [{ t: "hello", you: 3 }, { t: "other" }]) Socket.all.at(-1).onmessage({ data: JSON.stringify(message) });
  assert.deepEqual(heard, [3]);
});
