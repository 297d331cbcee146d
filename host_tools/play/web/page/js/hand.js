// The user's hand, which holds at most one tile. It sends its wishes to the server, which moves the
// tile in the simulated world.

const HELPER = -1; // the automatic hand, which lets go of a tile that somebody takes
const SETTLE_MS = 1500; // at most; the world may have refused
const LOST_S = 5; // of drawing without an answer, then the tile counts as not taken

export class Hand {
  constructor(view, tiles, link, changed) {
    this.view = view;
    this.tiles = tiles;
    this.link = link;
    this.changed = changed;
    this.tile = null;
    this.target = null; // not yet sent
  }

  // `pointer`: draw the tile at the pointer at once, before the world follows.
  take(tile, pointer) {
    if (this.view.covered) {
      this.view.covered();
      return false;
    }
    if (this.tile || (tile.world.holder && tile.world.holder !== HELPER)) return false;
    this.tile = tile;
    this.waited = 0;
    this.confirmed = false;
    this.pointer = pointer;
    // Take the tile where it is drawn: on a slow display the world may be ahead of the picture.
    const { x, y } = pointer ? tile.shown : tile.world;
    this.at = pointer ? this.view.ground(tile.shown) : { x, y };
    tile.follow = pointer ? { x, y } : null;
    this.link().send({ t: "grab", tile: tile.id });
    tile.taken = true;
    this.tiles.identify();
    this.changed("taken", tile);
    return true;
  }

  // Move to a point of the table; `follow`: the point where the tile is drawn.
  move(x, y, follow = this.view.drawn(x, y, this.view.slotAt(x, y))) {
    if (!this.tile) return;
    this.at = { x, y };
    this.target = this.at;
    if (this.tile.follow) Object.assign(this.tile.follow, { x: follow.x, y: follow.y });
    this.view.wake();
  }

  // Move to a point of the drawing.
  carry(x, y) {
    const follow = this.view.inside(x, y);
    const { x: tx, y: ty } = this.view.ground(follow);
    this.move(tx, ty, follow);
  }

  // In a game that does not use the other side, tiles are not turned over.
  turn() {
    if (!this.tile || !this.tiles.game.turning) return;
    this.link().send({ t: "turn" });
    this.changed("turned", this.tile);
  }

  putDown() {
    if (!this.tile) return;
    this.link().send({ t: "drop", x: this.at.x, y: this.at.y });
    // Keep drawing the tile where it was put down until the world has put it down too.
    if (this.tile.follow) this.tile.follow.until = performance.now() + SETTLE_MS;
    this.empty("put-down");
  }

  putBack() {
    if (!this.tile) return;
    this.link().send({ t: "back" });
    this.tile.follow = null;
    this.empty("put-back");
  }

  // The connection broke, or the world refused the tile.
  clear() {
    if (!this.tile) return;
    this.tile.follow = null;
    this.empty("lost");
  }

  // The server refused a request: if it was to take the tile, the hand is empty.
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

  // One update per frame is enough for the world.
  draw(seconds) {
    if (!this.tile) return false;
    if (this.target) {
      this.link().send({ t: "move", x: round(this.target.x), y: round(this.target.y) });
      this.target = null;
    }
    this.waited += seconds;
    if (this.tile.world.holder === this.tiles.me) this.confirmed = true;
    else if (this.confirmed || this.waited > LOST_S) this.clear();
    return true;
  }
}

function round(mm) {
  return Math.round(10 * mm) / 10;
}
