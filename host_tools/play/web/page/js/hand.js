// My hand: at most one tile. It says what it wants; the server's hand does it in the world.

const HELPER = -1; // the helping hand: it lets go of a tile that somebody takes
const SETTLE_MS = 1500; // at most; the world may have refused

export class Hand {
  constructor(view, tiles, link, changed) {
    this.view = view;
    this.tiles = tiles;
    this.link = link;
    this.changed = changed;
    this.tile = null;
    this.target = null; // not yet sent
  }

  // `pointer`: the tile is drawn at the pointer at once and not when the world follows.
  take(tile, pointer) {
    if (this.view.covered) {
      this.view.covered();
      return false;
    }
    if (this.tile || (tile.world.holder && tile.world.holder !== HELPER)) return false;
    this.tile = tile;
    this.since = performance.now();
    this.confirmed = false;
    this.pointer = pointer;
    // Taken where it is drawn: on a slow screen the world may be ahead of what can be seen.
    const { x, y } = pointer ? tile.shown : tile.world;
    this.at = pointer ? this.view.ground(tile.shown) : { x, y };
    tile.follow = pointer ? { x, y } : null;
    this.link().send({ t: "grab", tile: tile.id });
    tile.taken = true;
    this.tiles.identify();
    this.changed("taken", tile);
    return true;
  }

  // To a point of the table, and to where the pointer is drawn.
  move(x, y, follow = this.view.drawn(x, y, this.view.slotAt(x, y))) {
    if (!this.tile) return;
    this.at = { x, y };
    this.target = this.at;
    if (this.tile.follow) Object.assign(this.tile.follow, { x: follow.x, y: follow.y });
    this.view.wake();
  }

  // With the pointer, to a point of what is drawn.
  carry(x, y) {
    const follow = this.view.inside(x, y);
    const { x: tx, y: ty } = this.view.ground(follow);
    this.move(tx, ty, follow);
  }

  // Where the game has no use for other sides, tiles are not turned over.
  turn() {
    if (!this.tile || !this.tiles.game.turning) return;
    this.link().send({ t: "turn" });
    this.changed("turned", this.tile);
  }

  putDown() {
    if (!this.tile) return;
    this.link().send({ t: "drop", x: this.at.x, y: this.at.y });
    // Until the world's hand has put it down too, it stays where mine did.
    if (this.tile.follow) this.tile.follow.until = performance.now() + SETTLE_MS;
    this.empty("put-down");
  }

  putBack() {
    if (!this.tile) return;
    this.link().send({ t: "back" });
    this.tile.follow = null;
    this.empty("put-back");
  }

  // The connection broke, or the world would not let go of the tile.
  clear() {
    if (!this.tile) return;
    this.tile.follow = null;
    this.empty("lost");
  }

  // The server would not do something: if it was to give me the tile, I have none.
  refused() {
    if (!this.confirmed && this.tile?.world.holder !== this.tiles.me) this.clear();
  }

  empty(how) {
    const { tile } = this;
    tile.taken = false;
    this.tile = null;
    this.target = null;
    this.changed(how, tile);
    this.view.wake();
  }

  // Once per picture is often enough for the world.
  draw() {
    if (!this.tile) return false;
    if (this.target) {
      this.link().send({ t: "move", x: round(this.target.x), y: round(this.target.y) });
      this.target = null;
    }
    if (this.tile.world.holder === this.tiles.me) this.confirmed = true;
    else if (this.confirmed || this.tiles.lost(this.tile, this.since)) this.clear();
    return true;
  }
}

function round(mm) {
  return Math.round(10 * mm) / 10;
}
