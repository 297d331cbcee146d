// Links that hold a position or a game after the # of the page's address. They are read where records
// are (host_tools/games/analysis/pasted.py), so that a link is read alike in the address, in the field for
// texts and on a command line; here they are only told from others.
//
//   #game=flip&rules=magic&g=position.1_---d-duD-U--D-Du.d1Wb1U.d2Nd2D&n=2

const GAME = /^#(?:g|game|rules)(?:=|%(?:25)*3d)/i;

export const holdsGame = (hash) => GAME.test(hash);

// A game, or a position alone, as what follows the page's address. It has nothing in it that
// messengers encode or take for the end of a link; how many moves there are comes last, so that it
// can be seen where one was cut.
export function write({ start, moves }, game, rules) {
  const from = start === game.empty && moves.length ? [] : ["position", ...start.split(" ")];
  return `#game=${game.name}&rules=${rules}&g=${[...from, ...moves].join(".")}&n=${moves.length}`;
}
