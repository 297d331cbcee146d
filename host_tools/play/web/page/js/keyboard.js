// Keyboard control: stops on cells, tray places and stray tiles, reached with the arrow keys. The stops
// are buttons, so that screen readers can reach and press them too.

import { t } from "./language.js";
import { cellName } from "./words.js";

const NEAR_MM = 12; // a tile this near belongs to the stop
const LABEL_MS = 150;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const BUTTON_KEYS = { 1: 1, 2: 2, 3: 4 };

export class Keyboard {
  constructor(view, hand, tiles, choice, lights, buttons, spell, cells, group) {
    Object.assign(this, { view, hand, tiles, choice, lights, buttons, spell, cells, group });
    this.stops = [];
    this.shown = null; // a position drawn over the board
    this.focused = false; // until the next board is there, which takes over the focus
    this.marked = []; // cells that the last move changed
    group.addEventListener("keydown", (event) => this.walk(event));
    group.addEventListener("click", (event) => this.press(event));
    group.addEventListener("focusin", (event) => this.rove(event.target.closest("button")));
    addEventListener("keydown", (event) => this.anywhere(event));
    addEventListener("keyup", (event) => {
      if (event.key in BUTTON_KEYS) buttons.release(BUTTON_KEYS[event.key]);
    });
    setInterval(() => this.describeStops(), LABEL_MS);
  }

  // Another board, which may have fewer places.
  forget() {
    this.focused ||= this.group.contains(document.activeElement);
    this.clear();
  }

  clear() {
    this.group.replaceChildren();
    this.stops = [];
  }

  describe(hello) {
    this.hello = hello;
    this.shown = null;
    this.place(hello, { x: 0, y: 0 });
    if (this.focused) this.focus();
    this.focused = false;
  }

  // A position drawn over the board by `Past`: the stops are its cells. `words(cell)`: the label of a
  // cell. null: the board again.
  look(shown) {
    const before = this.shown?.board ?? this.hello;
    const now = shown?.board ?? this.hello;
    this.shown = shown;
    const same = ["rows", "columns"].every((key) => before[key] === now[key]) && before.homes.length === now.homes.length;
    if (!same) {
      const focused = this.stopOf(document.activeElement)?.name;
      this.clear();
      this.place(now, shown?.place ?? { x: 0, y: 0 });
      if (focused !== undefined) (this.stops.find(({ name }) => name === focused)?.element ?? this.group.querySelector("[tabindex='0']")).focus();
    }
    this.describeStops();
  }

  // The stops of a board; the given point is the centre of the first cell.
  place(hello, { x: left, y: top }) {
    this.radius = hello.plate.well_diameter_mm / 2;
    const trays = [[], []];
    for (const home of hello.homes) trays[home[1]].push(home);
    const tray = (owner) => {
      trays[owner].forEach(([, , x, y], place) => {
        this.add("", x, y).tray = [owner, place];
      });
    };
    tray(1);
    for (let cell = 0; cell < hello.rows * hello.columns; cell += 1) {
      const [row, column] = [Math.floor(cell / hello.columns), cell % hello.columns];
      const stop = this.add(cellName(row, column, hello), left + column * hello.plate.pitch_mm, top + row * hello.plate.pitch_mm);
      stop.cell = cell;
      stop.element.dataset.cell = stop.name;
    }
    tray(0);
    this.rove(this.stops[trays[1].length].element);
    this.resized();
    this.describeStops();
  }

  add(name, x, y, tile = null) {
    const element = document.createElement("button");
    element.type = "button";
    element.tabIndex = -1;
    const stop = { name, x, y, tile, element, slot: this.view.slotAt(x, y) };
    this.stops.push(stop);
    this.group.append(element);
    return stop;
  }

  // Tiles outside cells and tray places get stops of their own.
  strays() {
    for (const tile of this.tiles.all.values()) {
      if (!tile.world) continue;
      const old = this.stops.findIndex((stop) => stop.tile === tile);
      const near = this.stops.some((stop) => !stop.tile && Math.hypot(stop.x - tile.world.x, stop.y - tile.world.y) <= NEAR_MM);
      const stray = !near && !tile.world.holder;
      if (stray && old < 0) this.add(t("beside the cells"), tile.world.x, tile.world.y, tile);
      if (!stray && old >= 0) this.drop(old);
      if (stray && old >= 0) Object.assign(this.stops[old], { x: tile.world.x, y: tile.world.y, slot: tile.slot });
    }
  }

  drop(number) {
    const [stop] = this.stops.splice(number, 1);
    if (document.activeElement === stop.element) this.nearest(stop).element.focus();
    stop.element.remove();
  }

  nearest(from) {
    const away = (stop) => Math.hypot(stop.x - from.x, stop.y - from.y);
    return this.stops.reduce((best, stop) => (away(stop) < away(best) ? stop : best));
  }

