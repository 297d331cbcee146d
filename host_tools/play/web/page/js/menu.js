// The board's own menu on the page. Its entries and current values come from the board: a change made
// here is sent to the board and shown when the board confirms it.

import { titleOf } from "./games.js";
import { said, t } from "./language.js";

const MENU = "menu";
const GAME = "match";
const ALONE = 0; // a person against the board: only then does the starting player matter
const TWO = 1; // two players
const CLOCKED = 3; // the first value of two players with a clock
const LEVEL = "level";
const FAIR = "fair,";
const VARIANT = "variant";
// Texts for the board's short names.
const NAMES = {
  "dont-try": t("don't try"),
  "very-hard": t("very hard"),
  nodiags: t("no diagonals"),
};

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The levels of a game, without the fair opponents, which the board offers after them.
export const levelsOf = (values) => values.filter((value) => !value.startsWith(FAIR));

// The text of a value. Levels also have a number, because each game names them differently.
export function valueName(field, value, index) {
  const name = nameOf(value);
  return field === LEVEL && !value.startsWith(FAIR) ? `${index + 1}: ${name}` : capital(name);
}

// The texts of the board's short names.
export function nameOf(value) {
  const whole = said(value);
  return whole === value ? value.replace(/[a-z-]+/g, (word) => NAMES[word] ?? titleOf(word) ?? said(word)) : whole;
}

export class Menu {
  // `teaching()`: a lesson is running, which opening the panel would end.
  constructor(panel, panels, link, teaching) {
    Object.assign(this, { panel, panels, link, teaching });
    this.fields = panel.querySelector(".settings");
    this.rows = [];
    this.state = null;
    // The game is chosen from pictures; a button opens them.
    this.gameRow = panel.querySelector("[data-part='game-row']");
    this.gameButton = this.gameRow.querySelector("button");
    this.gameButton.addEventListener("click", () => this.showGames(this.gameButton.getAttribute("aria-expanded") !== "true"));
    panels.watch((id, open) => open && id === panel.id && this.showLevel());
    this.acts = [...panel.querySelectorAll("button[data-command]")];
    for (const act of this.acts) {
      act.addEventListener("click", () => this.command({ c: act.dataset.command }));
    }
  }

  showGames(yes) {
    this.gameButton.setAttribute("aria-expanded", String(yes));
    this.panel.querySelector("#games").hidden = !yes;
  }

  command(command) {
    this.link().send({ t: "tell", line: command });
  }

  // Another board with another menu.
  forget() {
    this.state = null;
  }

  // Handle a line of the board.
  hear(line) {
    if (line?.t === "menu") this.describe(line.items);
    return line?.t === "state" ? this.show(line) : undefined;
  }

  // Keep the focus: the board sends its menu again when one setting changes another.
  describe(items) {
    const field = this.rows.find(({ choice }) => choice === document.activeElement)?.item.field;
    this.fields.replaceChildren();
    this.gameRow.hidden = true;
    this.rows = items.map((item, number) => this.row(item, number));
    if (this.state) this.show(this.state);
    if (field) this.rows.find(({ item }) => item.field === field)?.choice.focus();
  }

  row(item, number) {
    if (item.field === VARIANT) {
      this.gameRow.hidden = false;
      return { item, row: this.gameRow, choice: this.gameButton };
    }
    const row = document.createElement("div");
    row.className = "setting";
    const label = document.createElement("label");
    label.htmlFor = `setting-${number}`;
    label.textContent = capital(said(item.name));
    const choice = document.createElement("select");
    choice.id = label.htmlFor;
    item.values.forEach((value, index) => choice.add(new Option(valueName(item.field, value, index), String(index))));
    row.append(label, choice);
    if (item.field === LEVEL) this.describeLevel(row, choice);
    // One-time actions are menu entries on the board; here they are buttons.
    row.hidden = !item.field;
    choice.disabled = !item.field;
    choice.addEventListener("change", () => {
      const value = Number(choice.value);
      this.show(this.state);
      this.command({ c: "set", ...this.chosen(item, value) });
    });
    this.fields.append(row);
    return { item, row, choice };
  }

  // Below the levels: how often the chosen one gives a better result away.
  describeLevel(row, choice) {
    this.note = document.createElement("p");
    Object.assign(this.note, { id: `${choice.id}-note`, className: "note" });
    choice.setAttribute("aria-describedby", this.note.id);
    row.append(this.note);
  }

  async showLevel() {
    const { note, state } = this;
    if (!note || !state?.game || this.panel.hidden) return;
    const { game, rules, settings } = state;
    const { givenWords } = await import("./given.js");
    const words = await givenWords(game, rules, settings?.fair ? null : settings?.level).catch(() => "");
    if (note === this.note) note.textContent = words;
  }

  // The settings that a value stands for. Any level ends the games against the fair opponent. After the
  // players come two players with each of the clocks.
  chosen({ field, values }, value) {
    if (field === "players") return value < CLOCKED ? { players: value, clock: 0 } : { players: TWO, clock: value - CLOCKED + 1 };
    if (field !== LEVEL) return { [field]: value };
    const levels = levelsOf(values).length;
    if (value >= levels) return { fair: value - levels + 1 };
    return this.state?.settings?.fair ? { level: value, fair: 0 } : { level: value };
  }

  // The value that a setting has now.
  valueOf({ field, values }, settings) {
    if (field === LEVEL && settings?.fair) return levelsOf(values).length + settings.fair - 1;
    if (field === "players" && settings?.players === TWO && settings.clock) return CLOCKED + settings.clock - 1;
    return settings?.[field] ?? 0;
  }

  show(state) {
    const entered = state.phase === MENU && this.state?.phase !== MENU;
    this.state = state;
    const here = state.phase === MENU ? state.menu.at : -1;
    this.rows.forEach(({ item, row, choice }, number) => {
      const value = number === here ? state.menu.value : this.valueOf(item, state.settings);
      choice.value = String(value);
      if (choice === this.gameButton) choice.textContent = valueName(item.field, item.values[value] ?? "", value);
      choice.disabled = !item.field || (item.field === "starts" && state.settings?.players !== ALONE);
      row.hidden = !item.field && number !== here;
      row.classList.toggle("here", number === here);
      if (number === here) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    for (const act of this.acts) act.disabled = state.phase !== GAME || (act.dataset.command === "resign" && state.ask === "over");
    if (entered && this.rows.length && !this.teaching()) this.panels.open(this.panel.id);
    return this.showLevel();
  }
}
