// The data of the page: the edition, the words of the manifest, and every event of one game.
import type { Analysis } from "./analysis";
import type { Event } from "./event";
import { namesOf } from "./names";
import type { SeatMark } from "./seat";

export interface Space {
  name: string;
  kind: string;
  group: number;
  price: number;
  mortgage: number;
  amount: number;
  rent: number[];
  house_cost: number;
  hotel_cost: number;
  tower_cost: number;
  depot_cost: number;
}

export interface Group {
  name: string;
  kind: string;
  deeds: number[];
}

export interface Deck {
  deck: string;
  name: string;
  cards: { id: string; text: string }[];
}

export interface Edition {
  name: string;
  title: string;
  jail_space: number;
  jail_cards: number;
  rules: Record<string, number>;
  spaces: Space[];
  groups: Group[];
  decks: Deck[];
}

interface FirstLine {
  page: number;
  program: string;
  source: string;
  meta: Record<string, string>;
  edition: Edition;
  decisions: Record<string, { text: string; fallback: string }>;
  verdicts: Record<string, string>;
  seats: SeatMark[];
}

/** Luck of the seats, in 1/100000 of a point. */
export interface Luck {
  /** A seat has forfeited. Later events have no luck here. */
  stopped: boolean;
  seats: { luck: number; sd: number; skill: number }[];
  /** For each event of chance: its number, then what it gave to each seat. */
  events: number[][];
}

/** A question to a language model, and its reply. */
export interface Exchange {
  model: string;
  tokens_in: number;
  tokens_out: number;
  seconds: number;
  dollars: number;
  /** Why there is no reply. */
  failed?: string;
  system: string;
  prompt: string;
  reply: string;
}

interface LastLine {
  /** For each decision the number of its first event (an answer, or a forfeit), as a step from the last. */
  decision_steps: number[];
  luck: Luck | null;
  analysis: Analysis | null;
  /** By the hash in the bots' log lines. */
  exchanges: Record<string, Exchange>;
}

export interface Game extends FirstLine {
  events: Event[];
  /** decisions[d - 1]: the event number of decision d. */
  decisionEvents: number[];
  /** Names by seat; never empty, and no two the same. */
  names: string[];
  /** The seat of the person at this page, who is called "you". */
  you?: number;
  luck: Luck | null;
  analysis: Analysis | null;
  /** By the hash in the bots' log lines. */
  exchanges: Record<string, Exchange>;
}

/** The bytes of a base64 text of a packed stream. */
export async function unpack(base64: string, format: "deflate" | "gzip"): Promise<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer();
}

/** Reads the base64 zlib stream of JSON lines. */
export async function unpackGame(base64: string): Promise<Game> {
  return readGame(new TextDecoder().decode(await unpack(base64, "deflate")));
}

export function readGame(text: string): Game {
  // One parse of one list is several times as fast as a parse a line.
  const lines = JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) as unknown[];
  const first = lines[0] as FirstLine;
  const last = lines[lines.length - 1] as LastLine;
  const events = lines.slice(1, -1) as Event[];
  const decisionEvents: number[] = [];
  let at = 0;
  for (const step of last.decision_steps) {
    at += step;
    decisionEvents.push(at);
  }
  return { ...first, events, decisionEvents, names: namesOf(events), luck: last.luck, analysis: last.analysis, exchanges: last.exchanges };
}
