// What the page's modules need of a browser, as far as these tests go: elements that only keep what is
// set, and sockets and timers that the tests move.

class Element {
  constructor(tag = "div") {
    const classes = new Set();
    Object.assign(this, { tag, hidden: false, textContent: "", dataset: {}, children: [], attributes: {}, handlers: {}, classes, parts: {} });
    this.style = { setProperty() {} };
    this.classList = { toggle: (name, yes) => (yes ? classes.add(name) : classes.delete(name)), add: (name) => classes.add(name), remove: (name) => classes.delete(name) };
  }

  get nextElementSibling() {
    return this.querySelector("next");
  }

  querySelector(what) {
    return (this.parts[what] ??= new Element());
  }

  querySelectorAll() {
    return [];
  }

  addEventListener(name, act) {
    this.handlers[name] = act;
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }
}

export class Socket {
  static OPEN = 1;
  static all = [];

  constructor(address) {
    Object.assign(this, { address, readyState: 0 });
    Socket.all.push(this);
  }
}

export const timers = []; // [act, ms], in order
export const element = () => new Element();

Object.assign(globalThis, {
  window: globalThis,
  WebSocket: Socket,
  location: { protocol: "http:", host: "board" },
  document: {
    documentElement: new Element(),
    body: new Element(),
    querySelector: () => null,
    createElement: (tag) => new Element(tag),
    createElementNS: (_, tag) => new Element(tag),
    addEventListener() {},
  },
  setTimeout: (act, ms) => timers.push([act, ms]),
});
Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });

// A module of the page.
export const page = (name) => import(`./js/${name}.js`);
