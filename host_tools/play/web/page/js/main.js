// Assembles the page. The page shows tiles, light, sound and the board's sentences, and sends the
// user's actions. Game-specific code is in the games' modules.

import { Analysis } from "./analysis.js";
import { Bench } from "./bench.js";
import { drawBoard, drawHoles, drawLast } from "./board.js";
import { Buttons } from "./buttons.js";
import { Captions } from "./captions.js";
import { Cards } from "./cards.js";
import { CellPress } from "./cellpress.js";
import { CellQuestion } from "./cellquestion.js";
import { Choice } from "./choice.js";
import { Ending } from "./ending.js";
import { GameChoice } from "./gamechoice.js";
import { Friends } from "./friends.js";
import { GameLog } from "./gamelog.js";
import { describe, faultOf, gameOf } from "./games.js";
import { Hand } from "./hand.js";
import { Held } from "./held.js";
import { Helper } from "./helper.js";
import { Keyboard } from "./keyboard.js";
import { said } from "./language.js";
import { Learn } from "./learn.js";
import { Lights } from "./lights.js";
import { Link } from "./link.js";
import { Look } from "./look.js";
import { Menu } from "./menu.js";
import { Offer } from "./offer.js";
import { whenOpened } from "./opened.js";
import { Panels } from "./panels.js";
import { Past } from "./past.js";
import { Pointer } from "./pointer.js";
import { Reading } from "./reading.js";
import { RealBoard } from "./realboard.js";
import { Replay } from "./replay.js";
import { Scoresheet } from "./scoresheet.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";
import { Spells } from "./spells.js";
import { Status } from "./status.js";
import { Tiles } from "./tiles.js";
import { View } from "./view.js";
import { Voice } from "./voice.js";

const element = (id) => document.getElementById(id);

let link = null;
let lastMove = []; // the cells changed by it
let shownHoles = ""; // the cells drawn as holes
const linkNow = () => link;
const view = new View(element("table"), element("scene"));
const status = new Status(element);
const sound = new Sound(element("mute"), element("mute-label"));
const lights = view.add(new Lights(view, element("lights")));
const ending = new Ending(view, lights, element("scene"));
const tiles = view.add(new Tiles(view, element("tiles")));
const choice = view.add(new Choice(element("choice"), element("sheet"), lights, linkNow));
const held = view.add(new Held(view, element("held"), () => keyboard.focus()));
const hand = view.add(
  new Hand(view, tiles, linkNow, (how, tile) => {
    status.hand(how, tiles.nameOf(tile, how === "turned"));
    held.show(hand.tile);
  }),
);
const buttons = view.add(new Buttons(view, element("buttons"), linkNow));
const question = new CellQuestion(view, element("question"));
const cells = new CellPress(view, choice, question, linkNow, () => (voice.carried = true));
const spell = new Spells(view, tiles, element("spell"), question, linkNow, {
  told: (how, words) => status.hand(how, words),
  refused: (reason) => status.refused(reason),
});
const keyboard = view.add(new Keyboard(view, hand, tiles, choice, lights, buttons, spell, cells, element("stops")));
const captions = new Captions(element("buttons"));
const past = view.add(new Past(element("past"), element("shown"), view, { keyboard, choice, hand, spell }, {
  step: (to) => analysis.step(to),
  leave: () => analysis.backToGame(),
}));
const panels = new Panels(element("tools"));
const offer = new Offer(linkNow);
for (const box of [element("begin").querySelector("[data-part='games']"), element("games")]) new GameChoice(box, offer);
const menu = new Menu(element("settings"), panels, linkNow, () => intro.teaching);
const log = new GameLog();
const intro = new Learn(element("intro"), panels, linkNow, () => keyboard.focus(), log);
const analysis = view.add(new Analysis(element("analysis"), element("values"), panels, view, choice, past, linkNow, (index) => sheet.mark(index)));
const sheet = new Scoresheet(element("record"), element("last"), linkNow, {
  look: (index) => analysis.open(index),
  written: (course) => {
    voice.written(course);
    analysis.hearLive(course);
  },
  checked: (player) => tiles.check(player),
  moved: markLast,
});
const voice = new Voice(element("spoken"), { say: element("say"), sides: element("record").querySelector("[data-part='sides']") });
const reading = new Reading(element("reading"), element("skip"), element("stops"), { keyboard, voice, link: linkNow });
new Look(element("look"), sound, (side, words) => sheet.name(side, words), panels);
const cards = new Cards(element("begin"), element("ended"), linkNow, offer, {
  learn: () => panels.open("intro"),
  review: () => panels.open("analysis"),
  friend: () => panels.open("friend"),
  focusBoard: () => {
    keyboard.focus();
    voice.again();
  },
  ended: showEnd,
});
const friends = new Friends(element("friend"), panels, linkNow, offer, {
  begun: () => cards.begin(),
  watch: (hash) => (location.hash = hash),
  focusBoard: () => keyboard.focus(),
});
const played = { panel: null, keeps: false }; // whether the board keeps past games
whenOpened(element("played"), panels, async () => {
  const { GamesPanel } = await import("./gamespanel.js");
  played.panel = new GamesPanel(element("played").querySelector("[data-part='played']"), log, (hash) => (location.hash = hash), (line) => link.send({ t: "tell", line }));
  showPlayed();
});
// The list as it is now, with what the board itself keeps.
function showPlayed() {
  played.panel?.show();
  if (played.keeps) played.panel?.ask();
}
panels.watch((id, open) => open && id === "played" && showPlayed());
let clock = null; // loaded for the first game that has one
const load = async () => new (await import("./clock.js")).Clock(element("in-hand"));
const helper = new Helper(element("helper"), linkNow);
const screen = new Screen(element("settings").querySelector("[data-part='like-real']"), linkNow, (to) => tiles.bind(to));
const workbench = new Bench(element("workbench"), panels, element("odd"), linkNow);
const realBoard = new RealBoard(element("cable"), panels, linkNow);
new Pointer(view, hand, tiles, choice, cells, element("scene"));

