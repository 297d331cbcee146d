// Shows an earlier position over the board, which itself stays unchanged. Nothing can be moved there.

import { changes, drawCells, drawValues, PITCH } from "./diagram.js";
import { stepOf, stepped, turnWords } from "./game.js";
import { t } from "./language.js";
import { svg } from "./svg.js";

const GROUND_MM = 5; // from another board's cells to the edge of the plate
// Elements that use these keys themselves.
const OWN_KEYS = "input, textarea, select, dialog, #stops, #choice, #analysis .cells";

export class Past {
  // `bar`: the description and the buttons; `overlay`: where it is drawn. `acts`: `step` receives
  // "first", "earlier", "later" or "last"; `leave` returns to the game.
  constructor(bar, overlay, view, { keyboard, choice, hand, spell }, acts) {
    Object.assign(this, { bar, overlay, view, keyboard, choice, hand, spell, acts });
    this.part = (name) => bar.querySelector(`[data-part="${name}"]`);
    this.button = (name) => bar.querySelector(`[data-do="${name}"]`);
    this.shown = null; // the arguments of `show`
    this.live = null; // the live game and the board's last state
    for (const name of ["earlier", "later"]) this.button(name).addEventListener("click", () => acts.step(name));
    this.button("live").addEventListener("click", () => this.leave());
    overlay.addEventListener("pointerdown", () => this.refuse());
    addEventListener("keydown", (event) => this.key(event));
  }

  describe(hello) {
    this.hello = hello;
  }

  // The live game changed.
  play(game, state) {
    this.live = [game, state];
    if (!this.shown) this.choice.play(game, state);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const leaves = event.key === "Escape" && this.shown;
    const step = !event.target.closest?.(OWN_KEYS) && stepOf(event);
    if (!leaves && !(step && (this.shown || step === "earlier"))) return;
    event.preventDefault();
    if (leaves) this.leave();
    else this.acts.step(step);
  }

  leave() {
    this.acts.leave();
    this.keyboard.focus();
  }

  // The user tried to move in a position that is only displayed.
  refuse() {
    this.part("refused").textContent = t("You cannot move here. Go back to the game to play.");
  }

  // `course`, `game` and `at`: a position of a game; `words`: its description; `steps` and `opinion`:
  // values to mark.
  show(shown) {
    const before = this.shown;
    const same = before && Object.keys(shown).every((key) => before[key] === shown[key]);
    if (same) return;
    this.shown = shown;
    if (!before) this.begin();
    this.say(shown);
    const { game, course, at, steps, opinion } = shown;
    const position = course.positions[at];
    if (before?.position !== position || before.game !== game) this.choice.play(game, { position, hand: game.handOf?.(position) ?? null, turn: course.turns[at] });
    shown.position = position;
    this.choice.value(steps);
    this.picture(position, steps, opinion);
  }

  begin() {
    this.hand.putBack();
    this.spell.putBack();
    this.bar.hidden = false;
    document.body.classList.add("looking-back");
    this.view.covered = () => this.refuse();
    // On a phone the list of moves is below the board.
    this.bar.scrollIntoView({ block: "nearest" });
  }

  // Return to the live game.
  hide() {
    if (!this.shown) return;
    this.shown = null;
    this.bar.hidden = true;
    document.body.classList.remove("looking-back");
    this.view.covered = null;
    this.overlay.replaceChildren();
    this.keyboard.look(null);
    if (this.live) this.choice.play(...this.live);
  }

  say({ words, course, game, at }) {
    this.part("where").textContent = words;
    this.part("turn").textContent = turnWords(course, at, game.sides);
    this.part("refused").textContent = "";
    const last = course.positions.length - 1;
    for (const name of ["earlier", "later"]) {
      this.button(name).disabled = stepped(name, at, last) === at;
      this.button(name).hidden = !last;
    }
  }

  // Where to draw the cells of a game: as on the current board if it plays that game, otherwise as
  // large as its plate allows. Returns the first cell's place and the size.
  placed({ rows, columns }) {
    const { left, top, right, bottom } = this.view.plate;
    if (rows === this.hello.rows && columns === this.hello.columns) return { x: 0, y: 0, size: 1 };
    const [width, height] = [right - left - 2 * GROUND_MM, bottom - top - 2 * GROUND_MM];
    const size = Math.min(width / (columns * PITCH + 10), height / (rows * PITCH + 10));
    const middle = (from, to, count) => (from + to) / 2 - ((count - 1) / 2) * PITCH * size;
    return { x: middle(left, right, columns), y: middle(top, bottom, rows), size };
  }

  picture(position, steps, opinion) {
    const { game, course, at } = this.shown;
    const changed = at ? changes(course.positions[at - 1].split(";")[0], position, game) : [];
    const { left, top, right, bottom } = this.view.plate;
    const place = this.placed(game);
    const field = svg("g", { class: "field", transform: `translate(${place.x} ${place.y}) scale(${place.size})` });
    drawCells(field, position, game, changed);
    const marks = svg("g", { transform: field.getAttribute("transform") });
    drawValues(marks, steps, opinion, game);
    const frame = { x: left, y: top, width: right - left, height: bottom - top, rx: 9 };
    this.overlay.replaceChildren(svg("rect", { ...frame, class: "ground" }), ...["edge", "frame"].map((name) => svg("rect", { ...frame, class: name })), field, marks);
    this.resized();
    const letters = game.cellsOf(position);
    const words = (cell) => {
      const tile = game.tileAt(letters[cell]);
      return [tile ? game.tileName(tile) : t("empty"), ...(changed.includes(cell) ? [t("last move")] : [])];
    };
    this.keyboard.look({ board: this.board(game, place), words, place });
  }

  // The board as the keyboard sees it.
  board({ rows, columns, fromFront }, { size }) {
    const { plate } = this.hello;
    return { rows, columns, fromFront, homes: [], plate: { ...plate, pitch_mm: PITCH * size, well_diameter_mm: plate.well_diameter_mm * size } };
  }

  resized() {
    const { left, top, right, bottom } = this.view;
    if (left !== undefined) this.overlay.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  }
}
