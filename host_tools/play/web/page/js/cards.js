// The cards beside the board: one to begin with, and one when a game is over.

import { keptInTab } from "./preferences.js";
import { said } from "./language.js";
import { withoutClearing } from "./words.js";

const BEGUN = "lodeboard-begun";
const PLAYERS = { one: 0, two: 1, none: 2 }; // people at the board, as its settings have them
const WATCHED = 3; // the sides that the board plays, when it plays both

export class Cards {
  // `learn()` and `review()` open what they say; `focusBoard()` puts the keyboard on the board.
  // `ended()` makes the end seen.
  constructor(start, end, link, offer, { learn, review, focusBoard, ended }) {
    Object.assign(this, { start, end, link, offer, focusBoard, ended });
    this.begun = keptInTab.get(BEGUN) !== null;
    this.serving = false;
    this.items = [];
    this.state = null;
    this.players = null; // as chosen for a board that is still to come
    const on = (card, name, act) => card.querySelector(`[data-do="${name}"]`).addEventListener("click", act);
    on(start, "play", () => this.play(PLAYERS.one));
    on(start, "watch", () => this.play(PLAYERS.none));
    on(start, "learn", () => {
      this.begin();
      learn();
    });
    on(end, "again", () => this.command({ c: "new" }));
    on(end, "swap", () => this.again({ starts: 1 - this.state.settings.starts }));
    on(end, "harder", () => this.again({ level: this.state.settings.level + 1 }));
    on(end, "easier", () => this.again({ level: this.state.settings.level - 1 }));
    on(end, "play", () => this.again({ players: PLAYERS.one }));
    on(end, "review", review);
  }

  command(line) {
    this.link().send({ t: "tell", line });
  }

  // Another game, with these settings.
  again(settings) {
    this.command({ c: "set", ...settings });
    this.command({ c: "new" });
  }

  play(players) {
    this.begin();
    this.players = players;
    this.follow();
    this.focusBoard();
  }

  // Have the board played as was chosen, once it plays the game that was.
  follow() {
    const { players, state, offer } = this;
    if (players === null || offer.wanted || !state?.settings) return;
    this.players = null;
    if (state.settings.players !== players) this.command({ c: "set", players });
  }

  // The first card has been answered; it does not come again in this window.
  begin() {
    keptInTab.set(BEGUN, "yes");
    this.begun = true;
    this.show();
  }

  // Whether the page does for people what the board asks of their hands.
  serves(yes) {
    this.serving = yes;
    this.show();
  }

  // Another board, which has said nothing yet.
  forget() {
    this.items = [];
    this.state = null;
    this.end.hidden = true;
    document.body.classList.remove("with-card", "with-end");
  }

  // One line of the board.
  hear(line) {
    if (line?.t === "menu") this.items = line.items;
    if (line?.t === "state") this.state = line;
    this.follow();
    this.show();
  }

  values(field) {
    return this.items.find((item) => item.field === field)?.values ?? [];
  }

  show() {
    const { state, items, start, end } = this;
    if (!state?.settings || !items.length) return;
    const untouched = state.phase === "match" && Array.isArray(state.moves) && !state.moves.length;
    // A board that starts with another game, as was chosen on the card, leaves it where it is.
    const offered = state.phase === "start" ? !start.hidden : untouched && state.ask !== "over";
    start.hidden = this.begun || !this.serving || !offered;
    const before = end.hidden;
    end.hidden = state.phase !== "match" || state.ask !== "over";
    if (before && !end.hidden) this.ended();
    if (!end.hidden) this.showEnd();
    document.body.classList.toggle("with-card", !start.hidden || !end.hidden);
    document.body.classList.toggle("with-end", !end.hidden);
  }

  showEnd() {
    const { state } = this;
    const alone = state.settings.players === PLAYERS.one;
    const { level } = state.settings;
    const words = said(withoutClearing(state.say));
    const title = this.end.querySelector("h2");
    if (title.textContent !== words) title.textContent = words;
    const offer = (name, useful) => (this.end.querySelector(`[data-do="${name}"]`).hidden = !useful);
    offer("swap", alone);
    offer("harder", alone && level + 1 < this.values("level").length);
    offer("easier", alone && level > 0);
    offer("play", state.machine === WATCHED);
  }
}