element("turn").addEventListener("click", () => hand.turn());
element("back").addEventListener("click", () => {
  spell.putBack();
  hand.putBack();
});

// Draw the holes of the board, if the game has any.
function showHoles() {
  const { holes } = tiles;
  if (tiles.hello && holes.join() !== shownHoles) drawHoles(element("plate"), tiles.hello, tiles.game, holes);
  shownHoles = holes.join();
}

// Make the end of a game visible: the cells, above the card that covers the bottom of a phone's screen.
// A lesson continues after its game.
function showEnd() {
  panels.uncover("intro");
  if (getComputedStyle(element("ended")).position !== "fixed") return;
  const first = element("stops").querySelector("[data-cell]").getBoundingClientRect();
  scrollBy({ top: first.top - 0.75 * first.height, behavior: "instant" });
}

// The cells changed by the last move.
function markLast(changes) {
  lastMove = changes;
  if (tiles.hello) drawLast(element("plate"), tiles.hello, changes);
  keyboard.mark(changes.map(({ cell }) => cell));
}

// Place the fixed parts where there is room.
view.rearranged = () => {
  if (!tiles.hello) return;
  drawBoard(element("plate"), tiles.hello, view);
  shownHoles = "";
  showHoles();
  drawLast(element("plate"), tiles.hello, lastMove);
};

// The game that the board plays now.
function play(state) {
  const game = gameOf(state.game);
  const playable = Boolean(game.editor); // false on a board without a game
  document.body.classList.toggle("no-game", !playable);
  for (const panel of ["intro", "analysis"]) panels.offer(panel, playable);
  tiles.play(game, state);
  showHoles();
  spell.play(game, state);
  cells.play(game, state);
  past.play(game, state);
  sheet.play(game, state);
  voice.play(game, state, sheet.waits);
  reading.play(game, state);
  helper.play(game, state);
  status.play(game);
  workbench.play(game);
  const fault = faultOf(state.game);
  if (fault) status.note(fault);
}

// Frames of lights arrive in groups, each frame with those that came before it.
const replay = new Replay((ms, leds) => {
  lights.show(ms, leds);
  workbench.light(leds);
});

link = new Link({
  up: () => status.connected(true),
  down: (why, over) => {
    status.connected(false, why, over);
    status.pace({ say: "" });
    hand.clear();
    buttons.releaseAll();
    sound.silence();
  },
  hello: (hello) => {
    intro.clear();
    hand.clear();
    replay.forget();
    describe(hello);
    keyboard.forget();
    status.describe(hello);
    cards.describe(hello);
    lights.describe(hello);
    tiles.describe(hello);
    view.describe(hello);
    keyboard.describe(hello);
    past.describe(hello);
    spell.describe(hello);
    cells.describe(hello);
    choice.describe(hello);
    analysis.describe(hello);
    offer.describe(hello);
    menu.forget();
    cards.forget();
    sheet.forget();
    voice.forget();
    helper.forget();
    screen.describe(hello);
    status.serves(false);
    status.keeping({});
    workbench.describe(hello);
    friends.describe();
  },
  frame: (frame) => {
    if (frame.tiles) tiles.hear(frame.tiles);
    replay.hear(frame);
    if (frame.tones) sound.play(frame.tones);
  },
  said: ({ line }) => {
    intro.hear(line);
    status.learns(intro.teaching);
    status.hear(line);
    menu.hear(line);
    offer.hear(line);
    cards.hear(line);
    analysis.hear(line);
    friends.hear(line);
    log.hear(line, intro.teaching);
    if (line?.t === "hello") played.keeps = Boolean(line.past);
    played.panel?.hear(line);
    workbench.hear(line);
    if (line?.t !== "state") return;
    captions.hear(line);
    ending.hear(line);
    play(line);
    if (line.clock || clock) (clock ??= load()).then((it) => it.hear(line));
  },
  record: (message) => {
    analysis.begun(message);
    intro.take(message);
  },
  written: (message) => {
    const waited = sheet.waits;
    sheet.hear(message);
    if (waited && !sheet.waits) voice.tell();
    analysis.begun(message);
  },
  studied: (message) => {
    analysis.studied(message);
    intro.take(message);
  },
  legal: (message) => {
    spell.hear(message);
    cells.hear(message);
    reading.hear(message);
  },
  guessed: (message) => analysis.guessed(message),
  received: (message) => friends.received(message),
  passed: (message) => friends.passed(message),
  drawn: (message) => friends.drawn(message),
  scorecard: (message) => {
    analysis.scored(message);
    intro.take(message);
  },
  helper: (message) => helper.hear(message),
  screen: (message) => {
    screen.hear(message);
    status.serves(message.on);
    cards.serves(message.on);
  },
  bench: (message) => {
    workbench.stands(message);
    helper.real(Boolean(message.device));
    realBoard.stands(message.device);
  },
  cable: (message) => realBoard.hear(message),
  parked: (message) => intro.hearParked(message),
  pace: (message) => status.pace(message),
  told: (message) => status.note(said(message.say)),
  truth: (message) => workbench.truth(message),
  scans: (message) => workbench.scans(message),
  error: (message) => {
    hand.refused();
    offer.refused();
    status.refused(message.error);
    voice.carried = false;
  },
});
screen.prefer();
