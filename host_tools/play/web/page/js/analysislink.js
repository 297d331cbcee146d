// Answers questions about games in a separate worker of this page. The worker receives nothing while it
// computes, so an outdated question is stopped by restarting the worker.

import { t } from "./language.js";

const NOT_LOADED = t("the analysis could not be loaded; reload this page to try again");
const ANSWERS = { guess: "guessed" }; // the answer to each question; "record" answers all others

export const forAnalysis = ({ t }) => t === "study" || t === "random" || t === "guess";

export class AnalysisLink {
  // `hear(message)` receives answers.
  constructor(address, hear) {
    Object.assign(this, { address, hear, worker: null, waiting: [], now: null });
  }

  // Ask a question. A new question about a game stops the old one.
  ask(message) {
    if (message.t === "study") {
      this.waiting = this.waiting.filter(({ t }) => t !== "study");
      if (this.now?.t === "study") this.end();
    }
    this.waiting.push(message);
    if (this.worker) this.next();
    else this.start();
  }

  start() {
    this.ready = false;
    this.worker = new Worker(this.address, { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.worker.onerror = () => this.fail();
  }

  end() {
    this.worker.terminate();
    this.worker = this.now = null;
  }

  take(message) {
    if (message.t === "failed") return this.fail();
    if (message.t !== "ready" && message.t !== "done") return this.hear(message);
    this.ready = true;
    this.now = null;
    this.next();
  }

  next() {
    if (!this.ready || this.now || !this.waiting.length) return;
    this.now = this.waiting.shift();
    this.worker.postMessage(JSON.stringify(this.now));
  }

  fail() {
    const asked = this.now ? [this.now, ...this.waiting] : this.waiting;
    this.end();
    this.waiting = [];
    for (const { t, id } of asked) this.hear({ t: ANSWERS[t] ?? "record", id, error: NOT_LOADED });
  }
}
