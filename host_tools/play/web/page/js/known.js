// A game and everything known of it.

import { gameOf } from "./games.js";

export class Known {
  constructor() {
    this.clear();
  }

  clear() {
    this.course = null;
    this.game = gameOf();
    this.studies = [];
    this.opinions = []; // choices of the board's player, where requested
    this.graded = [];
    this.players = null;
    this.trouble = ""; // why no further values will arrive
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

  // The move the board's player would make at position `at`, where no value is proved.
  opinionOf(index) {
    const { value } = this.studies[index] ?? {};
    return (value === null && this.opinions[index]?.move && this.opinions[index]) || null;
  }
}
