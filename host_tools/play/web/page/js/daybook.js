// The days on which problems of the day were solved, stored in this browser: which, by the number of the
// day.

import { stored } from "./preferences.js";

const STORED_AS = "lodeboard-days";
const MOST = 1000;

const isDay = ([day, names]) => /^\d{1,6}$/.test(day) && Array.isArray(names) && names.length < 50 && names.every((name) => typeof name === "string" && name.length < 50);

// Whether a value from a file is such a list.
export const isDays = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

export class Daybook {
  constructor(store = stored) {
    this.store = store;
  }

  get all() {
    try {
      return this.read(JSON.parse(this.store.get(STORED_AS) ?? "{}"));
    } catch {
      return {};
    }
  }

  read(value) {
    return isDays(value) ? Object.fromEntries(Object.entries(value).filter(isDay)) : {};
  }

  has(day, name) {
    return (this.all[day] ?? []).includes(name);
  }

  add(day, name) {
    this.merge({ [day]: [name] });
  }

  // Add days from a file.
  merge(days) {
    const { all } = this;
    for (const [day, names] of Object.entries(this.read(days))) all[day] = [...new Set([...(all[day] ?? []), ...names])];
    this.store.set(STORED_AS, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
  }

  // The number of days in a row, and whether today is one of them. Today may still come: the row then
  // ends yesterday.
  streak(today) {
    const { all } = this;
    const included = Boolean(all[today]);
    let count = 0;
    while (all[today - count - Number(!included)]) count += 1;
    return { count, included };
  }
}
