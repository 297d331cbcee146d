// What can be played: the games of the board in play, and those that another kind of board is made
// for. Where one of these is chosen the board is changed, and the game asked of the one that comes.

const NAME = /^(\w+)(?: \((.+)\))?$/; // of a variant, as boards have it

// The variants of a board by its name, in the order in which it counts them.
const entries = (board, names) =>
  names.map((name, variant) => {
    const [, game = name, rules = ""] = NAME.exec(name) ?? [];
    return { board, variant, game, rules };
  });

export class Offer {
  constructor(link) {
    this.link = link;
    this.board = "";
    this.here = [];
    this.elsewhere = [];
    this.only = "";
    this.variant = null; // its number among those here
    this.over = false; // the game that was played
    this.underWay = null; // the last state of a game that is not over
    this.wanted = null; // { board, game, rules } that was chosen and is not there yet; any rules: null
    this.ordered = null; // the variant that the board was told to play last, until it says that it does
    this.watchers = [];
  }

  // `changed()` is called when there is something new.
  watch(changed) {
    this.watchers.push(changed);
  }

  get entries() {
    return [...this.here, ...this.elsewhere];
  }

  // The one that is played, where the board has said so.
  get now() {
    return this.here[this.variant] ?? null;
  }

  // The one to show as chosen.
  get chosen() {
    const { wanted } = this;
    return (wanted && this.find(wanted)) ?? this.now;
  }

  // Whether another game goes on until the chosen one is started.
  get waits() {
    const { underWay, chosen } = this;
    return Boolean(underWay && chosen && (underWay.game !== chosen.game || underWay.rules !== chosen.rules));
  }

  start() {
    this.tellBoard({ c: "new" });
  }

  find({ game, rules }) {
    return this.entries.find((entry) => entry.game === game && (rules === null || entry.rules === rules));
  }

  // The first message of a board.
  describe({ name, others = {}, only = "" }) {
    if (this.wanted?.board !== name) this.wanted = null;
    Object.assign(this, { board: name, here: [], variant: null, only, asked: false, ordered: null });
    this.elsewhere = Object.entries(others).flatMap(([board, names]) => entries(board, names));
    this.tell();
  }

  // One line of the board.
  hear(line) {
    if (line?.t === "menu") this.here = entries(this.board, line.items.find(({ field }) => field === "variant")?.values ?? []);
    else if (line?.t === "state" && line.settings) {
      this.variant = line.settings.variant;
      const match = line.phase === "match";
      this.over = match && line.ask === "over";
      this.underWay = match && !this.over ? line : null;
    } else return;
    this.follow();
    this.tell();
  }

  // Have the board play what was chosen, once it has said what it plays: at once where a game is over.
  follow() {
    const { wanted, now } = this;
    if (!wanted || !now) return;
    if (this.ordered === this.variant) this.ordered = null;
    const fits = now.game === wanted.game && (wanted.rules ?? now.rules) === now.rules;
    // Not where another one, chosen just before, is still on its way.
    const there = fits && this.ordered === null;
    if (!this.asked) {
      this.asked = true;
      if (!there) {
        this.ordered = fits ? this.variant : this.find(wanted).variant;
        this.tellBoard({ c: "set", variant: this.ordered });
      }
      if (this.over) this.tellBoard({ c: "new" });
    }
    if (there) this.wanted = null;
  }

  tellBoard(line) {
    this.link().send({ t: "tell", line });
  }

  // Play this game; with the rules that its board has now where none are named.
  choose(game, rules = null) {
    const entry = this.find({ game, rules });
    // While a board is loaded it can still become this one again.
    const other = document.body.classList.contains("early") && (this.wanted?.board ?? this.board) !== this.board;
    this.wanted = { board: entry.board, game, rules };
    this.asked = false;
    if (entry.board === this.board && !other) this.follow();
    else this.link().send({ t: "board", name: entry.board });
    this.tell();
  }

  // The server would not do something.
  refused() {
    if (this.wanted?.board === this.board || !this.wanted) return;
    this.wanted = null;
    this.tell();
  }

  tell() {
    for (const changed of this.watchers) changed();
  }
}
