// What places are called.

export function cellName(row, column) {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}
