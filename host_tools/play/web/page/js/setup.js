// The editor of positions: the cells, the places beside them, and the brushes. The rules decide whether
// a position is valid; the editor knows only the game's letters.

import { drawing } from "./faces.js";
import { t } from "./language.js";
import { cellName } from "./words.js";

const EMPTY = "-";
const KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }; // rows, columns

function name(game, letter) {
  return letter === EMPTY ? t("empty") : game.tileName(game.tileAt(letter));
}

export class Setup {
  // `changed(position)` receives the position's text after every change.
  constructor(board, brushes, changed) {
    Object.assign(this, { board, place: brushes, changed });
    board.addEventListener("keydown", (event) => this.key(event));
  }

  // Show an empty editor for this game.
  play(game) {
    if (game === this.game) return;
    this.game = game;
    this.letters = Array(game.rows * game.columns + game.editor.spots.length).fill(EMPTY);
    this.board.style.setProperty("--columns", game.columns);
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
      input.setAttribute("aria-label", letter === EMPTY ? t("take away") : name(game, letter));
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
      const { columns } = this.game;
      const [down, right] = KEYS[event.key];
      const column = (cell % columns) + right;
      const to = cell + down * columns + right;
      if (this.cells[to] && column >= 0 && column < columns) this.focus(to);
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
      const { rows, columns, editor } = this.game;
      const where = editor.spots[cell - rows * columns] ?? cellName(Math.floor(cell / columns), cell % columns, this.game);
      button.setAttribute("aria-label", `${where}: ${name(this.game, letter)}`);
      button.replaceChildren(drawing(this.game, this.game.tileAt(letter)));
    });
  }
}
