// The lines of the log, as docs/REPLAY_FORMAT.md lists them. A type that is not known here is shown as it is.

/** A seat, or who stands where a seat may stand. */
export type Party = number | "bank" | "deck" | "gone";

/** A trade as its proposer sees it. */
export interface Offer {
  to: number;
  give_cash: number;
  give_deeds: number[];
  give_cards: number[];
  give_tickets: number;
  get_cash: number;
  get_deeds: number[];
  get_cards: number[];
  get_tickets: number;
}

export interface Answer {
  choice?: string;
  space?: number;
  bid?: number;
  limit?: number;
  levels?: { space: number; level: number }[];
  mortgage?: number[];
  lift?: number[];
  offers?: Offer[];
}

export interface QuestionEvent {
  type: "question";
  seat: number;
  kind: string;
  choices?: string[];
  space?: number;
  other?: Party;
  unit?: string;
  offers?: number;
  why?: string;
  amount?: number;
  limit?: number;
  spaces?: number[];
  offer?: Offer;
}

export interface AnswerEvent {
  type: "answer";
  seat: number;
  kind: string;
  answer: Answer;
  verdict: string;
}

export type Die = number | "mr" | "bus";

/** What a bot says of its own accord, before the answer it belongs to. */
export type RemarkEvent =
  | { type: "log"; seat: number; text: string }
  | { type: "note"; seat: number; key: string; value: number };

export type Event = { n: number } & (
  | {
      type: "game_start";
      edition: string;
      seed: string;
      commitment: string;
      players: { seat: number; name: string; cash: number }[];
    }
  | { type: "turn"; seat: number; round: number; turn: number }
  | QuestionEvent
  | AnswerEvent
  | { type: "roll"; seat: number; dice: Die[]; why: string }
  | { type: "move"; seat: number; from: number; to: number; why: string }
  | { type: "jail"; seat: number; in: boolean; why: string }
  | { type: "card"; seat: number; deck: string; card: string }
  | { type: "cash"; from: Party; to: Party; amount: number; why: string; space?: number }
  | { type: "deed"; space: number; from: Party; to: Party; why: string }
  | { type: "level"; space: number; from: number; to: number }
  | { type: "depot"; space: number; on: boolean }
  | { type: "mortgage"; space: number; on: boolean }
  | { type: "jail_card"; card: number; from: Party; to: Party }
  | { type: "ticket"; from: Party; to: Party }
  | { type: "bankrupt"; seat: number; to: Party; place: number }
  | { type: "game_end"; why: string; places: number[]; worth: number[] }
  | { type: "auction"; space?: number; unit?: string; amount: number; why: string }
  | { type: "bid"; seat: number; amount: number }
  | { type: "drop"; seat: number }
  | { type: "offer"; seat: number; to: number; offer: Offer }
  | { type: "offer_end"; seat: number; to: number; why: string }
  | { type: "forfeit"; seat: number }
  | RemarkEvent
);

/** The seat an event is about, if it is about one. */
export function seatOf(event: Event): number | undefined {
  switch (event.type) {
    case "cash":
    case "jail_card":
    case "ticket":
      return typeof event.from === "number" ? event.from : asSeat(event.to);
    case "deed":
      return asSeat(event.to) ?? asSeat(event.from);
    default:
      return "seat" in event && typeof event.seat === "number" ? event.seat : undefined;
  }
}

/** Whether an event is about a seat in any way. */
export function concerns(event: Event, seat: number): boolean {
  const parties = event as { seat?: Party; from?: Party; to?: Party };
  switch (event.type) {
    case "move":
    case "level":
      return parties.seat === seat;
    default:
      return parties.seat === seat || parties.from === seat || parties.to === seat;
  }
}

/** An answer that changes nothing: no building, no mortgage, no offer. */
export function isIdle(event: AnswerEvent): boolean {
  const a = event.answer;
  return event.kind === "manage" && !a.levels?.length && !a.mortgage?.length && !a.lift?.length &&
    !a.offers?.length;
}

function asSeat(party: Party): number | undefined {
  return typeof party === "number" ? party : undefined;
}
