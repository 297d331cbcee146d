// What a board keeps in the browser, whole or not at all: its files, as pairs of name and bytes. And
// the right to be that board: a second tab waits until the first is closed.

const STORE = "files";
const KEY = "all";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// Boards of other paths of the same server are other boards.
const boardName = () => `lodeboard ${new URL(".", location.href).pathname}`;

export class Kept {
  async open() {
    const asked = indexedDB.open(boardName(), 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    this.base = await done(asked);
    // A browser that is short of room takes away what nobody asked it to keep.
    navigator.storage?.persist?.().catch(() => {});
  }

  async read() {
    return (await done(this.base.transaction(STORE).objectStore(STORE).get(KEY))) ?? [];
  }

  write(files) {
    return new Promise((resolve, reject) => {
      const transaction = this.base.transaction(STORE, "readwrite");
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      transaction.objectStore(STORE).put(files, KEY);
    });
  }
}

// Resolves when this tab is the board's only one; it stays so until it is closed. `taken()` is called
// where it must wait.
export function only(taken) {
  const locks = navigator.locks;
  if (!locks) return Promise.resolve();
  const forever = new Promise(() => {});
  return new Promise((resolve, reject) => {
    const hold = () => (resolve(), forever);
    const wait = () => locks.request(boardName(), hold).catch(reject);
    const first = (lock) => (lock ? hold() : (taken(), void wait()));
    locks.request(boardName(), { ifAvailable: true }, first).catch(reject);
  });
}
