// Links that hold a position or a game after the # of the page's address.
// host_tools/games/analysis/pasted.py reads them, so a link works alike in the address, in the text
// field and on a command line; this module only recognises and writes them.
//
//   #game=flip&rules=magic&g=position.1_---d-duD-U--D-Du.d1Wb1U.d2Nd2D&n=2

const GAME = /^#(?:g|game|rules)(?:=|%(?:25)*3d)/i;

export const holdsGame = (hash) => GAME.test(hash);

// A game or a single position as the hash of the page's address. It contains nothing that messengers
// encode or take for the end of a link. The number of moves comes last, so that a truncated link is
// noticed.
export function write({ start, moves }, game, rules) {
  const from = start === game.empty && moves.length ? [] : ["position", ...start.split(" ")];
  return `#game=${game.name}&rules=${rules}&g=${[...from, ...moves].join(".")}&n=${moves.length}`;
}
