// The tiles, at the positions in the simulated world, moved smoothly from one message to the next.

import { gameOf } from "./games.js";
import { t } from "./language.js";

const EASE_S = 0.045;
const EDGE = 0.3; // of a tile's thickness, seen from above and slightly from the front

class Tile {
  constructor(view, parent, id, owner) {
    this.view = view;
    this.id = id;
    this.owner = owner;
    this.element = document.createElement("div");
    this.element.dataset.tile = id;
    this.element.innerHTML = '<i class="shadow"></i><i class="edge"></i><i class="face"></i>';
    [this.shadow, this.edge, this.face] = this.element.children;
    // Tiles laid by hand are never perfectly straight.
    this.element.style.setProperty("--yaw", `${((id * 47) % 17) - 8}deg`);
    this.world = null;
    this.shown = null; // where it is drawn
    this.slot = null; // its place in a tray
    this.follow = null; // where my pointer holds it; overrides the world's x and y
    this.placed = false; // has been drawn
    this.stale = true; // must be redrawn
    this.cell = null; // the cell it lies in
    this.heads = null; // the target cell while a hand sets up the position
    this.taken = false; // by my hand, not confirmed by the world yet
    this.checked = false; // a king in check
    this.dressed = "tile"; // the class of its game
    parent.append(this.element);
  }

  // Draw the tile as the game defines it.
  dress(game) {
    const { className, faces } = game.look(this);
    this.element.classList.remove(this.dressed);
    this.element.classList.add("tile", className);
    this.dressed = className;
    this.face.innerHTML = faces;
  }

  get held() {
    return this.taken || Boolean(this.world?.holder);
  }

  get up() {
    return this.world?.up ?? true;
  }

  hear([, x, y, z, up, tilt, towards, holder]) {
    const angle = (up ? 0 : 180) + tilt;
    this.world = { x, y, z, up: Boolean(up), tilt, towards, holder, angle };
    const slot = this.view.slotAt(x, y);
    // A tile on its way over other places lies in none of them.
    if (!holder || slot !== this.slot) this.slot = holder ? null : slot;
    if (!this.shown) this.shown = { ...this.goal(), z, angle };
    if (this.follow?.until && holder === 0) this.follow = null;
    this.element.classList.toggle("held", holder !== 0);
  }

  // Where to draw it, and its scale.
  goal() {
    const { x, y } = this.world;
    return this.view.drawn(x, y, this.slot);
  }

  draw(seconds, still) {
    const { world, shown } = this;
    if (!world) return false;
    if (this.follow?.until < performance.now()) this.follow = null;
    const target = this.follow ?? this.goal();
    const part = still ? 1 : 1 - Math.exp(-seconds / EASE_S);
    let moving = Boolean(this.follow);
    const ease = (key, to, near) => {
      const gap = to - shown[key];
      if (gap === 0) return;
      moving = true;
      shown[key] = Math.abs(gap) < near ? to : shown[key] + gap * part;
    };
    if (this.follow) [shown.x, shown.y] = [target.x, target.y];
    ease("x", target.x, 0.02);
    ease("y", target.y, 0.02);
    ease("z", world.z, 0.02);
    ease("size", target.size ?? 1, 0.005);
    const angle = still && world.tilt > 20 ? Math.round(world.angle / 180) * 180 : world.angle;
    // Turn the shorter way: from 360 degrees it is the same side again.
    if (angle - shown.angle < -180) shown.angle -= 360;
    ease("angle", angle, 0.3);
    if (moving || this.stale) this.place();
    return moving;
  }

