// The panel "Games": those played on this page, to look at, and all that this browser keeps as one file:
//
//   kind, version          "lodeboard", 1
//   games, friends         as gamelog.js and friendgames.js keep them
//   mistakes, days         as mistakes.js and daybook.js keep them; older files have none

import { today } from "./daily.js";
import { Daybook, isDays } from "./daybook.js";
import { FriendGames } from "./friendgames.js";
import { gameOf, titleOf } from "./games.js";
import { language, t } from "./language.js";
import { nameOf } from "./menu.js";
import { Mistakes } from "./mistakes.js";
import { save } from "./photo.js";
import { progress, ratings } from "./progress.js";
import { linkText } from "./record.js";

const KIND = "lodeboard"; // of the file, and its version
const VERSION = 1;
const MOST_BYTES = 4_000_000;
const DATE = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

const dateWords = ({ since, board }) => (board ? t("Read from the board on {date}", { date: DATE.format(new Date(since)) }) : DATE.format(new Date(since)));

const titleWords = ({ game, rules }) => `${titleOf(game) ?? game}${rules ? ` (${nameOf(rules)})` : ""}`;

function sideWords({ game, machine, level, friend, names }, side) {
  const own = gameOf(game).sides?.[side] ?? String(side + 1);
  const name = names?.[side] ? `${names[side]} (${own})` : own;
  if (!((machine >> side) & 1)) return name;
  return `${own}: ${friend ? t("your friend") : t("the board, {level}", { level: nameOf(level) })}`;
}

const ratingWords = ({ name, player, rating, games, ...game }) => t("{player}, {game}: rating {rating} by the fair opponent, games {games}.", { player: name || t("Player {number}", { number: player }), game: titleWords(game), rating, games });

const button = (words, act) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
};

export class GamesPanel {
  // `look(hash)`: open a game in the analysis; `tell(line)`: send a line to the board.
  constructor(box, log, look, tell) {
    Object.assign(this, { log, look, tell });
    this.reading = null; // lines of past games that the board has sent so far
    this.list = document.createElement("ul");
    this.list.className = "friends";
    this.table = document.createElement("table");
    this.rated = document.createElement("ul");
    this.kept = document.createElement("p");
    this.said = document.createElement("p");
    this.said.setAttribute("role", "status");
    this.none = Object.assign(document.createElement("p"), { textContent: t("No game yet. Each game on this page is listed here; nothing leaves this browser.") });
    box.replaceChildren(this.none, this.kept, this.table, this.rated, this.list, this.files(), this.said);
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
    this.kept.textContent = this.keptWords();
    this.kept.hidden = !this.kept.textContent;
    const rated = ratings(all);
    this.rated.hidden = !rated.length;
    this.rated.replaceChildren(...rated.map((one) => Object.assign(document.createElement("li"), { textContent: ratingWords(one) })));
    const rows = progress(all);
    this.table.hidden = !rows.length;
    this.table.replaceChildren(this.row("th", [t("Against the board"), t("won"), t("drawn"), t("lost")]), ...rows.map((row) => this.row("td", [[row.name, titleWords(row), nameOf(row.level)].filter(Boolean).join(", "), row.won, row.drawn, row.lost])));
  }

  // Ask the board for the games that were played at it without this page.
  ask() {
    this.reading = [];
    this.tell({ c: "past", back: 0 });
  }

  // A line of the board.
  hear(line) {
    if (line?.t !== "past" || !this.reading) return;
    if ("game" in line) this.reading.push(line.game);
    else if (line.next > 0) this.tell({ c: "past", back: line.next });
    else {
      const count = this.log.addPast(this.reading);
      this.reading = null;
      if (!count) return;
      this.said.textContent = t("New games: {count}.", { count });
      this.show();
    }
  }

  // What waits under "Learn".
  keptWords() {
    const { all, due } = new Mistakes();
    const { count } = new Daybook().streak(today());
    return [all.length && t("Problems from your games: {count}, to solve today: {due}, under Learn.", { count: all.length, due: due.length }), count && t("Days in a row with solved problems of the day: {count}.", { count })].filter(Boolean).join(" ");
  }

  row(tag, cells) {
    const row = document.createElement("tr");
    row.append(...cells.map((text) => Object.assign(document.createElement(tag), { textContent: String(text) })));
    return row;
  }

  line(game) {
    const item = document.createElement("li");
    const open = button(`${titleWords(game)}: ${game.score === "*" ? t("not ended") : game.score}`, () => this.open(game));
    const words = Object.assign(document.createElement("span"), { textContent: `${dateWords(game)}. ${[0, 1].map((side) => sideWords(game, side)).join(" – ")}` });
    const away = button(t("Forget"), () => {
      this.log.remove(game.since);
      this.show();
    });
    away.setAttribute("aria-label", t("Forget {game}", { game: `${titleWords(game)}, ${dateWords(game)}` }));
    item.append(open, words, away);
    return item;
  }

  open({ game, rules, start, moves, clock }) {
    this.look(linkText({ start, clock, moves: moves.split(" ").filter(Boolean) }, gameOf(game), rules));
  }

  saveAll() {
    const all = { kind: KIND, version: VERSION, games: this.log.all, friends: new FriendGames().all, mistakes: new Mistakes().all, days: new Daybook().all };
    save(new Blob([JSON.stringify(all)], { type: "application/json" }), "lodeboard.json");
    this.said.textContent = t("All games have been saved.");
  }

  // A file written here or by another browser: its games join those here.
  async read(file) {
    try {
      if (file.size > MOST_BYTES) throw new Error("too large");
      const { kind, version, games, friends, mistakes = [], days = {} } = JSON.parse(await file.text());
      if (kind !== KIND || version !== VERSION || ![games, friends, mistakes].every(Array.isArray) || !isDays(days)) throw new Error("another file");
      const count = this.log.merge(games) + new FriendGames().merge(friends);
      new Mistakes().merge(mistakes);
      new Daybook().merge(days);
      this.said.textContent = t("New games: {count}.", { count });
    } catch (error) {
      console.warn(error);
      this.said.textContent = t("This file has no games of Lodeboard.");
    }
    this.show();
  }
}
