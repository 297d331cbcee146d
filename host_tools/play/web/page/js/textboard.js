// The board in words: a table of its cells, what a key reads of it, and moves typed in the game's
// notation. The words of a cell are its label on the drawn board.

import { t } from "./language.js";
import { lightName } from "./meanings.js";
import { MoveInput } from "./moveinput.js";
import { CHANGING } from "./waveform.js";

const FEW = 16; // moves that are read one by one
const UNKNOWN = lightName(CHANGING);
const READ = [
  ["b", t("Read the board")],
  ["m", t("What may I do?")],
  ["s", t("Say again")],
];

// The words of a stop, without its name.
export const wordsOf = ({ name, label }) => label.slice(name.length + 2).split(": ");

// The cells by rows, from the first one.
export function rowsOf(stops) {
  const cells = stops.filter(({ cell }) => cell !== undefined);
  const names = [...new Set(cells.map(({ name }) => name.slice(1)))];
  return names.map((name) => ({ name, cells: cells.filter((stop) => stop.name.slice(1) === name) }));
}

// "Row 2: a2 empty; b2 sun tile, up side". Where all are the same, once.
export function rowWords({ name, cells }) {
  const words = cells.map((stop) => wordsOf(stop).join(", "));
  if (words.every((each) => each === words[0])) return t("Row {name}: all {words}", { name, words: words[0] });
  return t("Row {name}: {words}", { name, words: cells.map((stop, index) => `${stop.name} ${words[index]}`).join("; ") });
}

// By what is said of them: "may be lifted: b2, c3".
export function litWords(stops) {
  const found = new Map();
  for (const stop of stops) {
    if (stop.cell === undefined) continue;
    for (const light of wordsOf(stop).slice(1)) if (light !== UNKNOWN) found.set(light, [...(found.get(light) ?? []), stop.name]);
  }
  return [...found].map(([light, names]) => `${light}: ${names.join(", ")}`);
}

// The legal moves; of many, where they begin.
export function movesWords(moves, stops) {
  if (moves.length <= FEW) return moves.map(({ words }) => words);
  return [...litWords(stops), t("{count} moves", { count: moves.length })];
}

export class TextBoard {
  // `keyboard` has the stops, `voice` speaks; `now`: the game and state.
  constructor(details, { keyboard, voice, link }, now) {
    Object.assign(this, { details, keyboard, voice });
    const place = details.querySelector("[data-part='reading']");
    this.input = new MoveInput(link, voice, (key) => this.read(key));
    const acts = document.createElement("div");
    acts.className = "acts";
    acts.append(...READ.map(([key, words]) => this.button(key, words)));
    this.table = document.createElement("table");
    this.cells = new Map();
    place.replaceChildren(this.input.element, acts, this.table);
    new MutationObserver(() => this.show()).observe(keyboard.group, { childList: true, subtree: true, attributeFilter: ["aria-label"] });
    details.addEventListener("toggle", () => this.show());
    if (now) this.play(...now);
    this.show();
  }

  button(key, words) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => this.read(key));
    return button;
  }

  focus() {
    this.input.field.focus();
  }

  play(game, state) {
    Object.assign(this, { game, state });
    this.input.play(game, state);
  }

  hear(message) {
    this.input.hear(message);
  }

  get rows() {
    return rowsOf(this.keyboard.stops);
  }

  // What a key asks for; `at`: the stop where it was pressed. A digit is a row's name.
  read(key, at) {
    this.keyboard.describeStops();
    const row = key === "r" ? this.rows.find(({ cells }) => cells.some(({ element }) => element === at)) : this.rows.find(({ name }) => name === key);
    if (row) this.voice.speak(rowWords(row));
    else if (key === "b") this.voice.speak(...this.rows.map(rowWords), ...this.inHand());
    else if (key === "m") this.input.ask((moves) => this.voice.speak(this.voice.sentence, ...movesWords(moves, this.keyboard.stops)));
    else if (key === "s") this.voice.again();
    else return false;
    return true;
  }

  // The piece that is to be placed, in a game that has one.
  inHand() {
    const { choices } = this.game ?? {};
    const { hand } = this.state ?? {};
    return choices?.hand && typeof hand === "number" ? [t("{what}: {piece}.", { what: choices.hand, piece: choices.name(hand) })] : [];
  }

  // The table, one text for each cell.
  show() {
    if (!this.details.open) return;
    const { rows } = this;
    const shape = rows.map(({ name, cells }) => [name, cells.length]).join();
    if (shape !== this.shape) this.build(rows, shape);
    for (const { cells } of rows) {
      for (const stop of cells) {
        const cell = this.cells.get(stop.name);
        const words = wordsOf(stop).join(", ");
        if (cell.textContent !== words) cell.textContent = words;
      }
    }
  }

  build(rows, shape) {
    this.shape = shape;
    this.cells.clear();
    const made = (tag, words, scope) => {
      const element = document.createElement(tag);
      element.textContent = words;
      if (scope) element.setAttribute("scope", scope);
      return element;
    };
    const line = (...cells) => {
      const row = document.createElement("tr");
      row.append(...cells);
      return row;
    };
    const columns = (rows[0]?.cells ?? []).map(({ name }) => made("th", name[0], "col"));
    this.table.replaceChildren(
      made("caption", t("The board in words")),
      line(made("td", ""), ...columns),
      ...rows.map(({ name, cells }) =>
        line(
          made("th", name, "row"),
          ...cells.map((stop) => {
            const cell = made("td", "");
            this.cells.set(stop.name, cell);
            return cell;
          }),
        ),
      ),
    );
  }
}
