import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { AnalysisLink, forAnalysis } = await page("analysislink");

// Something that answers questions; `workers`: all that were made for it.
function made() {
  const workers = [];
  globalThis.Worker = class {
    constructor(address, options) {
      Object.assign(this, { address, options, asked: [], ended: false });
      workers.push(this);
    }
    postMessage(text) {
      this.asked.push(JSON.parse(text).id);
    }
    terminate() {
      this.ended = true;
    }
    say(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
  };
  const received = [];
  return { link: new AnalysisLink("analysisworker.js", (message) => received.push(message)), workers, received };
}

test("questions about games are for the analysis, nothing else is", () => {
  assert.deepEqual(["study", "random", "guess", "press", "write"].map((t) => forAnalysis({ t })), [true, true, true, false, false]);
});

test("questions are asked one after the other, once the worker is ready", () => {
  const { link, workers, received } = made();
  link.ask({ t: "random", id: 1 });
  link.ask({ t: "guess", id: 2 });
  const [worker] = workers;
  assert.deepEqual([workers.length, worker.address, worker.options, worker.asked], [1, "analysisworker.js", { type: "module" }, []]);
  worker.say({ t: "ready" });
  assert.deepEqual(worker.asked, [1]);
  worker.say({ t: "record", id: 1 });
  assert.deepEqual([received, worker.asked], [[{ t: "record", id: 1 }], [1]]);
  worker.say({ t: "done" });
  worker.say({ t: "done" });
  link.ask({ t: "guess", id: 3 });
  assert.deepEqual([worker.asked, received.length], [[1, 2, 3], 1]);
});

test("another game stops the work on the one before, and a question that waits for it is not asked", () => {
  const { link, workers } = made();
  link.ask({ t: "study", id: 1 });
  workers[0].say({ t: "ready" });
  link.ask({ t: "guess", id: 2 });
  link.ask({ t: "study", id: 3 });
  assert.deepEqual([workers[0].ended, workers.length], [true, 2]);
  link.ask({ t: "study", id: 4 });
  workers[1].say({ t: "ready" });
  workers[1].say({ t: "done" });
  assert.deepEqual(workers[1].asked, [2, 4]);
});

test("a guess does not stop a game that is studied, and a game waits for a guess", () => {
  const { link, workers } = made();
  link.ask({ t: "guess", id: 1 });
  workers[0].say({ t: "ready" });
  link.ask({ t: "study", id: 2 });
  assert.deepEqual([workers.length, workers[0].ended], [1, false]);
  workers[0].say({ t: "done" });
  link.ask({ t: "guess", id: 3 });
  assert.deepEqual([workers[0].asked, workers.length], [[1, 2], 1]);
});

test("what cannot be loaded is the answer to all that was asked, and is tried again", () => {
  for (const fail of [(worker) => worker.onerror(), (worker) => worker.say({ t: "failed" })]) {
    const { link, workers, received } = made();
    link.ask({ t: "study", id: 1 });
    workers[0].say({ t: "ready" });
    link.ask({ t: "guess", id: 2 });
    link.ask({ t: "random", id: 3 });
    fail(workers[0]);
    const error = "the analysis could not be loaded; reload this page to try again";
    assert.deepEqual(received, [{ t: "record", id: 1, error }, { t: "guessed", id: 2, error }, { t: "record", id: 3, error }]);
    assert.ok(workers[0].ended);
    link.ask({ t: "guess", id: 4 });
    assert.equal(workers.length, 2);
    workers[1].say({ t: "ready" });
    assert.deepEqual(workers[1].asked, [4]);
  }
});

test("a worker that fails before it is ready answers what waits", () => {
  const { link, workers, received } = made();
  link.ask({ t: "guess", id: 1 });
  workers[0].onerror();
  assert.deepEqual(received.map(({ t, id }) => [t, id]), [["guessed", 1]]);
});
