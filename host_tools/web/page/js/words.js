// What things are called, for people who listen to the page.

const OWNERS = ["sun tile", "moon tile"];

export function tileName(tile) {
  return `${OWNERS[tile.owner]}, ${tile.up ? "up" : "down"} side`;
}

export function cellName(row, column) {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

export function trayName(owner, place) {
  return `${owner === 0 ? "first" : "second"} player's tray, place ${place + 1}`;
}
