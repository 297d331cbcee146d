// What the page's modules need of a browser, as far as these tests go: elements that keep what is set and
// call what listens, and sockets and timers that the tests move.

class Element {
  constructor(tag = "div") {
    const classes = new Set();
    Object.assign(this, { tag, parent: null, hidden: false, text: "", className: "", dataset: {}, children: [], attributes: {}, handlers: {}, classes, parts: {} });
    this.style = { setProperty: (name, value) => (this.style[name] = value), removeProperty: (name) => delete this.style[name] };
    this.classList = {
      toggle: (name, yes = !classes.has(name)) => (yes ? classes.add(name) : classes.delete(name)),
      add: (...names) => names.forEach((name) => classes.add(name)),
      remove: (...names) => names.forEach((name) => classes.delete(name)),
      contains: (name) => classes.has(name),
    };
  }

  get firstChild() {
    return this.children[0] ?? null;
  }

  get firstElementChild() {
    return this.firstChild;
  }

  get lastChild() {
    return this.children.at(-1) ?? null;
  }

  get options() {
    return this.choices ?? this.within.filter(({ tag }) => tag === "option");
  }

  set options(all) {
    this.choices = all;
  }

  get childElementCount() {
    return this.children.length;
  }

  get parentElement() {
    return this.parent;
  }

  // Elements with attributes in quotes, and texts.
  set innerHTML(text) {
    this.replaceChildren();
    let here = this;
    for (const [, end, tag, attributes, closed, words] of text.matchAll(/<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g)) {
      if (end) here = here.parent;
      else if (!tag) {
        if (words.trim()) here.append(words.trim());
      } else {
        const made = new Element(tag);
        for (const [, name, value = ""] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) made.setAttribute(name, value);
        here.append(made);
        if (!closed && !["input", "br", "img", "meta", "link"].includes(tag)) here = made;
      }
    }
  }

  get nextElementSibling() {
    return this.querySelector("next");
  }

  get textContent() {
    return this.children.length ? this.children.map((child) => child.textContent ?? child).join("") : this.text;
  }

  set textContent(text) {
    Object.assign(this, { text, children: [] });
  }

