// The dialog for the code of a board: four cells, in the order in which the board's lights show them. It
// also says why the page is not connected.

import { t } from "./language.js";
import { cellName } from "./words.js";

const LONGEST = 4; // cells of a code; a board with fewer has all of them
const WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function made(tag, more = {}, ...content) {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...content);
  return element;
}

export class CodeEntry {
  // `hello`: the board's dimensions. `give(cells)` receives a code; `again()`: the user wants to connect again.
  constructor(hello, { give, again }) {
    Object.assign(this, { hello, give, chosen: [], open: false });
    this.say = made("p", { className: "wrong" });
    this.say.setAttribute("role", "alert");
    this.now = made("p", { className: "note" });
    this.now.setAttribute("role", "status");
    this.cells = Array.from({ length: hello.rows * hello.columns }, (_, cell) => this.button(cell));
    this.grid = made("div", { className: "code-cells" }, ...this.cells);
    for (const count of ["rows", "columns"]) this.grid.style.setProperty(`--${count}`, hello[count]);
    this.grid.setAttribute("role", "group");
    this.grid.setAttribute("aria-labelledby", "code-how");
    this.grid.addEventListener("keydown", (event) => this.walk(event));
    this.clear = made("button", { type: "button", textContent: t("Clear") });
    this.clear.addEventListener("click", () => this.empty(true));
    this.again = made("button", { type: "button", className: "main", textContent: t("Connect this device") });
    this.again.addEventListener("click", () => {
      this.wait("");
      again();
    });
    this.dialog = this.build();
    document.body.append(this.dialog);
  }

  build() {
    const how = t("Tap the cells in the order in which the board's lights show them.");
    this.how = made("p", { id: "code-how" }, how);
    this.name = made("h2", { id: "code-name" });
    const dialog = made("dialog", { id: "code" }, this.name, this.how, this.say, this.grid, this.now);
    dialog.append(made("div", { className: "acts" }, this.clear, this.again));
    dialog.setAttribute("aria-labelledby", "code-name");
    // Only the board closes it.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.addEventListener("close", () => this.open && this.show());
    return dialog;
  }

  button(cell) {
    const button = made("button", { type: "button", tabIndex: cell ? -1 : 0 });
    button.dataset.cell = cell;
    button.addEventListener("click", () => this.tap(cell));
    return button;
  }

  nameOf(cell) {
    const { columns } = this.hello;
    return cellName(Math.floor(cell / columns), cell % columns, this.hello);
  }

  // Choose a cell; the last one chosen is taken back by choosing it again.
  tap(cell) {
    const { chosen } = this;
    if (!this.asking) return;
    if (chosen.at(-1) === cell) chosen.pop();
    else if (!chosen.includes(cell)) chosen.push(cell);
    this.rove(cell);
    this.draw();
    if (chosen.length === Math.min(LONGEST, this.cells.length)) this.give([...chosen]);
  }

  empty(focus) {
    this.chosen = [];
    this.draw();
    if (focus) this.rove(0).focus();
  }

  draw() {
    const { chosen, asking } = this;
    this.cells.forEach((button, cell) => {
      const number = chosen.indexOf(cell) + 1;
      const name = this.nameOf(cell);
      button.textContent = number ? String(number) : "";
      button.classList.toggle("chosen", number > 0);
      button.setAttribute("aria-label", number ? t("{name}, number {number}", { name, number }) : name);
      button.setAttribute("aria-disabled", String(!asking));
    });
    this.clear.disabled = !asking || !chosen.length;
    if (asking) this.now.textContent = chosen.length ? t("Chosen: {names}", { names: chosen.map((cell) => this.nameOf(cell)).join(", ") }) : "";
  }

  // The cell that Tab leads to.
  rove(to) {
    this.cells.forEach((button, cell) => (button.tabIndex = cell === to ? 0 : -1));
    return this.cells[to];
  }

  walk(event) {
    const way = WAYS[event.key];
    const from = this.cells.indexOf(event.target);
    if (from < 0 || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { rows, columns } = this.hello;
    const [row, column] = [Math.floor(from / columns) + way[0], (from % columns) + way[1]];
    if (row >= 0 && row < rows && column >= 0 && column < columns) this.rove(row * columns + column).focus();
  }

  // Ask for the code; `say`: what the board says, such as that the last one was wrong.
  ask(say) {
    this.phase({ asking: true, say });
    this.empty(true);
  }

  // While the dialog is open: wait for the board; `now`: what for.
  wait(now) {
    if (!this.open) return;
    this.phase({ now });
    this.draw();
  }

  // Say why the page is no longer connected, and offer to connect it again.
  offer(say) {
    this.chosen = [];
    this.phase({ say, offering: true });
    this.draw();
    this.again.focus();
  }

  phase({ asking = false, offering = false, say = "", now = "" }) {
    Object.assign(this, { asking, offering });
    this.name.textContent = offering ? t("Not connected") : t("The board's code");
    this.say.textContent = say;
    this.now.textContent = now;
    this.grid.hidden = this.clear.hidden = this.how.hidden = offering;
    this.again.hidden = !offering;
    this.show();
  }

  show() {
    this.open = true;
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.open = this.asking = this.offering = false;
    this.chosen = [];
    if (this.dialog.open) this.dialog.close();
  }
}
