// The tiles as a real board senses them: one for each occupied cell, all others in their trays. Follows
// host_tools/board/device/mirror.py.

const [EMPTY, UNCLEAR] = [0, 5]; // codes of cells
// Indexes into a tile's pose.
const [X, Y, UP] = [1, 2, 4];

export class Mirror {
  // `tiles`: the pose of each tile in its tray; `owners`: the player of each; `centres`: x and y of each cell.
  constructor({ tiles, owners, centres }) {
    Object.assign(this, { homes: tiles, owners, centres });
    this.alike = false; // whether all tiles are the first player's
    this.unpack();
  }

  // Use the set of tiles that a game needs. Returns whether it is another one.
  use(alike) {
    if (alike === this.alike) return false;
    this.alike = alike;
    this.unpack();
    return true;
  }

  // Put all tiles into their trays.
  unpack() {
    this.tiles = [...this.homes];
    this.codes = this.centres.map(() => EMPTY);
    this.on = new Map(); // index of the tile, by cell
  }

  // Show these codes of all cells; a cell that the board is unsure of does not change. Returns the poses
  // that differ from before.
  show(codes) {
    const before = this.tiles.map(String);
    const changed = [...codes.keys()].filter((cell) => codes[cell] !== UNCLEAR && codes[cell] !== this.codes[cell]);
    for (const cell of changed) this.remove(cell, codes[cell]);
    for (const cell of changed) if (codes[cell] !== EMPTY) this.place(cell, codes[cell]);
    return this.tiles.filter((pose, index) => String(pose) !== before[index]);
  }

  remove(cell, code) {
    this.codes[cell] = code;
    const index = this.on.get(cell);
    if (index === undefined) return;
    this.on.delete(cell);
    this.tiles[index] = this.homes[index];
  }

  // The first tile of the code's player that is still in its tray.
  place(cell, code) {
    const owner = Math.floor((code - 1) / 2);
    const taken = new Set(this.on.values());
    const index = this.owners.findIndex((own, each) => (this.alike ? 0 : own) === owner && !taken.has(each));
    if (index < 0) return;
    this.on.set(cell, index);
    const pose = [...this.homes[index]];
    [pose[X], pose[Y]] = this.centres[cell];
    pose[UP] = code % 2;
    this.tiles[index] = pose;
  }
}
