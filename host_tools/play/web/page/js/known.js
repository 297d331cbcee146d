// A game and what is known of it.

import { gameOf } from "./games.js";

export class Known {
  constructor() {
    this.clear();
  }

  clear() {
    this.course = null;
    this.game = gameOf();
    this.studies = [];
    this.opinions = []; // of the board's player, where it was asked
    this.graded = [];
    this.players = null;
    this.trouble = ""; // why nothing more will be known
  }

  // The record, as the server sends it.
  begin(course) {
    this.clear();
    this.course = course;
    this.game = gameOf(course.game);
  }

  get last() {
    return this.course.positions.length - 1;
  }

  // What the board's player would do at position `at`, where nothing is proved of it.
  opinionOf(at) {
    const { value } = this.studies[at] ?? {};
    return (value === null && this.opinions[at]?.move && this.opinions[at]) || null;
  }
}
