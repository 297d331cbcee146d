// The page's own settings, stored in this browser. A browser may refuse storage (private windows,
// blocked cookies, no space): then they last until the page is closed.

class BrowserStore {
  // `name`: of the browser's storage. Even reading it may raise.
  constructor(name) {
    this.values = new Map();
    try {
      this.storage = window[name];
    } catch (error) {
      console.warn(error);
    }
  }

  // The text stored under this key, or null.
  get(key) {
    if (this.values.has(key)) return this.values.get(key);
    try {
      return this.storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  // Store a text; null deletes it.
  set(key, text) {
    this.values.set(key, text);
    if (!this.storage) return;
    try {
      if (text === null) this.storage.removeItem(key);
      else this.storage.setItem(key, text);
      this.values.delete(key); // another tab may store a newer text
    } catch (error) {
      console.warn(error);
    }
  }
}

export const stored = new BrowserStore("localStorage");
export const storedInTab = new BrowserStore("sessionStorage");
