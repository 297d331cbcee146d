// Choices made on this page that the server has not confirmed yet. Older messages from the server must
// not undo them on the page.

export class Asked {
  constructor() {
    this.waits = new Map();
  }

  ask(field, value) {
    this.waits.set(field, value);
  }

  // The value to show for a field when the server reports `value`.
  show(field, value) {
    if (!this.waits.has(field)) return value;
    const wanted = this.waits.get(field);
    if (wanted === value) this.waits.delete(field);
    return wanted;
  }

  // A new connection: unconfirmed requests to the old one may be lost.
  forget() {
    this.waits.clear();
  }
}
