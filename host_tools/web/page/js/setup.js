// The editor for positions: the cells, what lies beside them, and what to put there. The rules
// say whether it can be; the editor knows nothing but the game's letters.

import { drawing } from "./faces.js";
import { cellName } from "./words.js";

const SIZE = 4;
const EMPTY = "-";
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIZE, ArrowDown: SIZE };

function name(game, letter) {
  return letter === EMPTY ? "empty" : game.tileName(game.tileAt(letter));
}

export class Setup {
  // `changed(position)` is called with the position's text after every change.
  constructor(board, brushes, changed) {
    Object.assign(this, { board, place: brushes, changed });
    board.addEventListener("keydown", (event) => this.key(event));
  }

  // The editor for this game, empty.
  play(game) {
    if (game === this.game) return;
    this.game = game;
    this.letters = Array(SIZE * SIZE + game.editor.spots.length).fill(EMPTY);
    this.board.setAttribute("aria-label", game.editor.label);
    this.cells = this.letters.map((_, cell) => {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = cell ? -1 : 0;
      button.addEventListener("click", () => this.put(cell, this.letters[cell] === this.brush ? EMPTY : this.brush));
      return button;
    });
    this.board.replaceChildren(...this.cells);
    const labels = game.editor.brushes.map((letter) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: "brush", value: letter });
      input.setAttribute("aria-label", letter === EMPTY ? `take the ${game.thing} away` : name(game, letter));
      input.addEventListener("change", () => (this.brush = letter));
      label.append(input, drawing(game, game.tileAt(letter)));
      label.title = input.getAttribute("aria-label");
      return label;
    });
    this.place.replaceChildren(...labels);
    this.place.querySelector("input").checked = true;
    [this.brush] = game.editor.brushes;
    this.draw();
  }

  key(event) {
    const cell = this.cells.indexOf(event.target);
    if (cell < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = this.game.editor.keys[event.key];
    if (event.key in KEYS) {
      const to = cell + KEYS[event.key];
      const aside = Math.abs(KEYS[event.key]) === 1 && Math.floor(to / SIZE) !== Math.floor(cell / SIZE);
      if (this.cells[to] && !aside) this.focus(to);
    } else if (letter) {
      this.put(cell, letter);
    } else if (event.key === "Delete" || event.key === "Backspace" || event.key === "-") {
      this.put(cell, EMPTY);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  focus(to) {
    this.cells.forEach((button, cell) => (button.tabIndex = cell === to ? 0 : -1));
    this.cells[to].focus();
  }

  put(cell, letter) {
    const before = this.game.editor.unique && letter !== EMPTY ? this.letters.indexOf(letter) : -1;
    if (before >= 0) this.letters[before] = EMPTY;
    this.letters[cell] = letter;
    this.draw();
    this.changed(this.position);
  }

  get position() {
    return this.game.editor.positionOf(this.letters);
  }

  load(position) {
    this.letters = this.game.editor.lettersOf(position);
    this.draw();
  }

  draw() {
    this.cells.forEach((button, cell) => {
      const letter = this.letters[cell];
      if (button.dataset.letter === letter) return;
      button.dataset.letter = letter;
      const where = this.game.editor.spots[cell - SIZE * SIZE] ?? cellName(Math.floor(cell / SIZE), cell % SIZE);
      button.setAttribute("aria-label", `${where}: ${name(this.game, letter)}`);
      button.replaceChildren(drawing(this.game, this.game.tileAt(letter)));
    });
  }
}
