// The panel "Play a friend": games in which each turn is a link. What a link means is in friendgames.js;
// the board shows the friend's move as it shows its own (its setting "a friend elsewhere").

import { diagram } from "./diagram.js";
import { FriendGames, ended, isPrefix, meaning, mine, newNumber, taken, turnBefore } from "./friendgames.js";
import { FriendLink } from "./friendlink.js";
import { FriendLive } from "./friendlive.js";
import { gameWords, lineWords, meaningWords, saidWords, titleWords } from "./friendwords.js";
import { gameOf } from "./games.js";
import { said, t } from "./language.js";
import { stored } from "./preferences.js";
import { nextNumber } from "./question.js";
import { linkText, wholeTurns } from "./record.js";

const NAME = "lodeboard-name";
const RELAY = "lodeboard-relay";
const LIVE = /#live=([\w-]+)/;
const QUIET = ["own", "again", "older", "over"]; // meanings of links that a connection repeats
const ONE_PLAYER = 0;

function made(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { dataset = {}, ...rest } = properties;
  Object.assign(element, rest);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}

function button(words, act, className = "") {
  const element = made("button", { type: "button", className, textContent: words });
  element.addEventListener("click", act);
  return element;
}

export class Friend {
  // `watch(hash)` shows a game that cannot be acted in; `leave()` closes the panel where it covers the board.
  constructor(box, link, offer, { open, leave, watch }) {
    Object.assign(this, { link, offer, openPanel: open, leave, watch });
    this.games = new FriendGames();
    this.now = null; // the game shown
    this.state = null; // of the board
    this.placing = false; // the game shown is on its way to the board
    this.set = null; // the moves that the board was told to set up, until it has them
    this.played = -1; // the number of moves when the friend's next one was last sent to the board
    this.reading = new Map(); // by the number of a question: its text, and whether that came over the connection
    // The numbers of questions: for the first link of a game, for the next one, for one to watch.
    this.started = this.written = this.watching = 0;
    this.starting = null; // the game that the first is of
    this.drawing = new Map(); // by the number of a question: where its QR code goes
    this.live = new FriendLive({
      told: (words, state) => this.toldLive(words, state),
      read: (text) => this.read(text, true),
      last: () => (this.now && this.now.by === this.now.me ? this.now.link : ""),
    });
    this.pending = null; // the game that the link asked for is of
    this.build(box);
    this.list();
  }

  // The page

  build(box) {
    this.rows = made("ul", { className: "friends" });
    this.trouble = made("p", { className: "wrong" });
    this.about = made("div");
    this.answers = made("div", { className: "acts" });
    this.branch = made("div", { className: "branch" });
    this.sent = new FriendLink((changes) => this.pass(changes), () => (this.watching = this.ask({ ...this.now, by: null, offer: "", says: "" })));
    this.line = made("p", { className: "note" });
    this.line.setAttribute("role", "status");
    this.dial = new FriendLink();
    this.shown = made("section", { className: "friend-game", hidden: true }, this.about, this.branch, this.answers, this.line, this.dial.box, this.sent.box);
    this.about.setAttribute("role", "status");
    this.trouble.setAttribute("role", "alert");
    box.replaceChildren(this.trouble, this.shown, this.newGame(), this.pasted(), this.rows);
  }

  newGame() {
    this.name = made("input", { type: "text", maxLength: 24, autocomplete: "off", value: stored.get(NAME) ?? "" });
    this.name.addEventListener("input", () => stored.set(NAME, this.name.value));
    this.begins = made("select", {}, new Option(t("I begin"), "0"), new Option(t("My friend begins"), "1"));
    const start = button(t("New game by links"), () => this.begin(Number(this.begins.value)), "main");
    start.dataset.do = "begin";
    return made(
      "fieldset",
      {},
      made("legend", { textContent: t("The game that the board plays now, with a link for each turn. Nobody needs an account.") }),
      made("label", { textContent: t("Your name") }, this.name),
      made("label", { textContent: t("Who begins") }, this.begins),
      made("div", { className: "acts" }, start),
    );
  }

