// Random access to the game: the state after any event, and the events of turns, decisions and falls.
import { isCostly, judgedOf, type Judged } from "./analysis";
import type { AnswerEvent, Event, QuestionEvent, RemarkEvent } from "./event";
import type { Game } from "./game";
import { applyEvent, cloneState, initialState, worth, type State } from "./state";

/** Events between two kept states. */
const KEYFRAME = 256;

export interface Decision {
  /** From 1. */
  number: number;
  seat: number;
  question?: QuestionEvent & { n: number };
  /** Missing when the decision is a forfeit without an open question. */
  answer?: AnswerEvent & { n: number };
  /** The event links lead to: the answer, or the forfeit. */
  n: number;
  /** Log lines and notes of the bot during the decision. */
  remarks: RemarkEvent[];
}

/** Cash and worth of every seat, at each event that changes any of them. */
export interface Samples {
  n: number[];
  cash: number[][];
  worth: number[][];
}

export class Timeline {
  readonly events: Event[];
  readonly last: number;
  readonly samples: Samples;
  readonly decisions: Decision[] = [];
  /** Event numbers, ascending. */
  readonly turns: number[] = [];
  readonly trades: number[] = [];
  readonly bankruptcies: number[] = [];
  /** Answers that certainly or, where they were not played on, probably cost something. */
  readonly mistakes: readonly number[];

  private readonly judged: ReadonlyMap<number, Judged>;
  private readonly keyframes: State[] = [];
  private readonly decisionOf = new Map<number, Decision>();
  private current: State;

  constructor(private readonly game: Game) {
    this.events = game.events;
    this.last = game.events.length - 1;
    this.indexDecisions();
    this.judged = judgedOf(game);
    this.mistakes = [...this.judged.values()].filter(isCostly).map(({ n }) => n).sort((a, b) => a - b);
    this.samples = this.sweep();
    this.current = initialState(game.edition);
  }

  /** The state after event `n`. It stays as it is only until the next call. */
  at(n: number): State {
    const keyframe = Math.floor(n / KEYFRAME);
    if (this.current.n > n || this.current.n < keyframe * KEYFRAME - 1) {
      this.current = cloneState(this.keyframes[keyframe]!);
    }
    while (this.current.n < n) {
      applyEvent(this.current, this.events[this.current.n + 1]!);
    }
    return this.current;
  }

  /** The decision that an event is part of, or else the last one before it. */
  decisionAt(n: number): Decision | undefined {
    const exact = this.decisionOf.get(n);
    if (exact) {
      return exact;
    }
    const i = lastUpTo(this.game.decisionEvents, n);
    return i < 0 ? undefined : this.decisions[i];
  }

  /** Returns the analysis of the answer at event `n`, if it had candidates. */
  judgedAt(n: number): Judged | undefined {
    return this.judged.get(n);
  }

  private indexDecisions(): void {
    const open: (QuestionEvent & { n: number })[] = [];
    let remarks: RemarkEvent[] = [];
    const starts = new Map(this.game.decisionEvents.map((n, i) => [n, i + 1]));
    for (const event of this.events) {
      if (event.type === "question") {
        open[event.seat] = event;
      }
      if (event.type === "log" || event.type === "say" || event.type === "note" || event.type === "refused") {
        remarks.push(event);
      }
      const number = starts.get(event.n);
      if (number === undefined || (event.type !== "answer" && event.type !== "forfeit")) {
        continue;
      }
      const { seat } = event;
      const decision: Decision = { number, seat, n: event.n, remarks: remarks.filter((remark) => remark.seat === seat) };
      remarks = [];
      if (event.type === "answer") {
        decision.answer = event;
        decision.question = open[event.seat];
        if (decision.question) {
          this.decisionOf.set(decision.question.n, decision);
        }
      }
      this.decisions.push(decision);
      this.decisionOf.set(event.n, decision);
    }
  }

  /** Plays the game once through: keeps keyframes, samples, and where things happen. */
  private sweep(): Samples {
    const { edition } = this.game;
    const state = initialState(edition);
    const samples: Samples = { n: [], cash: [], worth: [] };
    const seats = this.game.names.length;
    for (let s = 0; s < seats; s++) {
      samples.cash.push([]);
      samples.worth.push([]);
    }
    const sample = (n: number) => {
      samples.n.push(n);
      for (let s = 0; s < seats; s++) {
        samples.cash[s]!.push(state.cash[s]!);
        samples.worth[s]!.push(worth(edition, state, s));
      }
    };
    for (const event of this.events) {
      if (event.n % KEYFRAME === 0) {
        this.keyframes.push(cloneState(state));
      }
      applyEvent(state, event);
      switch (event.type) {
        case "turn":
          this.turns.push(event.n);
          break;
        case "bankrupt":
          this.bankruptcies.push(event.n);
          sample(event.n);
          break;
        case "offer_end":
          if (event.why === "accepted") {
            this.trades.push(event.n);
          }
          break;
        case "game_start":
        case "game_end":
        case "cash":
        case "deed":
        case "level":
        case "depot":
        case "mortgage":
          sample(event.n);
          break;
        default:
          break;
      }
    }
    return samples;
  }
}

/** Index of the last item that is at most `n`; -1 when there is none. */
export function lastUpTo(ascending: readonly number[], n: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= n) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** The first item beyond `n` in a direction that passes the test; undefined when there is none. */
export function step(
  ascending: readonly number[],
  n: number,
  direction: 1 | -1,
  passes: (item: number) => boolean = () => true,
): number | undefined {
  let i = direction > 0 ? lastUpTo(ascending, n) + 1 : lastUpTo(ascending, n - 1);
  while (i >= 0 && i < ascending.length && !passes(ascending[i]!)) {
    i += direction;
  }
  return ascending[i];
}
