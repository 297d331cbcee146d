// Stores a board's files in the browser, all or none, as pairs of name and bytes. Also gives one tab the
// right to use the board: a second tab waits until the first is closed.

const STORE = "files";
export const FIRST = "tile4x4"; // this kind of board uses the key from when it was the only one
const FIRST_KEY = "all";
const BOARD = "board"; // key of the kind played last

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// Other paths on the same server have other boards.
const boardName = () => `lodeboard ${new URL(".", location.href).pathname}`;

// The kind of board played last; the first kind if unknown.
export async function lastBoard() {
  try {
    return (await new BoardStore(FIRST).get(BOARD)) ?? FIRST;
  } catch (error) {
    console.warn(error);
    return FIRST;
  }
}

// Store `name` as the kind played last.
export async function playing(name) {
  const base = await new BoardStore(FIRST).open();
  await done(base.transaction(STORE, "readwrite").objectStore(STORE).put(name, BOARD));
}

// The files of one kind of board. Every operation opens the database again after a failure, and may fail.
export class BoardStore {
  constructor(board) {
    this.key = board === FIRST ? FIRST_KEY : board;
  }

  open() {
    this.opening ??= this.connect().catch((error) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  async connect() {
    const asked = indexedDB.open(boardName(), 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    const base = await done(asked);
    base.onclose = () => (this.base = this.opening = null);
    return (this.base = base);
  }

  async get(key) {
    const base = await this.open();
    return done(base.transaction(STORE).objectStore(STORE).get(key));
  }

  // The stored files; null if they cannot be read.
  async read() {
    try {
      return (await this.get(this.key)) ?? [];
    } catch (error) {
      console.warn(error);
      return null;
    }
  }

  // Writes are done in the order of the calls, even if earlier ones are not finished. Once begun, they
  // complete even if this worker ends.
  async write(files) {
    const base = this.base ?? (await this.open());
    await new Promise((resolve, reject) => {
      const transaction = base.transaction(STORE, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      transaction.objectStore(STORE).put(files, this.key);
      transaction.commit?.();
    });
  }
}

// Resolves when this tab is the only one that uses the board; it stays so until it is closed. Calls `taken()`
// if it has to wait. A browser that stores nothing for the page has no locks either: then each tab has its
// own board.
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
