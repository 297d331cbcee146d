// The choices of a game in which something is chosen and not placed: a legend in the order of the
// board's menu (one cell per choice), the choice being made, and the piece in the hand. A choice made
// here is sent to the board and shown when the board confirms it.

import { drawing } from "./faces.js";
import { t } from "./language.js";
import { mark } from "./marks.js";
import { svg } from "./svg.js";

const GIVE = "give"; // the value of `ask` then
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };
const DARK = 0.02; // fraction of a light's full strength

export class Choice {
  // `sheet`: an element used only for printing.
  constructor(section, sheet, lights, link) {
    Object.assign(this, { section, lights, link });
    this.part = (name) => section.querySelector(`[data-part="${name}"]`);
    this.game = null;
    this.state = null;
    this.buttons = [];
    const grid = this.part("legend");
    grid.addEventListener("keydown", (event) => this.walk(event));
    grid.addEventListener("focusin", (event) => this.rove(this.buttons.indexOf(event.target)));
    this.part("print").addEventListener("click", () => this.print(sheet).catch(console.warn));
  }

  describe(hello) {
    this.hello = hello;
  }

  async print(sheet) {
    const { print } = await import("./legend.js");
    print(sheet, this.game, this.hello);
  }

  // The current game and the board's last state.
  play(game, state) {
    this.state = state;
    // Occasional choices are visible only while one is open, and drawn for the player who chooses.
    if (game !== this.game || (this.choices?.brief && this.section.hidden !== !this.offer)) this.dress(game);
    if (this.choices) this.show();
  }

  get choices() {
    return this.game?.choices;
  }

  // What may be chosen now, and the choice the board points at; null while it asks for something else,
  // such as fixing tiles.
  get offer() {
    const gift = this.choices && this.state?.ask === GIVE && this.state.gift;
    if (!gift) return null;
    const number = (cell) => (cell === null ? null : cell - this.first);
    return { left: gift.left.map(number), at: number(gift.at) };
  }

  // The cell that stands for the first choice.
  get first() {
    return this.choices.first ?? 0;
  }

  get left() {
    return this.offer?.left ?? [];
  }

  dress(game) {
    this.game = game;
    this.shown = undefined;
    const there = this.choices?.brief ? this.offer : this.choices;
    this.section.hidden = !there;
    document.body.classList.toggle("with-choice", Boolean(there));
    this.buttons = [];
    if (!this.choices) return;
    const { count, columns, title, tile, letter, brief } = this.choices;
    this.part("print").hidden = this.section.firstElementChild.hidden = Boolean(brief);
    this.part("legend-name").textContent = title;
    this.part("legend").style.setProperty("--columns", columns);
    this.buttons = Array.from({ length: count }, (_, number) => {
      const button = document.createElement("button");
      const digit = document.createElement("span");
      button.type = "button";
      button.tabIndex = number ? -1 : 0;
      digit.textContent = letter(number);
      digit.setAttribute("aria-hidden", "true");
      button.dataset.letter = letter(number);
      button.append(drawing(game, tile(number, this.state)), digit);
      button.addEventListener("click", () => this.choose(number));
      return button;
    });
    this.part("legend").replaceChildren(...this.buttons);
  }

  // Whether a tap on this tile chooses it: it lies beside the board and may be chosen.
  offers(tile) {
    return tile.cell === null && this.left.includes(tile.piece);
  }

  // Make the choice that this cell stands for now; true if it stands for one.
  chooseAt(cell) {
    const number = this.choices ? cell - this.first : -1;
    if (!this.left.includes(number)) return false;
    this.choose(number);
    return true;
  }

  choose(number) {
    if (this.left.includes(number)) this.link().send({ t: "tell", line: { c: "choose", move: this.choices.move(number) } });
  }

  show() {
    const { choices, state, offer, left } = this;
    const cursor = offer?.at ?? null;
    this.section.classList.toggle("choosing", Boolean(offer));
    this.buttons.forEach((button, number) => {
      const place = typeof state.position === "string" ? choices.place(number, state) : "";
      const free = left.includes(number);
      button.classList.toggle("gone", Boolean(place));
      button.classList.toggle("free", free);
      button.classList.toggle("cursor", number === cursor);
      button.setAttribute("aria-disabled", String(!free));
      const words = place || (free ? (choices.may ?? t("may be given")) : t("not given yet"));
      const pointed = number === cursor ? t("{words}, chosen on the board", { words }) : words;
      button.setAttribute("aria-label", `${choices.name(number)}: ${pointed}`);
    });
    if (!choices.brief) this.showHand(state.hand ?? cursor, state.hand === null || state.hand === undefined);
    this.lit = Boolean(state.legend ?? offer);
    // Lit but not selectable: the lights show all pieces, used or not.
    this.section.classList.toggle("showing", this.lit && !offer);
    this.draw();
  }

  // The one in the hand or, while one is being chosen, the one the board points at.
  showHand(number, choosing) {
    const { choices, game } = this;
    const key = `${number} ${choosing}`;
    if (key === this.shown) return;
    this.shown = key;
    const none = number === null || number === undefined;
    this.part("hand-picture").replaceChildren(...(none ? [] : [drawing(game, choices.tile(number))]));
    this.part("hand-picture").classList.toggle("empty", none);
    this.part("hand-picture").classList.toggle("offered", choosing && !none);
    const what = choosing && !none ? t("To give") : choices.hand;
    const words = none ? t("{what}: none.", { what }) : t("{what}: {piece}.", { what, piece: choices.name(number) });
    // A piece given is spoken as a move.
    this.part("hand").setAttribute("aria-live", choosing && !none ? "polite" : "off");
    this.part("hand").textContent = words;
  }

  // The value of each choice, as in a study's steps; none hides the values.
  value(steps) {
    for (const old of this.section.querySelectorAll(".worth")) old.remove();
    if (!this.choices) return;
    for (const [step, value, left] of steps) {
      const button = this.buttons.find((_, number) => this.choices.move(number) === step);
      button?.append(svg("svg", { class: "worth", viewBox: "-8 -8 16 16", "aria-hidden": "true" }, mark(value, left)));
    }
  }

  rove(to) {
    if (to >= 0) this.buttons.forEach((button, number) => (button.tabIndex = number === to ? 0 : -1));
  }

  walk(event) {
    const from = this.buttons.indexOf(event.target);
    const { columns } = this.choices;
    const way = { ...KEYS, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (from < 0 || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = this.buttons[from + way];
    const wraps = Math.abs(way) === 1 && Math.floor((from + way) / columns) !== Math.floor(from / columns);
    if (to && !wraps) to.focus();
  }

  // The board's lights while its cells stand for choices, from the bytes of its LEDs.
  draw() {
    if (!this.choices) return;
    this.buttons.forEach((button, number) => {
      const light = this.lit ? this.lights.colour(number + this.first) : null;
      const colour = light && light.strength > DARK ? `rgb(${light.colour.map(Math.round).join(" ")} / ${light.strength.toFixed(2)})` : "transparent";
      if (button.dataset.light === colour) return;
      button.dataset.light = colour;
      button.style.setProperty("--light", colour);
    });
  }
}
