// What the page shows while its board loads: the game stored in this browser, or a new board that the build
// has put into the page. On a new board the user can place a first tile and change all settings; they are
// sent to the board once it is there.

import { BoardStore, lastBoard } from "./boardstore.js";

const PICTURE = "page.json"; // among the stored files
const START = "start"; // the phase of a board that asks for nothing yet
const HELD_MM = 28; // height of a tile in a hand
const NEAR_MM = 2;
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const HAND = ["grab", "move", "turn", "drop", "back"];
const FINGERS = ["press", "release"];
// Indexes into a tile's pose.
const [ID, X, Y, Z, UP, HOLDER] = [0, 1, 2, 3, 4, 7];

async function storedPicture() {
  const files = await new BoardStore(await lastBoard()).read();
  const data = files?.find(([name]) => name === PICTURE)?.[1];
  return { any: Boolean(files?.length), messages: data && JSON.parse(new TextDecoder().decode(data)) };
}

const lastState = (messages) => messages.findLast(({ line }) => line?.t === "state")?.line;
// No move has been made.
const isNew = (state) => state?.phase === "match" && state.ask !== "over" && state.moves?.length === 0;
// A choice of another game.
const isChoice = ({ t, line }) => t === "board" || (t === "tell" && line.c === "set" && "variant" in line);
const sameStart = (one, other) => ["game", "rules", "position", "ask"].every((key) => one[key] === other[key]);

export class Early {
  // `page` takes messages for the page; `board`: hear(message) takes those of the board itself, send(message)
  // sends one to it.
  constructor(page, board, t) {
    Object.assign(this, { page, board, t, begun: false, live: false, open: false });
    this.received = []; // from the board, before it asks for something
    this.unsent = []; // for the board
    this.poses = new Map();
    this.moved = null; // { id, up, x, y, turned }: the tile placed first
    this.held = null;
    this.arriving = null; // the pose of a tile that the board's hand is still carrying
  }

  // `hands`: the user does everything by hand as on a real board, which asks for its zeros first.
  async begin(hands) {
    const { t } = this;
    const { any, messages } = await storedPicture();
    const first = JSON.parse(document.getElementById("first").textContent);
    if (messages || !any) this.show(messages ?? first, hands && !messages);
    else this.page.hello(first[0]);
    this.open = isNew(this.state) && !hands;
    if (this.open && sameStart(this.state, lastState(first))) this.blink(first.at(-1));
    document.body.classList.add("early");
    if (any && !isNew(this.state)) {
      document.getElementById("say").textContent = t("Your game comes back.");
      document.body.classList.add("coming-back");
    }
    this.begun = true;
  }

  // `bare`: only the tiles, because lights that do not blink would have another meaning.
  show(messages, bare) {
    this.state = bare ? undefined : lastState(messages);
    for (const message of messages) {
      if (message.t === "hello") this.hello = message;
      for (const pose of message.tiles ?? []) this.poses.set(pose[ID], pose);
      if (message.t === "frame") this.page.frame({ ...message, leds: undefined });
      else if (!bare || message.t === "hello") this.page[message.t]?.(message);
    }
  }

  // Repeat the lights' cycle.
  blink({ cycle, frames }) {
    const begun = performance.now();
    const ms = (index) => frames[index % frames.length].ms + cycle * Math.floor(index / frames.length);
    const show = (index) => {
      if (this.live || !this.open) return;
      this.page.frame({ t: "frame", ms: ms(index), leds: frames[index % frames.length].leds });
      setTimeout(() => show(index + 1), ms(index + 1) - ms(0) - (performance.now() - begun));
    };
    show(0);
  }

  // A message from the board.
  hear(message) {
    if (message.t === "frame" && this.arriving) message = { ...message, tiles: this.overlaid(message.tiles) };
    if (message.t === "error") this.arrive();
    if (message.all) return this.page.pace(this.loaded(message));
    if (this.live || message.t === "pace" || message.t === "failed") return this.board.hear(message);
    // This board may have been requested before another one was chosen.
    if (message.t === "hello") Object.assign(this, { received: [], ready: null, comes: message.name });
    const { line } = message;
    const starts = line?.t === "state" && (line.phase === START || !line.ask);
    if (!starts && message.t !== "error") this.received.push(message);
    if (line?.t === "state" && !starts) this.ready = line;
    this.change();
  }

  loaded({ bytes, all }) {
    const { t } = this;
    const mb = (count) => (count / 1e6).toLocaleString(document.documentElement.lang, ONE_DIGIT);
    const words = t("Loading the board: {part} of {all} MB.", { part: mb(bytes), all: mb(all) });
    return { say: words, starting: (100 * bytes) / all };
  }

