// What decisions cost, and where the game turned.
import { seatOf, type Answer, type Event } from "./event";
import type { Game } from "./game";
import { lastUpTo, type Timeline } from "./timeline";
import { money, type Words } from "./words";

export type Class = "good" | "inaccuracy" | "mistake" | "blunder";

/** The marks of chess players for bad moves. Good answers have no mark. */
export const MARKS: Record<Class, string> = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

export interface Candidate {
  points: number;
  /** Half the width of the interval of the difference from the answer given. */
  half: number;
  answer: Answer;
}

/** A decision; points are in 1/100000. */
export interface Judged {
  /** The event of its answer. */
  n: number;
  class: Class;
  cost: number;
  half: number;
  /** Points by seat that the answer changed, compared with the best one. */
  change: number[];
  /** Indices of candidates. The best candidate comes first. */
  given: number;
  best: number;
  candidates: Candidate[];
}

/** tools/game_data/analysis.h */
export interface Analysis {
  /** The number of an event, then the expected points of each seat from there on. */
  curve: number[][];
  turnings: [n: number, seat: number, amount: number][];
  decisions: Judged[];
}

export function isMistake(judged: Judged | undefined): boolean {
  return judged?.class === "mistake" || judged?.class === "blunder";
}

/** Returns the event of the decision that cost a seat most, or its last place in the game without one. */
export function worst({ analysis, events }: Game, seat: number): number {
  const own = (analysis?.decisions ?? []).filter(({ n }) => seatOf(events[n]!) === seat);
  const greatest = own.reduce<Judged | undefined>((most, one) => (one.cost > (most?.cost ?? 0) ? one : most), undefined);
  return greatest?.n ?? events.findLast((event) => seatOf(event) === seat)?.n ?? 0;
}

/** Returns the event of the first answer of a bot that was not taken, or of its forfeit; the beginning without one. */
export function firstIncident({ events, names }: Game, bot: string): number {
  return events.find((event) => (event.type === "forfeit" || event.type === "answer" && event.verdict !== "ok" && event.verdict !== "fallback") &&
    (names[event.seat] === bot || names[event.seat] === `${bot}#${event.seat}`))?.n ?? 0;
}

/** A place where the game turned. */
export interface Turning {
  n: number;
  turn: number;
  seat: number;
  /** Points that the seat won or lost there. */
  amount: number;
  mark: string;
  text: string;
}

/** Where the game turned most, in the order of the game. */
export function turnings(game: Game, timeline: Timeline, words: Words): Turning[] {
  const { analysis } = game;
  return (analysis?.turnings ?? []).map(([n, seat, amount]) => {
    const judged = analysis!.decisions.find((decision) => decision.n === n);
    return {
      n, turn: lastUpTo(timeline.turns, n) + 1, seat, amount, mark: judged ? MARKS[judged.class] : "",
      text: judged ? missed(game.events[n]!, judged, words) : happened(game, timeline, words, n),
    };
  });
}

/** Tells the answer, and a better one. */
function missed(event: Event, judged: Judged, words: Words): string {
  const kind = event.type === "answer" ? event.kind : "";
  const better = words.does(kind, judged.candidates[judged.best]!.answer);
  return `${words.event(event)}; better: ${better}`;
}

/** Tells the result of an event of chance: the space that the seat landed on, and payments there. */
export function happened(game: Game, timeline: Timeline, words: Words, n: number): string {
  const first = game.events[n]!;
  if ((first.type !== "roll" || first.why === "order") && first.type !== "card") {
    return words.event(first);
  }
  const { seat } = first;
  const parts: string[] = [first.type === "card" ? words.event(first) : ""];
  for (const event of game.events.slice(n + 1, n + 12)) {
    if (event.type === "question" || event.type === "turn" || event.type === "roll" || event.type === "answer") {
      break;
    }
    if (event.type === "move" && event.seat === seat && event.why !== "jail") {
      parts.push(`lands on ${lot(game, timeline, words, seat, event.to, n)}`);
    } else if (event.type === "jail" && event.seat === seat) {
      parts.push(event.in ? "goes to jail" : "leaves jail");
    } else if (event.type === "card" && event.seat === seat) {
      parts.push(`draws \u201c${words.card(event.deck, event.card)}\u201d`);
    } else if (event.type === "cash" && event.from === seat && event.why !== "bankruptcy") {
      parts.push(typeof event.to === "number" ? `pays ${words.player(event.to)} ${money(event.amount)}` : `pays ${money(event.amount)}`);
    } else if (event.type === "cash" && event.to === seat && event.why === "card") {
      parts.push(`receives ${money(event.amount)}`);
    } else if (event.type === "bankrupt" && event.seat === seat) {
      parts.push("is bankrupt");
    }
  }
  const told = parts.filter(Boolean);
  return first.type === "card" ? told.join(", ") : told.length ? words.says(seat, told[0]!) + told.slice(1).map((part) => `, ${words.verb(seat, part)}`).join("") : words.event(first);
}

/** Describes a space to the seat that lands there: "Boardwalk with a hotel, owned by trader". */
function lot(game: Game, timeline: Timeline, words: Words, seat: number, space: number, n: number): string {
  const { owner, level, mortgaged } = timeline.at(n);
  const whose = owner[space]!;
  const deed = game.edition.groups[game.edition.spaces[space]!.group] !== undefined;
  const built = level[space] ? ` with ${words.level(space, level[space]!)}` : "";
  return words.space(space) + (!deed ? "" : whose < 0 ? ", which is for sale" : whose === seat ? `, ${seat === game.you ? "your" : "its"} own` : `${built}, owned by ${words.player(whose)}${mortgaged[space] ? ", mortgaged" : ""}`);
}