  rove(element) {
    if (!element) return;
    for (const stop of this.stops) stop.element.tabIndex = stop.element === element ? 0 : -1;
  }

  // Label these cells, by index, as changed by the last move.
  mark(cells) {
    this.marked = cells;
  }

  // Return to the stop the arrow keys last reached.
  focus() {
    this.group.querySelector("button[tabindex='0']")?.focus();
  }

  stopOf(element) {
    return this.stops.find((stop) => stop.element === element);
  }

  tileAt(stop) {
    return stop.tile ?? this.tiles.at(stop.x, stop.y, NEAR_MM);
  }

  walk(event) {
    const way = KEYS[event.key];
    const from = this.stopOf(event.target);
    if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = this.next(from, way);
    if (!to) return;
    to.element.focus();
    if (this.hand.tile) this.hand.move(to.x, to.y);
  }

  // The nearest stop within a little over 45 degrees of the direction; stops straight ahead count as
  // nearer.
  next(from, [wx, wy]) {
    let best = null;
    let least = Infinity;
    const here = this.drawn(from);
    for (const stop of this.stops) {
      const { x, y } = this.drawn(stop);
      const ahead = (x - here.x) * wx + (y - here.y) * wy;
      const across = Math.abs((x - here.x) * wy) + Math.abs((y - here.y) * wx);
      if (ahead < 4 || across > 1.1 * ahead) continue;
      const cost = Math.hypot(ahead, across) + 0.4 * across;
      if (cost < least) [best, least] = [stop, cost];
    }
    return best;
  }

  // Activated by Enter, Space or a screen reader.
  press(event) {
    const stop = this.stopOf(event.target.closest("button"));
    if (!stop || event.detail !== 0) return;
    if (this.view.covered) return this.view.covered();
    if (this.hand.tile) {
      this.hand.move(stop.x, stop.y);
      this.hand.putDown();
      return;
    }
    if (stop.cell !== undefined && this.spell.press(stop.cell)) return;
    const tile = this.tileAt(stop);
    if (tile && this.choice.offers(tile)) this.choice.choose(tile.piece);
    else if (tile) this.hand.take(tile, false);
    else if (stop.cell !== undefined) this.cells.press(stop.cell);
  }

  anywhere(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    if (event.key in BUTTON_KEYS) {
      if (!event.repeat) this.buttons.press(BUTTON_KEYS[event.key]);
      return;
    }
    if (event.key === "?") this.explain().catch(console.warn);
    if (!this.hand.tile || event.repeat) return;
    // Space sets a tile down on a stop; while the pointer holds the tile, Space turns it over.
    const elsewhere = event.target.closest("button") && !this.group.contains(event.target);
    const space = event.key === " " && this.hand.pointer && !elsewhere;
    const turns = event.key === "f" || event.key === "F" || space;
    if (!turns && event.key !== "Escape") return;
    event.preventDefault();
    if (turns) this.hand.turn();
    else this.hand.putBack();
  }

  // Show all keys.
  async explain() {
    const { showKeys } = await import("./keys.js");
    await showKeys();
  }

  describeStops() {
    if (!this.shown) this.strays();
    for (const stop of this.stops) {
      if (stop.tray) stop.name = this.tiles.game.trayName(...stop.tray);
      const words = this.shown ? this.shown.words(stop.cell) : this.wordsOf(stop);
      const label = [stop.name, ...words].join(": ");
      if (stop.label !== label) {
        stop.label = label;
        stop.element.setAttribute("aria-label", label);
      }
    }
    this.resized();
  }

  // The contents of a stop.
  wordsOf(stop) {
    const tile = this.tileAt(stop);
    const what = tile ? this.tiles.nameOf(tile) : this.tiles.groundAt(stop.cell);
    const words = [tile && this.choice.offers(tile) ? t("{tile}, may be given", { tile: what }) : what];
    if (stop.cell === undefined) return words;
    const light = this.lights.words(stop.cell, this.tiles.game, this.tiles.state?.phase === "match");
    if (light) words.push(light);
    const target = this.spell.words(stop.cell);
    if (target) words.push(target);
    if (this.marked.includes(stop.cell)) words.push(t("last move"));
    return words;
  }

  // The position of a stop on the screen, in millimetres.
  drawn({ x, y, slot }) {
    return this.view.drawn(x, y, slot);
  }

  resized() {
    for (const stop of this.stops) {
      const { element } = stop;
      const { x, y, size: share } = this.drawn(stop);
      const size = 2 * this.radius * this.view.scale * share;
      const [left, top] = [this.view.x(x) - size / 2, this.view.y(y) - size / 2];
      if (element.dataset.at === `${left},${top},${size}`) continue;
      element.dataset.at = `${left},${top},${size}`;
      Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${size}px`, height: `${size}px` });
    }
  }
}
