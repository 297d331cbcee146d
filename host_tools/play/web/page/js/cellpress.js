// A press on an empty cell, with nothing in the hand. It chooses what the cell stands for, or the
// automatic hand places a tile there, if that is legal; where it may lie either way, the page asks.

import { drawing } from "./faces.js";
import { ownTurn } from "./game.js";
import { t } from "./language.js";
import { nextNumber } from "./question.js";
import { cellName } from "./words.js";

export class CellPress {
  // `carried()`: called when the automatic hand begins to place.
  constructor(view, choice, question, link, carried) {
    Object.assign(this, { view, choice, question, link, carried });
    this.asked = 0;
    this.state = null;
  }

  describe(hello) {
    this.hello = hello;
    this.stop();
  }

  // The current game and the board's last state.
  play(game, state) {
    if (state.position !== this.state?.position) this.stop();
    Object.assign(this, { game, state });
  }

  // Whether a tile may be placed for the player now.
  get ready() {
    return document.body.classList.contains("on-screen") && ownTurn(this.state) && this.state.ask === "place";
  }

  // What was asked is no longer of use.
  stop() {
    this.asked = 0;
    this.question.close();
  }

  press(cell) {
    this.stop();
    if (this.view.covered) return void this.view.covered();
    if (cell === null || this.choice.chooseAt(cell) || !this.ready) return;
    const { game, rules, position } = this.state;
    this.cell = cell;
    this.asked = nextNumber();
    this.link().send({ t: "legal", id: this.asked, game, rules, position });
  }

  // The server's answer: all legal moves.
  hear({ id, moves }) {
    if (id !== this.asked || !this.ready) return;
    this.asked = 0;
    const found = (moves ?? []).filter((move) => this.places(move));
    if (found.length === 1) this.place(found[0]);
    if (found.length > 1) this.ask(found);
  }

  ask(moves) {
    const { game, state, cell } = this;
    const answers = moves.map((move) => {
      const { tile } = game.signs(move, state.turn).find((part) => part.tile) ?? {};
      return [game.wayWords?.(move) ?? game.stepWords(move), () => this.place(move), tile && drawing(game, tile)];
    });
    const { plate, columns } = this.hello;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    this.question.ask({ x: column * plate.pitch_mm, y: row * plate.pitch_mm }, t("What to place on {cell}", { cell: cellName(row, column, this.hello) }), answers);
  }

  // Whether this move brings a tile from beside the board to the pressed cell.
  places(move) {
    const { column, row, from, way } = this.game.stepAt(move) ?? {};
    return !from && !way && row * this.hello.columns + column === this.cell;
  }

  place(move) {
    this.carried();
    this.link().send({ t: "play", move });
  }
}
