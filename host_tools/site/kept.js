// What a board keeps in the browser, whole or not at all: its files, as pairs of name and bytes. And
// the right to be that board: a second tab waits until the first is closed.

const STORE = "files";
export const FIRST = "tile4x4"; // the kind of board whose files lie where they lay when it was the only one
const FIRST_KEY = "all";
const BOARD = "board"; // which kind was played last
const UNREAD = "unread"; // what was there before, where it could not be read at the start

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// Boards of other paths of the same server are other boards.
const boardName = () => `lodeboard ${new URL(".", location.href).pathname}`;

// Which kind of board was played last; the first where that cannot be had.
export async function lastBoard() {
  try {
    return (await new Kept(FIRST).get(BOARD)) ?? FIRST;
  } catch (error) {
    console.warn(error);
    return FIRST;
  }
}

// The files of one kind of board. Every act opens the database again where that
// failed before, and may fail.
export class Kept {
  constructor(board) {
    this.board = board;
    this.key = board === FIRST ? FIRST_KEY : board;
    this.aside = board === FIRST ? UNREAD : `${UNREAD} ${board}`;
  }

  async open() {
    if (this.base) return this.base;
    const asked = indexedDB.open(boardName(), 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    const base = await done(asked);
    base.onclose = () => (this.base = null);
    // A browser that is short of room takes away what nobody asked it to keep.
    navigator.storage?.persist?.().catch(() => {});
    return (this.base = base);
  }

  async get(key) {
    const base = await this.open();
    return done(base.transaction(STORE).objectStore(STORE).get(key));
  }

  // What was kept last; null where that cannot be had.
  async read() {
    try {
      return (await this.get(this.key)) ?? [];
    } catch (error) {
      console.warn(error);
      this.unread = true;
      return null;
    }
  }

  // `next`: the kind of board that is played from now on.
  async write(files, next = this.board) {
    const base = await this.open();
    await new Promise((resolve, reject) => {
      const transaction = base.transaction(STORE, "readwrite");
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      const store = transaction.objectStore(STORE);
      const put = () => (store.put(files, this.key), store.put(next, BOARD));
      if (this.unread) store.get(this.key).onsuccess = ({ target }) => (target.result && store.put(target.result, this.aside), put());
      else put();
    });
    this.unread = false;
  }
}

// Resolves when this tab is the board's only one; it stays so until it is closed. `taken()` is called
// where it must wait. A browser that keeps nothing for the page has no locks for it either: then each
// tab has a board of its own.
export function only(taken) {
  const locks = navigator.locks;
  if (!locks) return Promise.resolve();
  const forever = new Promise(() => {});
  return new Promise((resolve) => {
    const denied = (error) => (console.warn(error), resolve());
    const hold = () => (resolve(), forever);
    const wait = () => locks.request(boardName(), hold).catch(denied);
    const first = (lock) => (lock ? hold() : (taken(), void wait()));
    locks.request(boardName(), { ifAvailable: true }, first).catch(denied);
  });
}
