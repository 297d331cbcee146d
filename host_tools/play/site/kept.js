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

// From now on `name` is the kind that was played last.
export async function playing(name) {
  const base = await new Kept(FIRST).open();
  await done(base.transaction(STORE, "readwrite").objectStore(STORE).put(name, BOARD));
}

// The files of one kind of board. Every act opens the database again where that
// failed before, and may fail.
export class Kept {
  constructor(board) {
    this.key = board === FIRST ? FIRST_KEY : board;
    this.aside = board === FIRST ? UNREAD : `${UNREAD} ${board}`;
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

  // In the order in which this is called, also while earlier ones are on their way. Once it has
  // begun, the end of this worker does not stop it.
  async write(files) {
    const base = this.base ?? (await this.open());
    await new Promise((resolve, reject) => {
      const transaction = base.transaction(STORE, "readwrite");
      transaction.oncomplete = () => resolve((this.unread = false));
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      const store = transaction.objectStore(STORE);
      const put = () => (store.put(files, this.key), transaction.commit?.());
      const aside = ({ target }) => (this.unread && target.result && store.put(target.result, this.aside), put());
      if (this.unread) store.get(this.key).onsuccess = aside;
      else put();
    });
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
