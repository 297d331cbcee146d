// The connection to the board: to a server, to a worker of this page that runs the board, or to the board
// that serves this page itself. The site's page names its worker, that of a board names the board; a page
// without either uses the server it came from.

import { AnalysisLink, forAnalysis } from "./analysislink.js";
import { said, t } from "./language.js";
import { likeReal } from "./screen.js";

const LIKE_REAL = "like-real"; // the name of a worker whose board asks for its zeros and gains
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;
const CHANGES = 1012; // a close code: the server is switching to another board
const ANOTHER = t("Another board is set up.");
const NO_SERVER = t("The board does not answer. Is lodeboard play still running? Trying again.");
const NO_WORKER = t("This browser cannot run the board: it lacks WebAssembly, module workers or DecompressionStream. A current one can.");
const NOT_LOADED = t("The board could not be loaded. Reload this page to try again.");

// A file of the site, as its page names it.
const named = (what) => document.querySelector(`meta[name="${what}"]`)?.content;

export class Link {
  // `handlers`: one function per message type, and `up()` / `down(why)`.
  constructor(handlers) {
    const worker = named("worker");
    this.carrier = named("board") ? new OnBoard(handlers) : worker ? new InWorker(worker, handlers) : new ToServer(handlers);
  }

  send(message) {
    this.carrier.send(message);
  }

  // The worker of the site's page controls a real board through the page's port. It sends bytes through
  // `take`; news of the port and requests reach it as non-text messages.
  cable(take) {
    this.carrier.take = take;
  }

  post(message) {
    this.carrier.worker?.postMessage(message);
  }
}

function hear(handlers, text) {
  const message = JSON.parse(text);
  handlers[message.t]?.(message);
}

// Reconnects by itself.
class ToServer {
  constructor(handlers) {
    this.handlers = handlers;
    this.wait = FIRST_WAIT_MS;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/link`);
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.handlers.up();
    };
    this.socket.onmessage = (event) => hear(this.handlers, event.data);
    this.socket.onclose = ({ code }) => {
      this.handlers.down(code === CHANGES ? ANOTHER : NO_SERVER);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT_MS);
    };
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

// A real board serves this page; only such a page loads what talks to it.
class OnBoard {
  constructor(handlers) {
    this.load(handlers).catch((error) => (console.warn(error), handlers.down(NOT_LOADED, true)));
  }

  async load(handlers) {
    const { Carrier } = await import("./onboard.js");
    this.board = new Carrier(handlers);
  }

  send(message) {
    this.board?.send(message);
  }
}

// Ask the browser to cache the site for starts without a network. Done after the board has lit up, as
// it loads all files again.
function keepSite() {
  navigator.serviceWorker?.register(named("service")).catch(console.warn);
}

class InWorker {
  constructor(address, handlers) {
    this.handlers = { ...handlers, failed: ({ say }) => this.end(said(say)) };
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") return this.end(NO_WORKER, false);
    try {
      this.worker = new Worker(address, { type: "module", name: likeReal() ? LIKE_REAL : "" });
    } catch {
      return this.end(NO_WORKER, false);
    }
    this.early = null; // shows a board and accepts input while the board is loading
    this.held = []; // input until then
    this.begin({ ...this.handlers }).catch((error) => (console.error(error), this.end(NOT_LOADED)));
    this.worker.onmessage = ({ data }) => (typeof data === "string" ? this.through(() => this.early.hear(JSON.parse(data))) : this.take?.(data));
    this.analysis = new AnalysisLink(named("analysis"), (answer) => this.handlers[answer.t]?.(answer));
    const { frame } = this.handlers;
    this.handlers.frame = (message) => {
      this.handlers.frame = frame;
      frame(message);
      keepSite();
    };
    this.worker.onerror = () => this.end(NOT_LOADED);
    const leave = () => this.worker?.postMessage({ leaving: true });
    addEventListener("pagehide", leave);
    // A phone may end a hidden page without notice.
    document.addEventListener("visibilitychange", () => document.hidden && leave());
    handlers.up();
  }

  async begin(shown) {
    const board = {
      hear: (message) => this.handlers[message.t]?.(message),
      send: (message) => this.worker?.postMessage(JSON.stringify(message)),
    };
    const { Early } = await import(new URL(named("early"), document.baseURI));
    this.early = new Early(shown, board, t);
    await this.early.begin(likeReal());
    for (const act of this.held.splice(0)) act();
  }

  through(act) {
    if (this.early?.begun) act();
    else this.held.push(act);
  }

  // `over`: whether reloading may help.
  end(why, over = true) {
    this.worker?.terminate();
    this.worker = null;
    // Wait until the page is assembled.
    queueMicrotask(() => this.handlers.down(why, over));
  }

  send(message) {
    if (!this.worker) return;
    if (forAnalysis(message)) this.analysis.ask(message);
    else this.through(() => this.early.send(message));
  }
}
