// The games on offer: those of the current board, and those of other kinds of boards. Choosing one of
// the latter switches the board and then requests the game from the new board.

const NAME = /^(\w+)(?: \((.+)\))?$/; // of a variant, as boards write it

// The variants of a board by name, in the board's order.
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
    this.variant = null; // index in `here`
    this.over = false; // the game played is over
    this.underWay = null; // the last state of an unfinished game
    this.wanted = null; // the chosen { board, game, rules } until the board plays it; rules null: any
    this.ordered = null; // the variant last requested from the board, until the board confirms it
    this.watchers = [];
  }

  // `changed()` is called when the offer changes.
  watch(changed) {
    this.watchers.push(changed);
  }

  get entries() {
    return [...this.here, ...this.elsewhere];
  }

  // The game being played, once the board has reported it.
  get now() {
    return this.here[this.variant] ?? null;
  }

  // The game to show as selected.
  get chosen() {
    const { wanted } = this;
    return (wanted && this.find(wanted)) ?? this.now;
  }

  // Whether an unfinished game must end before the selected one starts.
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

  // The hello of a board.
  describe({ name, others = {}, only = "" }) {
    if (this.wanted?.board !== name) this.wanted = null;
    Object.assign(this, { board: name, here: [], variant: null, only, asked: false, ordered: null });
    this.elsewhere = Object.entries(others).flatMap(([board, names]) => entries(board, names));
    this.tell();
  }

  // Handle a line of the board.
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

  // Request the chosen game once the board has reported its own: at once if its game is over.
  follow() {
    const { wanted, now } = this;
    if (!wanted || !now) return;
    if (this.ordered === this.variant) this.ordered = null;
    const fits = now.game === wanted.game && (wanted.rules ?? now.rules) === now.rules;
    // Not while an earlier request is still pending.
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

  // Play this game; without rules, with the board's current rules.
  choose(game, rules = null) {
    const entry = this.find({ game, rules });
    // While a board is loading, it can still be switched back.
    const other = document.body.classList.contains("early") && (this.wanted?.board ?? this.board) !== this.board;
    this.wanted = { board: entry.board, game, rules };
    this.asked = false;
    if (entry.board === this.board && !other) this.follow();
    else this.link().send({ t: "board", name: entry.board });
    this.tell();
  }

  // The server refused a request.
  refused() {
    if (this.wanted?.board === this.board || !this.wanted) return;
    this.wanted = null;
    this.tell();
  }

  tell() {
    for (const changed of this.watchers) changed();
  }
}
