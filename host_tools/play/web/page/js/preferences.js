// What this browser keeps of the page's own settings. A browser may refuse to (private windows, cookies
// blocked, no room): then they last as long as the page.

class Kept {
  // `name`: of the browser's storage. Only to name it may fail.
  constructor(name) {
    this.values = new Map();
    try {
      this.storage = window[name];
    } catch (error) {
      console.warn(error);
    }
  }

  // The text kept under this key, null where there is none.
  get(key) {
    if (this.values.has(key)) return this.values.get(key);
    try {
      return this.storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  // Keep a text; null forgets it.
  set(key, text) {
    this.values.set(key, text);
    try {
      if (text === null) this.storage?.removeItem(key);
      else this.storage?.setItem(key, text);
    } catch (error) {
      console.warn(error);
    }
  }
}

export const kept = new Kept("localStorage");
export const keptInTab = new Kept("sessionStorage");