  // Let the board take over, unless a tile is in the hand.
  change() {
    const { ready, received, unsent, moved } = this;
    if (!ready || this.held || this.live || (this.chosen ?? this.comes) !== this.comes) return;
    this.live = true;
    document.body.classList.remove("early", "coming-back");
    const fits = moved && isNew(ready) && sameStart(ready, this.state) && !unsent.some(({ t }) => t === "tell");
    if (fits) this.arriving = this.poses.get(moved.id);
    const focused = document.activeElement?.dataset.cell;
    for (const message of received) {
      const tiles = message.t === "frame" ? { tiles: this.overlaid(message.tiles), tones: undefined } : {};
      this.board.hear({ ...message, ...tiles });
    }
    if (focused) document.querySelector(`#stops [data-cell="${focused}"]`)?.focus();
    for (const message of unsent) this.board.send(message);
    if (fits) this.carryOut(moved);
  }

  carryOut({ id, x, y, turned }) {
    this.board.send({ t: "grab", tile: id });
    if (turned) this.board.send({ t: "turn" });
    this.board.send({ t: "drop", x, y });
  }

  // The board's poses, with the tile that its hand is carrying shown where the user placed it.
  overlaid(tiles) {
    const there = this.arriving;
    if (!there || !tiles) return tiles;
    return tiles.map((pose) => {
      if (pose[ID] !== there[ID]) return pose;
      this.real = pose;
      const come = !pose[HOLDER] && Math.hypot(pose[X] - there[X], pose[Y] - there[Y]) < NEAR_MM;
      if (come) this.arriving = null;
      return come ? pose : there;
    });
  }

  // The board's hand could not place the tile: show it where the board reports it.
  arrive() {
    if (this.arriving && this.real) this.board.hear({ t: "frame", tiles: [this.real] });
    this.arriving = null;
  }

  // A message for the board.
  send(message) {
    if (message.t === "grab") this.arrive();
    if (!this.live && isChoice(message)) this.leave();
    if (message.t === "board") this.chosen = message.name;
    if (!this.live && message.line && isChoice(message)) return; // the page repeats it to the board itself
    if (this.live || message.t === "screen" || message.t === "board") this.board.send(message);
    else if (HAND.includes(message.t)) this.act(message);
    else if (!FINGERS.includes(message.t)) this.unsent.push(message);
  }

  // An action of the hand.
  act({ t, tile, x, y }) {
    if (t === "grab") return this.grab(tile);
    const { held } = this;
    if (!held) return;
    const pose = [...this.poses.get(held.id)];
    if (x !== undefined) [pose[X], pose[Y]] = [x, y];
    if (t === "turn") {
      pose[UP] = 1 - pose[UP];
      held.turned = !held.turned;
    }
    if (t === "drop" || t === "back") this.letGo(pose, t === "drop");
    else this.lay(pose);
    this.change();
  }

  // Another game was chosen: no tile can be placed for it yet.
  leave() {
    const { t, moved } = this;
    this.open = false;
    if (moved) this.lay(moved.from);
    this.moved = null;
    this.page.frame({ t: "frame", ms: 0, leds: "000000".repeat(this.hello.rows * this.hello.columns) });
    document.getElementById("say").textContent = t("The game that you chose starts when it is loaded.");
  }

  // Later than the grab itself, as from a board.
  refuse(error) {
    queueMicrotask(() => this.page.error({ error }));
  }

  // Only one tile is placed: one placed before returns to its old position.
  grab(id) {
    const { moved, t } = this;
    if (!this.open) return this.refuse(t("the board is still being loaded"));
    if (moved && moved.id !== id) this.lay(moved.from);
    const pose = [...this.poses.get(id)];
    this.held = moved?.id === id ? moved : { id, from: this.poses.get(id), turned: false };
    this.moved = null;
    [pose[Z], pose[HOLDER]] = [HELD_MM, this.hello.you];
    this.lay(pose);
  }

  letGo(pose, down) {
    const { held } = this;
    const { plate, rows, columns } = this.hello;
    const [column, row] = [pose[X], pose[Y]].map((mm) => Math.round(mm / plate.pitch_mm));
    const [x, y] = [column * plate.pitch_mm, row * plate.pitch_mm];
    const inside = column >= 0 && row >= 0 && column < columns && row < rows;
    this.held = null;
    if (down && inside && Math.hypot(pose[X] - x, pose[Y] - y) < plate.well_diameter_mm / 2) {
      this.moved = { ...held, x, y };
      this.lay([held.id, x, y, this.free(held.id, x, y) ? 0 : plate.well_depth_mm, pose[UP], 0, 0, 0]);
    } else {
      this.lay(held.from);
    }
  }

  free(id, x, y) {
    return [...this.poses.values()].every((pose) => pose[ID] === id || Math.hypot(pose[X] - x, pose[Y] - y) > NEAR_MM);
  }

  lay(pose) {
    this.poses.set(pose[ID], pose);
    this.page.frame({ t: "frame", tiles: [pose] });
  }
}
