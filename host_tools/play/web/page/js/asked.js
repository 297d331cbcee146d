// What was chosen here and has not come back yet. What the server said in the meantime is older than
// the choice, and does not undo it on the page.

export class Asked {
  constructor() {
    this.waits = new Map();
  }

  ask(field, value) {
    this.waits.set(field, value);
  }

  // What to show of a field when the server says that it is `value`.
  show(field, value) {
    if (!this.waits.has(field)) return value;
    const wanted = this.waits.get(field);
    if (wanted === value) this.waits.delete(field);
    return wanted;
  }

  // A new connection: what was asked of the one before may never have arrived.
  forget() {
    this.waits.clear();
  }
}
