// What decisions cost, and where the game turned.
import { seatOf, type Answer, type Event } from "./event";
import type { Game } from "./game";
import { lastUpTo, type Timeline } from "./timeline";
import { money, type Words } from "./words";

export type Class = "good" | "inaccuracy" | "mistake" | "blunder";

/** The marks of chess players for bad moves. Good answers have no mark. */
export const MARKS: Record<Class, string> = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

export interface Candidate {
  /** Of a model: the expected points. Played on: the points above the answer given. */
  points: number;
  /** Played on: half the width of the interval; null if it is not known. */
  half?: number | null;
  answer: Answer;
}

/** A decision; points are in 1/100000. */
export interface Judged {
  /** The event of its answer. */
  n: number;
  /** Missing where the cost is a model's estimate. */
  class?: Class;
  cost: number;
  half?: number | null;
  /** Indices of candidates. */
  given: number;
  best: number;
  candidates: Candidate[];
}

/** A decision from which the game's bots have played on (tools/replay/html.c). */
interface PlayedOn extends Omit<Judged, "candidates"> {
  class: Class;
  answers: { difference: number; half: number | null; futures: number; answer: Answer }[];
}

/** Points of a seat's decisions against learner's. */
export interface Own {
  points: number;
  measured: number;
  left_out: number;
}

/** tools/game_data/analysis.h, tools/replay/html.c */
export interface Analysis {
  /** The number of an event, then the expected points of each seat from there on. */
  curve: number[][];
  turnings: [n: number, seat: number, amount: number][];
  decisions: Judged[];
  played?: PlayedOn[];
  own?: (Own | null)[];
}

/** Every judged decision by its event: as it was played on, else as a model sees it. */
export function judgedOf({ analysis }: Game): Map<number, Judged> {
  const played = (analysis?.played ?? []).map(({ answers, ...one }): Judged =>
    ({ ...one, candidates: answers.map(({ difference, half, answer }) => ({ points: difference, half, answer })) }));
  return new Map([...analysis?.decisions ?? [], ...played].map((one) => [one.n, one]));
}

/** Estimates of at least this cost are pointed out. */
const DOUBTFUL = 5000;

/** Whether an answer certainly cost something or, where it was not played on, probably did. */
export function isCostly(judged: Judged | undefined): judged is Judged {
  return judged !== undefined && (judged.class === undefined ? judged.cost >= DOUBTFUL : judged.class !== "good");
}

/** Returns the event of the decision that cost a seat most, or its last place in the game without one. Classes come before estimates. */
export function worst(game: Game, seat: number): number {
  const own = [...judgedOf(game).values()].filter(({ n, cost }) => cost > 0 && seatOf(game.events[n]!) === seat);
  const sure = own.filter((one) => one.class !== undefined && isCostly(one));
  const [greatest] = (sure.length > 0 ? sure : own).sort((a, b) => b.cost - a.cost);
  return greatest?.n ?? game.events.findLast((event) => seatOf(event) === seat)?.n ?? 0;
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

/** Places where the game turned, at most. */
const TURNINGS = 5;

/** Where the game turned most, by chance or by an answer with a class, in the order of the game. */
export function turnings(game: Game, timeline: Timeline, words: Words): Turning[] {
  const turnOf = (n: number): number => lastUpTo(timeline.turns, n) + 1;
  const chance = (game.analysis?.turnings ?? []).filter(([n]) => game.events[n]!.type !== "answer").map(([n, seat, amount]): Turning =>
    ({ n, turn: turnOf(n), seat, amount, mark: "", text: happened(game, timeline, words, n) }));
  const costly = timeline.mistakes.map((n) => timeline.judgedAt(n)!).filter((one) => one.class !== undefined).map((judged): Turning =>
    ({ n: judged.n, turn: turnOf(judged.n), seat: seatOf(game.events[judged.n]!)!, amount: -judged.cost, mark: MARKS[judged.class!], text: missed(game.events[judged.n]!, judged, words) }));
  return [...chance, ...costly].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).slice(0, TURNINGS).sort((a, b) => a.n - b.n);
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
