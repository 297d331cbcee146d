// Names of cells. `board`: a game or a board's properties, with `rows`, and `fromFront` if rows are
// counted away from the buttons.

export function rowName(row, { rows, fromFront }) {
  return String(fromFront ? rows - row : row + 1);
}

export function cellName(row, column, board) {
  return String.fromCharCode(97 + column) + rowName(row, board);
}

export function placeOf(name, { rows, fromFront }) {
  const number = Number(name.slice(1));
  return { column: name.charCodeAt(0) - 97, row: fromFront ? rows - number : number - 1 };
}

// The board's sentence at the end of a game, without its advice on starting another.
export function withoutClearing(sentence) {
  return sentence.replace(/\s*Clear the board for a new (game|one)\.$/, "");
}
