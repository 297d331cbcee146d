// The cards beside the board: one at the start, and one when a game is over.

import { storedInTab } from "./preferences.js";
import { said } from "./language.js";
import { levelsOf } from "./menu.js";
import { ROLL } from "./plain.js";
import { withoutClearing } from "./words.js";

const BEGUN = "lodeboard-begun";
const PLAYERS = { one: 0, none: 2 }; // people at the board, as numbered in its settings
const WATCHED = 3; // the bits of both sides, when the board plays both

export class Cards {
  // `learn()`, `review()` and `friend()` open their panels; `focusBoard()` moves the keyboard
  // focus to the board. `ended()` shows the end of the game.
  constructor(start, end, link, offer, { learn, review, friend, focusBoard, ended }) {
    Object.assign(this, { start, end, link, offer, focusBoard, ended });
    this.begun = storedInTab.get(BEGUN) !== null;
    this.serving = false;
    this.items = [];
    this.state = null;
    this.players = null; // as chosen for a board that is still loading
    const on = (card, name, act) => card.querySelector(`[data-do="${name}"]`).addEventListener("click", act);
    on(start, "play", () => this.play(PLAYERS.one));
    on(start, "watch", () => this.play(PLAYERS.none));
    on(start, "learn", () => {
      this.begin();
      learn();
    });
    on(start, "friend", () => {
      this.begin();
      friend();
    });
    on(end, "again", () => this.command({ c: "new" }));
    on(end, "swap", () => this.again({ starts: 1 - this.state.settings.starts }));
    on(end, "harder", () => this.again({ level: this.state.settings.level + 1 }));
    on(end, "easier", () => this.again({ level: this.state.settings.level - 1 }));
    on(end, "play", () => this.again({ players: PLAYERS.one }));
    on(end, "review", review);
  }

  // The hello of a board. Guests of a shared board do not choose the game, and some only watch.
  describe({ seat }) {
    this.watches = seat === "watching";
    this.guest = Boolean(seat) && seat !== "first";
  }

  command(line) {
    this.link().send({ t: "tell", line });
  }

  // Start a new game with the current settings.
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

  // Apply the chosen players once the board plays the chosen game.
  follow() {
    const { players, state, offer } = this;
    if (players === null || offer.wanted || !state?.settings) return;
    this.players = null;
    if (state.settings.players !== players) this.command({ c: "set", players });
  }

  // The first card was answered; do not show it again in this window.
  begin() {
    storedInTab.set(BEGUN, "yes");
    this.begun = true;
    this.show();
  }

  // Whether the page moves tiles for the player.
  serves(yes) {
    this.serving = yes;
    this.show();
  }

  // A new board that has sent nothing yet.
  forget() {
    this.items = [];
    this.state = null;
    this.end.hidden = true;
    document.body.classList.remove("with-card", "with-end");
  }

  // Handle a line of the board.
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
    // The first roll is nobody's move.
    const untouched = state.phase === "match" && Array.isArray(state.moves) && state.moves.every((move) => ROLL.test(move));
    // Keep the card open while the board restarts with a game chosen on it.
    const offered = state.phase === "start" ? !start.hidden : untouched && state.ask !== "over";
    start.hidden = this.begun || this.guest || !this.serving || !offered;
    const before = end.hidden;
    end.hidden = state.phase !== "match" || state.ask !== "over";
    if (before && !end.hidden) this.ended();
    if (!end.hidden) this.showEnd();
    document.body.classList.toggle("with-card", !start.hidden || !end.hidden);
    document.body.classList.toggle("with-end", !end.hidden);
  }

  showEnd() {
    const { state } = this;
    const alone = state.settings.players === PLAYERS.one && !state.friend;
    const { level, fair } = state.settings;
    const chosen = alone && !fair; // otherwise the fair opponent sets the level
    const words = said(withoutClearing(state.say));
    const title = this.end.querySelector("h2");
    if (title.textContent !== words) title.textContent = words;
    const offer = (name, useful) => (this.end.querySelector(`[data-do="${name}"]`).hidden = !useful || this.watches);
    offer("again", !state.friend); // a friend's rematch is in his panel
    offer("swap", alone);
    offer("harder", chosen && level + 1 < levelsOf(this.values("level")).length);
    offer("easier", chosen && level > 0);
    offer("play", state.machine === WATCHED);
  }
}
