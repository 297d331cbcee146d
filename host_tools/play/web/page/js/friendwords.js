// What the panel "Play a friend" says of a game.

import { gameOf, titleOf } from "./games.js";
import { mine, winner } from "./friendgames.js";
import { language, said, t } from "./language.js";
import { nameOf } from "./menu.js";

// What can be sent along, by its name in a link.
export const SENTENCES = {
  hello: t("Hello!"),
  luck: t("Good luck!"),
  nice: t("Nice move!"),
  oops: t("Oops!"),
  thinking: t("I need time to think."),
  thanks: t("Thank you!"),
  "well-played": t("Well played!"),
  again: t("Another game?"),
};

const OFFERED = {
  draw: (name) => t("{name} offers a draw. Accept it, or decline by playing on.", { name }),
  back: (name) => t("{name} asks to take the last move back. Accept it, or decline by playing on.", { name }),
  taken: () => t("You may take your last move back: make another."),
};

const MEANINGS = {
  own: () => t("This link has your own move: send it to your friend."),
  older: () => t("This link is older: the game has gone on since."),
  unasked: () => t("This link agrees to something that you did not offer. Nothing has changed."),
  foreign: () => t("This link has the number of another game of yours. Nothing has changed."),
  over: () => t("This game has ended. Nothing has changed."),
};

// Why a link changes nothing here; "" if it does.
export const meaningWords = (means) => MEANINGS[means]?.() ?? "";

// The friend's name, of the player who is not at this page.
export const friendName = ({ me, players }) => players[1 - me] || t("your friend");

// The same at the beginning of a sentence.
function nameFirst(game) {
  const name = friendName(game);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function titleWords({ game, rules, players }) {
  const title = titleOf(game) ?? game;
  const named = players.map((name, side) => name || gameOf(game).sides[side]);
  return `${named.join(" – ")}: ${rules ? `${title} (${nameOf(rules)})` : title}`;
}

function endWords(game) {
  const { me, over, drawn } = game;
  if (over === "agreed") return t("You have agreed on a draw.");
  const won = winner(game);
  if (won === null) return drawn ? said(drawn) : t("The game is a draw.");
  if (me === null) return t("{name} has won.", { name: game.players[won] || gameOf(game.game).sides[won] });
  if (over === "resigned") return won === me ? t("{name} resigns: you win.", { name: nameFirst(game) }) : t("You have resigned.");
  return won === me ? t("You have won.") : t("{name} has won.", { name: nameFirst(game) });
}

// Whose turn it is, and what has happened.
export function gameWords(game) {
  const { me, over, verdict, by, offer } = game;
  if (over || verdict !== "undecided") return endWords(game);
  if (me === null) return t("You are watching.");
  const name = friendName(game);
  if (by !== me && OFFERED[offer]) return OFFERED[offer](nameFirst(game));
  if (mine(game)) return t("Your turn: make your move on the board.");
  if (by === me && offer === "back") return t("Send the link: {name} decides whether you may take the move back.", { name });
  return t("{name} is to move: send the link.", { name: nameFirst(game) });
}

// What the friend says along with the move.
export const saidWords = (game) => (game.me !== null && game.by !== game.me && SENTENCES[game.says] ? t("{name}: “{words}”", { name: nameFirst(game), words: SENTENCES[game.says] }) : "");

const DATE = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

// A line of the list of games.
export function lineWords(game) {
  const { me, over, verdict, since } = game;
  const when = DATE.format(new Date(since));
  if (over || verdict !== "undecided") return t("{what} {when}", { what: endWords(game), when });
  if (me === null) return t("You are watching. Last move: {when}", { when });
  return mine(game) ? t("Your turn since {when}", { when }) : t("{name} is to move since {when}", { name: nameFirst(game), when });
}