  pasted() {
    this.text = made("input", { type: "text", autocomplete: "off", spellcheck: false });
    const read = button(t("Open"), () => this.read(this.text.value));
    read.dataset.do = "open";
    this.relay = made("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: "stun:relay.example:3478", value: stored.get(RELAY) ?? "" });
    this.relay.addEventListener("input", () => stored.set(RELAY, this.relay.value.trim() || null));
    const over = made("details", {}, made("summary", { textContent: t("A relay for connections over the internet") }), made("p", { className: "note", textContent: t("Connections work within one network. For others name a STUN or TURN server that you trust; it learns both addresses.") }), made("label", { textContent: t("Its address") }, this.relay));
    return made("fieldset", {}, made("label", { textContent: t("A link from a friend") }, this.text), made("div", { className: "acts" }, read), over);
  }

  list() {
    const { all } = this.games;
    const rows = all.map((game) => {
      const open = button(titleWords(game), () => this.show(game), "strong");
      const away = button(t("Forget"), () => this.forget(game));
      away.setAttribute("aria-label", t("Forget {game}", { game: titleWords(game) }));
      return made("li", {}, open, made("span", { textContent: lineWords(game) }), away);
    });
    this.rows.replaceChildren(...rows);
  }

  forget({ number }) {
    this.games.remove(number);
    if (this.now?.number === number) {
      this.now = null;
      this.shown.hidden = true;
    }
    this.list();
  }

  // A new game

  begin(me, known = null) {
    const { now } = this.offer;
    const variant = known ?? now;
    if (!variant) return;
    const name = this.name.value.trim();
    const players = known ? known.players : me ? ["", name] : [name, ""];
    this.starting = { number: newNumber(), game: variant.game, rules: variant.rules, start: "", me, players, moves: [], positions: [], turns: [], verdict: "undecided", at: 0, by: 1 - me, offer: "", says: "", link: "", since: Date.now(), over: "", other: null };
    this.trouble.textContent = "";
    this.askToStart();
  }

  // Some games cannot be played so, which the link without a move tells.
  askToStart() {
    this.started = this.ask({ ...this.starting, at: 1, by: 1 });
  }

  start({ link, start, positions, turns }) {
    const begun = { ...this.starting, start, positions, turns };
    this.starting = null;
    this.show(this.games.put(begun.me ? { ...begun, at: 1, by: 1, link } : begun));
    if (begun.me) this.hand(link);
    this.place();
  }

  // Send a link over the connection, or show it.
  hand(link) {
    this.live.send(link);
    this.draw(location.origin + location.pathname + link, this.sent);
    if (!this.live.open) this.openPanel();
  }

  // With the sides changed, as in a series of games.
  rematch() {
    const { me, players, game, rules } = this.now;
    this.begin(1 - me, { game, rules, players: [players[1], players[0]] });
  }

  // A friend's link

  // `live`: it came over the connection.
  read(text, live = false) {
    const connects = LIVE.exec(text);
    if (connects && !live) return void this.connect(connects[1]);
    if (!live) this.trouble.textContent = "";
    const id = nextNumber();
    this.reading.set(id, { text, live });
    this.link().send({ t: "receive", id, link: text });
  }

  received(turn) {
    if (!this.reading.has(turn.id)) return;
    const { live } = this.reading.get(turn.id);
    this.reading.delete(turn.id);
    if (live) this.live.done();
    if (live && turn.error) return;
    if (turn.error) {
      this.openPanel();
      this.trouble.textContent = t("Not valid: {reason}.", { reason: said(turn.error) });
      return;
    }
    const before = this.games.get(turn.number);
    const means = meaning(before, turn);
    if (live && QUIET.includes(means)) return;
    this.openPanel();
    this.text.value = "";
    this.trouble.textContent = meaningWords(means);
    if (means === "branch") this.show(this.games.put({ ...before, other: turn }));
    else if (means === "new" || means === "next") this.take(before, turn);
    else this.show(before);
  }

  // A new board, which does not answer earlier questions: ask it.
  askAgain() {
    const texts = [...this.reading.values()].filter(({ live }) => !live).map(({ text }) => text);
    this.reading.clear();
    this.live.waiting = [];
    for (const text of texts) this.read(text);
    if (this.pending) this.written = this.ask(this.pending.game);
    if (this.starting) this.askToStart();
  }

  // A direct connection

  // Offer one, or take what the friend's page says of itself.
  async connect(text = "") {
    this.live.relay = stored.get(RELAY) ?? "";
    this.shown.hidden = false;
    try {
      const own = text ? await this.live.take(text) : await this.live.offer();
      const words = text ? t("Now let your friend scan this, or open it, where the first code was made:") : t("Let your friend scan this, or open the link, at once:");
      if (!own) return this.live.peer ? undefined : void (this.line.textContent = t("The other tab connects now. You can close this one."));
      const address = `${location.origin}${location.pathname}#live=${own}`;
      this.dial.put(address, words);
      this.draw(address, this.dial);
    } catch (error) {
      console.warn(error);
      this.line.textContent = t("This browser cannot connect, or the link is damaged. Go on by links.");
    }
    return undefined;
  }

  toldLive(words, state) {
    this.line.textContent = words;
    if (state !== "waiting") this.dial.put("");
    if (this.now) this.show(this.now);
  }

  // Ask for the QR code of an address, for a FriendLink to show.
  draw(text, where) {
    const id = nextNumber();
    this.drawing.set(id, where);
    this.link().send({ t: "qr", id, text });
  }

  drawn(message) {
    this.drawing.get(message.id)?.drawn(message);
    this.drawing.delete(message.id);
  }

  take(before, turn) {
    this.show(this.games.put(this.signed(taken(before, turn, Date.now()))));
    if (this.now.me === null) this.watchIt();
    else if (!this.busy()) this.place();
    this.list();
  }

  // With the own name, if the friend left it open.
  signed(game) {
    const players = [...game.players];
    if (game.me !== null && !players[game.me]) players[game.me] = this.name.value.trim();
    return { ...game, players };
  }

  watchIt() {
    const { moves, start, game, rules } = this.now;
    this.watch(linkText({ start, moves }, gameOf(game), rules));
  }

  // Display

  show(game) {
    this.now = game;
    this.shown.hidden = false;
    const words = [titleWords(game), gameWords(game), saidWords(game)].filter(Boolean);
    this.about.replaceChildren(made("h2", { textContent: words[0] }), ...words.slice(1).map((each) => made("p", { textContent: each })));
    this.branch.replaceChildren(...(game.other ? this.choices(game) : []));
    this.offerActs(game);
    this.sent.show(game, this.live.open);
    this.list();
  }

  // Two ways on: the one here, and that of the link.
  choices(game) {
    const { other } = game;
    const drawn = (positions) => diagram(positions.at(-1), gameOf(game.game));
    const choose = (words, chosen) => button(words, () => this.choose(chosen));
    return [
      made("p", { textContent: t("The game has gone on in two ways. Choose which one counts.") }),
      made("div", {}, drawn(game.positions), choose(t("This one, as it is here"), { ...game, at: Math.max(game.at, other.at), other: null })),
      made("div", {}, drawn(other.positions), choose(t("That one, of the link"), taken(game, other, Date.now()))),
    ];
  }

  choose(game) {
    this.show(this.games.put(game));
    if (game.by === game.me) this.pass({});
    this.place();
  }

  // What can be done depends on what is on the board, too.
  offerActs(game) {
    this.offered = this.onBoard();
    this.answers.replaceChildren(...this.acts(game));
  }

  acts(game) {
    const acts = [];
    const add = (name, words, act, className) => {
      const one = button(words, act, className);
      one.dataset.do = name;
      acts.push(one);
    };
    if (game.other) return acts;
    if (game.me === null) add("watch", t("Look at it"), () => this.watchIt(), "main");
    else if (ended(game)) add("rematch", t("Rematch, with sides changed"), () => this.rematch(), "main");
    else {
      const asked = game.by !== game.me && game.offer;
      if (asked === "draw") add("accept", t("Accept the draw"), () => this.pass({ offer: "agreed", over: "agreed", by: game.me, at: game.at + 1 }), "main");
      if (asked === "back") add("accept", t("Let it be taken back"), () => this.giveBack(), "main");
      if (!this.onBoard()) add("place", t("Put it on the board"), () => this.place(true), "main");
      else if (mine(game)) add("play", t("To the board"), () => this.leave(), "main");
      if (game.by === game.me && game.moves.length && game.offer !== "back") add("back", t("Ask to take it back"), () => this.pass({ offer: "back", at: game.at + 1 }));
      if (!this.live.open) add("connect", t("Connect directly"), () => this.connect());
      add("resign", t("Resign"), () => this.pass({ offer: "resigned", over: "resigned", by: game.me, at: game.at + 1 }));
    }
    return acts;
  }

  // The friend's last turn is taken back, and he is to move again.
  giveBack() {
    const { now } = this;
    const left = turnBefore(now, 1 - now.me);
    this.pass({ moves: now.moves.slice(0, left), says: "", offer: "taken", by: now.me, at: now.at + 1 }, () => this.place());
  }

  // Own turns

  // Ask for the link of the game shown after these changes; `then()` is called when it is there.
  pass(changes, then = null) {
    this.pending = { game: this.signed({ ...this.now, ...changes, since: Date.now() }), then };
    this.written = this.ask(this.pending.game);
  }

  ask({ number, game, rules, start, moves, by, at, players, offer, says }) {
    const id = nextNumber();
    this.link().send({ t: "pass", id, number, game, rules, record: start && `position ${start}\n${moves.join(" ")}`, by, at, players, offer, says });
    return id;
  }

  passed(message) {
    if (message.error && [this.started, this.written, this.watching].includes(message.id)) {
      this.trouble.textContent = t("Not valid: {reason}.", { reason: said(message.error) });
    } else if (message.id === this.started) {
      this.start(message);
    } else if (message.id === this.watching) {
      this.sent.copy(location.origin + location.pathname + message.link);
    } else if (message.id === this.written) {
      const { game, then } = this.pending;
      this.pending = null;
      const { moves, positions, turns, verdict, drawn, link } = message;
      this.show(this.games.put({ ...game, moves, positions, turns, verdict, drawn, link }));
      this.hand(link);
      then?.();
    }
  }

  // The board

  hear(line) {
    if (line?.t !== "state") return;
    this.state = line;
    if (line.phase !== "match") this.played = -1; // it has started again: what it was told is gone
    const { now } = this;
    if (!now || now.me === null || now.other) return;
    if (this.placing) this.settle(line);
    else if (this.onBoard()) this.follow(line);
    if (this.offered !== this.onBoard()) this.offerActs(now);
  }

  tell(line) {
    this.link().send({ t: "tell", line });
  }

  // Whether the board has the game shown: its moves, or some of the first.
  onBoard() {
    const { now, state } = this;
    if (!state?.friend || state.phase !== "match" || !Array.isArray(state.moves)) return false;
    const [moves] = wholeTurns(state);
    const same = state.game === now.game && state.rules === now.rules && state.start === now.start;
    return same && (isPrefix(moves, now.moves) || isPrefix(now.moves, moves) || (now.by === now.me && isPrefix(now.moves.slice(0, turnBefore(now, now.me)), moves)));
  }

  // Whether another game that has begun is on the board.
  busy() {
    const { state } = this;
    return Boolean(state?.phase === "match" && state.ask !== "over" && state.moves?.length && !this.onBoard());
  }

  // Put the game shown on the board; `yes`: even if that ends another.
  place(yes = false) {
    const { now, offer } = this;
    if (!offer.find(now)) {
      if (offer.now) this.trouble.textContent = said(offer.only) || t("This board does not have that game.");
      return;
    }
    this.placing = true;
    offer.choose(now.game, now.rules);
    if (yes && offer.waits) offer.start();
    if (this.state) this.settle(this.state);
  }

  // The board plays the game that was chosen: set it up as it was before the friend's last turn.
  settle(state) {
    const { now, offer } = this;
    if (offer.wanted || state.phase !== "match" || state.game !== now.game || state.rules !== now.rules) return;
    this.placing = false;
    this.setUp(now.by === now.me ? now.moves : now.moves.slice(0, turnBefore(now, 1 - now.me)));
  }

  setUp(moves) {
    const { me, start } = this.now;
    this.played = -1;
    this.tell({ c: "set", players: ONE_PLAYER, starts: me, friend: 1, fair: 0, coach: 0 });
    this.tell({ c: "setup", position: start, moves });
    this.set = moves;
  }

  // The board's state while it has this game.
  follow(state) {
    const { now } = this;
    const [moves, half] = wholeTurns(state);
    // What the board said before it had heard of the set-up may be of another game between the two.
    if (this.set && this.set.join() !== state.moves.join()) return;
    this.set = null;
    // The next game is one of the board's own again.
    if (state.settings?.friend && moves.length) this.tell({ c: "set", friend: 0 });
    const theirs = state.turn !== now.me;
    if (theirs && state.ask === "wait" && isPrefix(moves, now.moves) && moves.length < now.moves.length) this.playNext(moves, half);
    else if (!half && (theirs || state.result) && !isPrefix(moves, now.moves)) this.moved(moves);
  }

  // `half`: what the board has of the friend's turn already, when its power was cut in the midst.
  playNext(moves, half) {
    const count = moves.length;
    if (this.played === count) return;
    const move = this.now.moves[count];
    // The spell @d4c4 begins as c3@d4 and c3@d4c4, with the cell of the piece that casts it and returns there.
    const caster = Math.max(0, half.indexOf("@"));
    const made = half.slice(caster);
    if (!move.startsWith(made)) return void this.setUp(moves);
    this.played = count;
    this.tell({ c: "play", move: move.slice(made.length) || half.slice(0, caster) });
  }

  // The own turn is complete.
  moved(moves) {
    const { now } = this;
    const again = now.by === now.me; // it was taken back on the board before
    this.pass({ moves, by: now.me, at: again ? now.at : now.at + 1, offer: "", says: "" });
  }
}
