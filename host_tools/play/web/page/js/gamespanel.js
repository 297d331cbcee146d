// The panel "Games": those played on this page, to look at, and all that this browser keeps as one file.

import { FriendGames } from "./friendgames.js";
import { progress } from "./gamelog.js";
import { gameOf, titleOf } from "./games.js";
import { language, t } from "./language.js";
import { nameOf } from "./menu.js";
import { save } from "./photo.js";
import { linkText } from "./record.js";

const KIND = "lodeboard"; // of the file, and its version
const VERSION = 1;
const MOST_BYTES = 4_000_000;
const DATE = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

const titleWords = ({ game, rules }) => `${titleOf(game) ?? game}${rules ? ` (${nameOf(rules)})` : ""}`;

function sideWords({ game, machine, level, friend }, side) {
  const name = gameOf(game).sides?.[side] ?? String(side + 1);
  if (!((machine >> side) & 1)) return name;
  return `${name}: ${friend ? t("your friend") : t("the board, {level}", { level: nameOf(level) })}`;
}

const button = (words, act) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
};

export class GamesPanel {
  // `look(hash)`: open a game in the analysis.
  constructor(box, log, look) {
    Object.assign(this, { log, look });
    this.list = document.createElement("ul");
    this.list.className = "friends";
    this.table = document.createElement("table");
    this.said = document.createElement("p");
    this.said.setAttribute("role", "status");
    this.none = Object.assign(document.createElement("p"), { textContent: t("No game yet. Each game on this page is listed here; nothing leaves this browser.") });
    box.replaceChildren(this.none, this.table, this.list, this.files(), this.said);
    this.show();
  }

  files() {
    const acts = document.createElement("div");
    acts.className = "acts";
    const file = Object.assign(document.createElement("input"), { type: "file", accept: "application/json,.json", hidden: true });
    file.addEventListener("change", () => file.files[0] && this.read(file.files[0]));
    acts.append(button(t("Save all as a file"), () => this.saveAll()), button(t("Read a file"), () => file.click()), file);
    return acts;
  }

  show() {
    const { all } = this.log;
    this.none.hidden = all.length > 0;
    this.list.replaceChildren(...all.map((game) => this.line(game)));
    const rows = progress(all);
    this.table.hidden = !rows.length;
    this.table.replaceChildren(this.row("th", [t("Against the board"), t("won"), t("drawn"), t("lost")]), ...rows.map((row) => this.row("td", [`${titleWords(row)}, ${nameOf(row.level)}`, row.won, row.drawn, row.lost])));
  }

  row(tag, cells) {
    const row = document.createElement("tr");
    row.append(...cells.map((text) => Object.assign(document.createElement(tag), { textContent: String(text) })));
    return row;
  }

  line(game) {
    const item = document.createElement("li");
    const open = button(`${titleWords(game)}: ${game.score === "*" ? t("not ended") : game.score}`, () => this.open(game));
    const words = Object.assign(document.createElement("span"), { textContent: `${DATE.format(new Date(game.since))}. ${[0, 1].map((side) => sideWords(game, side)).join(" – ")}` });
    const away = button(t("Forget"), () => {
      this.log.remove(game.since);
      this.show();
    });
    away.setAttribute("aria-label", t("Forget {game}", { game: `${titleWords(game)}, ${DATE.format(new Date(game.since))}` }));
    item.append(open, words, away);
    return item;
  }

  open({ game, rules, start, moves, clock }) {
    this.look(linkText({ start, clock, moves: moves.split(" ").filter(Boolean) }, gameOf(game), rules));
  }

  saveAll() {
    const all = { kind: KIND, version: VERSION, games: this.log.all, friends: new FriendGames().all };
    save(new Blob([JSON.stringify(all)], { type: "application/json" }), "lodeboard.json");
    this.said.textContent = t("All games have been saved.");
  }

  // A file written here or by another browser: its games join those here.
  async read(file) {
    try {
      if (file.size > MOST_BYTES) throw new Error("too large");
      const { kind, version, games, friends } = JSON.parse(await file.text());
      if (kind !== KIND || version !== VERSION || !Array.isArray(games) || !Array.isArray(friends)) throw new Error("another file");
      const count = this.log.merge(games) + new FriendGames().merge(friends);
      this.said.textContent = t("New games: {count}.", { count });
    } catch (error) {
      console.warn(error);
      this.said.textContent = t("This file has no games of Lodeboard.");
    }
    this.show();
  }
}
