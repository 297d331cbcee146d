// The texts of the page: the board's sentences, what is in the hand, what is wrong.

import { actOf } from "./acts.js";
import { said, t } from "./language.js";
import { nameOf } from "./menu.js";
import { withoutClearing } from "./words.js";

const EMPTY = t("Your hand is empty.");

const HELD = {
  taken: (name) => t("In your hand: {name}.", { name }),
  turned: (name) => t("Turning it over: {name}.", { name }),
};

// The board's notices about its files, for players.
const FILES = [
  ["The level perfect cannot be played", t("Choose another level: the table for perfect play is missing or damaged.")],
  ["The book cannot be used", t("The board plays on, but weaker: its table for this game is missing or damaged.")],
];
const plainer = (say) => FILES.find(([words]) => say.startsWith(words))?.[1] ?? said(say);

// Why the rating of a player changed last, or why this game changes nothing.
const WHY = {
  won: (change) => t("The last game was won: {change}.", { change }),
  drawn: (change) => t("The last game was a draw: {change}.", { change }),
  lost: (change) => t("The last game was lost: {change}.", { change }),
  "taken back": () => t("This game does not count: a move was taken back."),
  coach: () => t("This game does not count: the coach was on."),
  "set up": () => t("This game does not count: it began with a position that was set up."),
  level: () => t("This game does not count: the level was changed."),
  resumed: () => t("This game does not count."),
};

// Who this page is, on a board that is shared with the local network.
const SEATS = {
  first: t("This board is shared: guests join by the address in the terminal."),
  second: t("You play as a guest, as the second player."),
  watching: t("You are watching: only the two players can act here."),
};

// What the board tells of its fair opponent: how strong it takes the player for, and how strong it plays.
function fairWords({ fair, level }) {
  if (!fair) return "";
  const { player, rating, games, change, why } = fair;
  const words = t("Fair opponent for player {player}: rating {rating}, games {games}. The board plays at level {level}.", { player, rating, games, level: nameOf(level) });
  const changed = change > 0 ? `+${change}` : String(change).replace("-", "−");
  return WHY[why] ? `${words} ${WHY[why](changed)}` : words;
}

export class Status {
  constructor(element) {
    this.act = element("act");
    this.say = element("say");
    this.notice = element("notice");
    this.noteCloser = this.notice.nextElementSibling;
    this.noteCloser.addEventListener("click", () => this.note(""));
    this.unsaved = element("unsaved");
    this.fair = element("fair");
    this.seat = element("seat");
    this.trouble = element("trouble");
    this.reload = element("again");
    this.reload.querySelector("button").addEventListener("click", () => location.reload());
    this.paceNow = element("pace");
    this.inHand = element("in-hand");
    this.stood = null; // the moves made, while a player is to act
    this.noted = null; // the moves made when the note first became readable
    this.moving = element("moving");
    this.help = element("help");
  }

  // The hello of a board: who this page is, if others may join.
  describe({ seat }) {
    this.seat.textContent = SEATS[seat] ?? "";
  }

  // How to move the tiles of this game, and how they differ.
  play(game) {
    if (game === this.game) return;
    this.game = game;
    document.body.classList.toggle("no-turning", !game.turning);
    this.moving.textContent = t("Moving the {things}", { things: game.things });
    this.help.textContent = game.help;
  }

  // In a lesson the same person plays both sides.
  learns(yes) {
    this.learning = yes;
  }

  // Whether the page moves tiles for the player.
  serves(yes) {
    if (yes === this.serving) return;
    this.serving = yes;
    if (this.state) this.hear(this.state);
  }

  // The board's sentence; or what the page is doing, if it moves tiles for the player.
  words({ phase, ask, step, say }) {
    if (this.learning) return said(say.replace(/^The (first|second) player:/, "Your turn:"));
    if (!this.serving) return said(say);
    if (phase === "calibrate" && ask === "calibrate") return t("The board starts.");
    if (phase === "match" && ask === "over") return said(withoutClearing(say));
    if (phase === "match" && ask === "restore") return t("The board is set up.");
    return phase === "match" && ask !== "fix" && typeof step === "number" ? t("The board moves.") : said(say);
  }

  // Handle a line of the board. Only its own sentences are shown.
  hear(line) {
    if (line?.t === "hello") this.unsaved.textContent = ""; // the board sends it again
    if (typeof line?.say !== "string") return;
    if (line.t === "state") {
      this.state = line;
      const words = this.words(line);
      if (this.say.textContent !== words) this.say.textContent = words;
      const { word, light } = actOf(line, this.serving);
      this.act.textContent = word;
      this.act.className = light;
      this.acted(line, light);
      const fair = fairWords(line);
      if (this.fair.textContent !== fair) this.fair.textContent = fair;
    }
    if (line.t === "notice" || line.t === "error") this.note(plainer(line.say));
    if (line.t === "keeping") this.keeping(line);
  }

  // What the board cannot save stays visible until it can.
  keeping({ why, say }) {
    const before = this.unsaved.textContent;
    this.unsaved.textContent = why ? said(say) : "";
    if (before && !why) this.note(said(say));
  }

  // The progress of the board's start, or its speed. Not read aloud by itself, as it changes often.
  pace({ say, starting }) {
    const [bar, words] = [this.paceNow.querySelector("progress"), this.paceNow.querySelector("p")];
    this.paceNow.hidden = !say;
    bar.hidden = starting === undefined;
    if (!bar.hidden) bar.value = starting;
    words.textContent = said(say);
  }

  // A notice that needs no action: it stays until a player has made a move or closes it.
  note(sentence) {
    this.notice.textContent = sentence;
    this.noteCloser.hidden = !sentence;
    this.noted = this.stood;
  }

  // Remove a note once a player has acted after it became readable.
  acted({ moves }, light) {
    const now = moves?.join() ?? null;
    this.stood = light === "yours" ? now : null;
    if (this.noted === null) this.noted = this.stood;
    else if (this.noted !== now) this.note("");
  }

  refused(reason) {
    this.inHand.textContent = t("Not possible: {reason}.", { reason: said(reason) });
    this.inHand.classList.add("refused");
  }

  // What the user's hand did, and the name of the tile.
  hand(how, name) {
    const holding = how in HELD;
    this.inHand.textContent = holding ? HELD[how](name) : EMPTY;
    this.inHand.classList.remove("refused");
    document.body.classList.toggle("holding", holding);
  }

  // `over`: only a reload can help.
  connected(yes, why = "", over = false) {
    document.body.classList.toggle("away", !yes);
    this.trouble.textContent = why;
    this.reload.hidden = !over;
  }
}