  place() {
    const { view, shown, world, element } = this;
    const mm = view.scale;
    const radians = (shown.angle * Math.PI) / 180;
    const flat = Math.abs(Math.cos(radians));
    const sine = Math.sin(radians);
    const x = view.x(shown.x);
    const y = view.y(shown.y, shown.z + view.thickness);
    element.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${shown.size})`;
    const height = Math.round(10 * shown.z);
    element.style.zIndex = world.holder ? 5000 : 100 + height;

    const lean = flat < 0.9999 ? world.towards : 0;
    const thick = view.thickness * Math.abs(sine);
    const wide = flat + thick / 32;
    this.edge.style.transform = `translateY(${view.thickness * EDGE * flat * mm}px) rotate(${lean}deg) scaleX(${wide})`;
    this.face.style.transform = `rotate(${lean}deg) translateX(${(view.thickness / 2) * sine * mm}px) scaleX(${Math.max(0.001, flat)}) rotate(${-lean}deg)`;
    this.face.classList.toggle("turned", Math.cos(radians) < 0);

    const above = Math.max(0, shown.z - view.rim);
    const ground = view.y(shown.y, Math.min(shown.z, view.rim)) - y;
    this.shadow.style.transform = `translate(${(0.5 + above * 0.12) * mm}px, ${ground + (0.9 + above * 0.22) * mm}px) rotate(${lean}deg) scale(${wide * (1 + above * 0.006)}, ${1 + above * 0.006})`;
    this.shadow.style.opacity = 0.95 - Math.min(0.5, above * 0.018);
    this.placed = true;
    this.stale = false;
  }
}

export class Tiles {
  constructor(view, parent) {
    this.view = view;
    this.parent = parent;
    this.all = new Map();
    this.game = gameOf();
    this.state = null;
    this.inCheck = null;
  }

  describe(hello) {
    this.me = hello.you;
    this.hello = hello;
    this.parent.replaceChildren();
    this.all.clear();
    for (const [id, owner] of hello.homes) {
      this.all.set(id, new Tile(this.view, this.parent, id, owner));
    }
    this.dress();
  }

  hear(poses) {
    for (const pose of poses) {
      const tile = this.all.get(pose[0]);
      if (!tile) continue;
      tile.hear(pose);
      tile.cell = this.cellOf(tile.world);
    }
    this.identify();
    this.view.wake();
  }

  // The current game and the board's last state.
  play(game, state) {
    this.state = state;
    const same = game === this.game;
    this.game = game;
    if (!same) this.dress();
    this.identify();
  }

  // The cells with holes, by index.
  get holes() {
    const { position } = this.state ?? {};
    return (typeof position === "string" && this.state.game === this.game.name && this.game.holesOf?.(position)) || [];
  }

  dress() {
    this.identify();
    for (const tile of this.all.values()) tile.dress(this.game);
  }

  // Which tile is which, and which are to be placed.
  identify() {
    const all = [...this.all.values()];
    for (const tile of this.game.identify?.(all, this.state) ?? []) tile.dress(this.game);
    const hand = this.state?.hand ?? null;
    for (const tile of all) {
      const { element, piece, cell } = tile;
      tile.checked = tile.owner === this.inCheck && piece === "k";
      element.classList.toggle("checked", tile.checked);
      const beside = hand !== null && cell === null;
      element.classList.toggle("given", beside && piece === hand);
      element.classList.toggle("later", beside && piece !== hand);
    }
  }

  // Which tiles are on their way to which cells, by tile number.
  bind(to) {
    for (const [id, tile] of this.all) tile.heads = to[id] ?? null;
    this.identify();
  }

  // Whose king is in check, or null.
  check(player) {
    this.inCheck = player;
    this.identify();
  }

  // The cell whose centre lies under that of the tile, or null.
  cellOf({ x, y }) {
    const { plate, rows, columns } = this.hello;
    const [column, row] = [Math.round(x / plate.pitch_mm), Math.round(y / plate.pitch_mm)];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
    const off = Math.hypot(x - column * plate.pitch_mm, y - row * plate.pitch_mm);
    return off < plate.well_diameter_mm / 2 ? row * columns + column : null;
  }

  // `over`: its name after turning it over.
  nameOf({ owner, piece, up, checked }, over = false) {
    return this.game.tileName({ owner, piece, checked, up: up !== over });
  }

  // The description of an empty place.
  groundAt(cell) {
    return this.holes.includes(cell) ? t("hole") : t("empty");
  }

  get(id) {
    return this.all.get(id);
  }

  get radius() {
    return this.hello.tile.diameter_mm / 2;
  }

  // The topmost tile with its centre within `reach` mm of a point.
  at(x, y, reach) {
    let best = null;
    for (const tile of this.all.values()) {
      const { world } = tile;
      if (!tile.placed || world.holder || Math.hypot(world.x - x, world.y - y) > reach) continue;
      if (!best || world.z > best.world.z) best = tile;
    }
    return best;
  }

  resized() {
    for (const tile of this.all.values()) tile.stale = true;
  }

  draw(seconds) {
    const still = this.view.still.matches;
    let moving = false;
    for (const tile of this.all.values()) moving = tile.draw(seconds, still) || moving;
    return moving;
  }
}
