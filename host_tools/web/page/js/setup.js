// The editor for positions: sixteen cells, and what to put on them. The rules say whether it
// can be; the editor knows nothing but the letters.

import { picture, tileOf } from "./diagram.js";
import { svg } from "./svg.js";
import { cellName, tileName } from "./words.js";

const SIZE = 4;
const EMPTY = "-";
const BRUSHES = ["U", "D", "u", "d", EMPTY];
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIZE, ArrowDown: SIZE };

function name(letter) {
  return letter === EMPTY ? "empty" : tileName(tileOf(letter));
}

function drawing(letter) {
  const whole = svg("svg", { viewBox: "-17 -17 34 34", "aria-hidden": "true" });
  if (letter === EMPTY) whole.append(svg("circle", { class: "hollow", r: 15 }));
  else whole.append(picture(letter, 0, 0, 32));
  return whole;
}

export class Setup {
  // `changed(position)` is called with the position's text after every change.
  constructor(board, brushes, changed) {
    this.changed = changed;
    this.letters = Array(SIZE * SIZE).fill(EMPTY);
    this.cells = this.letters.map((_, cell) => {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = cell ? -1 : 0;
      button.addEventListener("click", () => this.put(cell, this.letters[cell] === this.brush ? EMPTY : this.brush));
      board.append(button);
      return button;
    });
    board.addEventListener("keydown", (event) => this.key(event));
    this.brushes = BRUSHES.map((letter) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: "brush", value: letter });
      input.setAttribute("aria-label", letter === EMPTY ? "take the tile away" : name(letter));
      input.addEventListener("change", () => (this.brush = letter));
      label.append(input, drawing(letter));
      label.title = input.getAttribute("aria-label");
      brushes.append(label);
      return input;
    });
    this.brushes[0].checked = true;
    this.brush = BRUSHES[0];
    this.draw();
  }

  key(event) {
    const cell = this.cells.indexOf(event.target);
    if (cell < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = { u: "U", d: "D", U: "u", D: "d" }[event.key];
    if (event.key in KEYS) {
      const to = cell + KEYS[event.key];
      const aside = Math.abs(KEYS[event.key]) === 1 && Math.floor(to / SIZE) !== Math.floor(cell / SIZE);
      if (this.cells[to] && !aside) this.focus(to);
    } else if (letter) {
      // Small letters are the first player's tiles: no Shift for those who begin.
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
    this.letters[cell] = letter;
    this.draw();
    this.changed(this.position);
  }

  // The player to act follows from the number of tiles.
  get position() {
    const tiles = this.letters.filter((letter) => letter !== EMPTY).length;
    return `${(tiles % 2) + 1}_${this.letters.join("")}`;
  }

  load(letters) {
    this.letters = [...letters];
    this.draw();
  }

  draw() {
    this.cells.forEach((button, cell) => {
      const letter = this.letters[cell];
      if (button.dataset.letter === letter) return;
      button.dataset.letter = letter;
      button.setAttribute("aria-label", `${cellName(Math.floor(cell / SIZE), cell % SIZE)}: ${name(letter)}`);
      button.replaceChildren(drawing(letter));
    });
  }
}
