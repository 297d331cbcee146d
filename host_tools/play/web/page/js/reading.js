// Loads the board in words and the typing of moves when they are first asked for: by opening them, by
// the link at the top of the page, or by a reading key on a cell.

import { styles } from "./opened.js";

const KEYS = "rbmst"; // row, board, moves, say again, type

export class Reading {
  // `details`: their place. `link`: leads to them. `stops`: the cells and trays. `parts`: what TextBoard takes.
  constructor(details, link, stops, parts) {
    Object.assign(this, { details, parts });
    details.addEventListener("toggle", () => details.open && this.load());
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.type();
    });
    stops.addEventListener("keydown", (event) => this.key(event));
  }

  // The board's last state of the game.
  play(game, state) {
    this.now = [game, state];
    this.board?.play(game, state);
  }

  hear(message) {
    this.board?.hear(message);
  }

  async load() {
    this.asked ??= Promise.all([import("./textboard.js"), styles()]);
    const [{ TextBoard }] = await this.asked;
    this.board ??= new TextBoard(this.details, this.parts, this.now);
    return this.board;
  }

  async type() {
    this.details.open = true;
    (await this.load()).focus();
  }

  async key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !KEYS.includes(event.key)) return;
    event.preventDefault();
    if (event.key === "t") await this.type();
    else (await this.load()).read(event.key, event.target);
  }
}
