// Completes the board's state messages, which have only the moves that are new. Follows
// host_tools/board/simulator/whole_states.py.

export class WholeStates {
  // `ask()`: asks the board for all moves, when a state was missed.
  constructor(ask) {
    this.ask = ask;
    this.moves = [];
    this.next = -1; // number of the next state; -1: unknown
  }

  // All moves follow.
  forget() {
    this.next = -1;
  }

  // The state with all moves of the game; null if it cannot be completed.
  whole({ number, moves_from: first, ...state }) {
    const missed = number !== this.next;
    if (Number.isInteger(number)) this.next = number + 1;
    if (!Number.isInteger(first)) {
      if (missed) Object.assign(this, { moves: [], next: -1 }); // only a state with all moves counts next
      return state;
    }
    if (first && (missed || first > this.moves.length)) {
      this.next = -1;
      this.ask();
      return null;
    }
    this.moves = [...this.moves.slice(0, first), ...state.moves];
    return { ...state, moves: this.moves };
  }
}