  // Whether one simple selector fits: a tag, .class, [attribute] or [attribute='value'], or some of them.
  matches(what) {
    const [, tag, rest] = /^([a-z0-9]*)(.*)$/.exec(what);
    return (!tag || tag === this.tag) && (rest.match(/[.#][\w-]+|\[[^\]]+\]/g) ?? []).every((part) => {
      if (part[0] === ".") return this.classes.has(part.slice(1)) || `${this.className} ${this.attributes.class ?? ""}`.split(" ").includes(part.slice(1));
      if (part[0] === "#") return this.id === part.slice(1);
      const [, name, , value] = /^\[([\w-]+)(=['"]?(.*?)['"]?)?\]$/.exec(part);
      const own = name === "tabindex" ? this.tabIndex : name.startsWith("data-") ? this.dataset[name.slice(5)] : this.attributes[name] ?? this[name];
      return value === undefined ? own !== undefined : String(own) === value;
    });
  }

  get within() {
    return [...this.children, ...Object.values(this.parts)].flatMap((child) => (child instanceof Element ? [child, ...child.within] : []));
  }

  // One that is there; otherwise one is made up, always the same.
  querySelector(what) {
    return this.querySelectorAll(what)[0] ?? (this.parts[what.replaceAll("'", '"')] ??= new Element());
  }

  querySelectorAll(what) {
    const [, all, one] = /^(.*):is\((.*)\)$/.exec(what) ?? [];
    if (one) return this.querySelectorAll(one).filter((each) => each.matches(all));
    const whats = what.split(/,\s*/);
    return this.within.filter((each) => whats.some((one) => each.matches(one)));
  }

  closest(what) {
    return what.split(/,\s*/).some((one) => this.matches(one)) ? this : this.parent?.closest(what) ?? null;
  }

  contains(other) {
    return other === this || this.within.includes(other);
  }

  addEventListener(name, act) {
    (this.handlers[name] ??= []).push(act);
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name.startsWith("data-")) this.dataset[name.slice(5)] = String(value);
    if (name === "id" || name === "hidden") this[name] = value || true;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  append(...children) {
    for (const child of children) if (child instanceof Element) child.parent = this;
    if (this.text && !this.children.length) this.children.push(this.text);
    this.children.push(...children);
  }

  add(option) {
    this.append(option);
  }

  replaceChildren(...children) {
    this.textContent = "";
    this.append(...children);
  }

  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }

  before(other) {
    other.parent = this.parent;
    this.parent.children.splice(this.parent.children.indexOf(this), 0, other);
  }

  insertCell() {
    return made(this, "td");
  }

  insertRow() {
    return made(this, "tr");
  }

  createCaption() {
    return made(this, "caption");
  }

  createTHead() {
    return made(this, "thead");
  }

  createTBody() {
    return made(this, "tbody");
  }

  getContext() {
    return (this.pen ??= pen());
  }

  getBoundingClientRect() {
    return this.box ?? { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
  }

  scrollIntoView() {
    this.sought = (this.sought ?? 0) + 1;
  }

  select() {
    this.selected = true;
  }

  hidePopover() {
    this.closed = true;
  }

  focus() {
    document.activeElement = this;
  }

  click() {
    fire(this, "click");
  }

  setPointerCapture(id) {
    this.captured = id;
  }

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
    fire(this, "close");
  }
}

function made(parent, tag) {
  const child = new Element(tag);
  parent.append(child);
  return child;
}

// What a module draws on a canvas, as [name, ...arguments], and ["name=", value] where it sets something.
function pen() {
  const strokes = [];
  const gradient = { addColorStop: (...stop) => strokes.push(["stop", ...stop]) };
  return new Proxy({ strokes }, {
    get: (own, name) => own[name] ?? ((...given) => (strokes.push([name, ...given]), gradient)),
    set: (_, name, value) => strokes.push([`${name}=`, typeof value === "object" ? "gradient" : value]),
  });
}

// An element and what it holds, as text: <tag attributes>...</tag>, with numbers to two digits.
export function markup(node) {
  if (!(node instanceof Element)) return String(node);
  const round = (value) => String(value).replace(/-?\d+\.\d{3,}(e-\d+)?/g, (number) => String(Number(Number(number).toFixed(2)) + 0));
  const own = [...(node.className ? [["class", node.className]] : []), ...Object.entries(node.attributes)];
  const more = [...node.classes].map((name) => `.${name}`).join("");
  const inner = node.children.length ? node.children.map(markup).join("") : node.text;
  return `<${node.tag}${more}${own.map(([name, value]) => ` ${name}="${round(value)}"`).join("")}>${inner}</${node.tag}>`;
}

// Something happens at an element, and at those around it; `what`: the rest of the event, which is returned
// with `stopped` for what the page has kept the browser from.
export function fire(target, name, what = {}) {
  const event = { target, detail: 0, stopped: false, ...what };
  event.preventDefault = () => (event.stopped = true);
  event.stopPropagation = () => (event.ended = true);
  for (let at = target; at && !event.ended; at = at.parent) for (const act of at.handlers[name] ?? []) act(event);
  if (!event.ended) for (const act of outer.handlers[name] ?? []) act(event);
  return event;
}

export class Socket {
  static OPEN = 1;
  static all = [];

  constructor(address) {
    Object.assign(this, { address, readyState: 0, sent: [] });
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 3;
  }
}

export const timers = []; // [act, ms], in order
export const repeated = []; // the same of what goes on
export const element = (tag) => new Element(tag);
export const outer = element("window");

const named = {}; // by id
Object.assign(globalThis, {
  window: globalThis,
  WebSocket: Socket,
  location: { protocol: "http:", host: "board" },
  document: {
    documentElement: new Element(),
    body: new Element(),
    head: { prepend: (sheet) => sheet.onload() }, // styles load at once
    baseURI: "http://board/",
    querySelector: () => null,
    getElementById: (id) => (named[id] ??= new Element()),
    createElement: (tag) => new Element(tag),
    createElementNS: (_, tag) => new Element(tag),
    addEventListener() {},
  },
  addEventListener: (name, act) => outer.addEventListener(name, act),
  Option: function (text, value) {
    return Object.assign(new Element("option"), { text, value });
  },
  setInterval: (act, ms) => repeated.push([act, ms]),
  setTimeout: (act, ms) => timers.push([act, ms]),
});
Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });

export const frames = []; // asked for by requestAnimationFrame
export const observers = []; // of sizes and of classes
class Observer {
  constructor(act) {
    observers.push(act);
  }

  observe() {}
}
Object.assign(globalThis, {
  devicePixelRatio: 1,
  requestAnimationFrame: (act) => frames.push(act),
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  getComputedStyle: () => ({ getPropertyValue: (name) => name }),
  ResizeObserver: Observer,
  MutationObserver: Observer,
});

// A module of the page.
export const page = (name) => import(`./js/${name}.js`);

// A module of the site.
export const site = (name) => import(`./site/${name}.js`);
