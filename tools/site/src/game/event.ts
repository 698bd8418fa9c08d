// The lines of the log, as docs/REPLAY_FORMAT.md lists them. A type that is not known here is shown as it is. What
// stands between the marks is made of the manifest, and a test (record/site_types) holds it to that.

/** A seat, or who stands where a seat may stand. */
export type Party = number | "bank" | "deck" | "gone";

export type Die = number | "mr" | "bus";

// <!-- made by tests/record: types -->
/** A trade as its proposer sees it. */
export interface Offer {
  to: number;
  give_cash: number;
  get_cash: number;
  give_deeds: number[];
  get_deeds: number[];
  give_cards: number[];
  get_cards: number[];
  give_tickets: number;
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

export interface GameStartEvent {
  type: "game_start";
  edition: string;
  seed: string | null;
  salt: string | null;
  commitment: string;
  players: { seat: number; name: string; cash: number }[];
  what_if?: string;
}

export interface TurnEvent {
  type: "turn";
  seat: number;
  round: number;
  turn: number;
}

export interface QuestionEvent {
  type: "question";
  seat: number;
  kind: string;
  choices?: string[];
  space?: number;
  amount?: number;
  limit?: number;
  offers?: number;
  other?: Party;
  spaces?: number[];
  unit?: string;
  why?: string;
  offer?: Offer;
}

export interface AnswerEvent {
  type: "answer";
  seat: number;
  kind: string;
  answer: Answer;
  verdict: string;
}

export interface RollEvent {
  type: "roll";
  seat: number;
  dice: Die[];
  why: string;
  luck: number;
}

export interface MoveEvent {
  type: "move";
  seat: number;
  from: number;
  to: number;
  why: string;
}

export interface JailEvent {
  type: "jail";
  seat: number;
  in: boolean;
  why: string;
}

export interface CardEvent {
  type: "card";
  seat: number;
  deck: string;
  card: string;
}

export interface CashEvent {
  type: "cash";
  from: Party;
  to: Party;
  amount: number;
  why: string;
  space?: number;
}

export interface DeedEvent {
  type: "deed";
  space: number;
  from: Party;
  to: Party;
  why: string;
}

export interface LevelEvent {
  type: "level";
  space: number;
  from: number;
  to: number;
}

export interface DepotEvent {
  type: "depot";
  space: number;
  on: boolean;
}

export interface MortgageEvent {
  type: "mortgage";
  space: number;
  on: boolean;
}

export interface JailCardEvent {
  type: "jail_card";
  card: number;
  from: Party;
  to: Party;
  deck: string;
}

export interface TicketEvent {
  type: "ticket";
  from: Party;
  to: Party;
  why: string;
}

export interface BankruptEvent {
  type: "bankrupt";
  seat: number;
  to: Party;
  place: number;
}

export interface GameEndEvent {
  type: "game_end";
  why: string;
  places: number[];
  worth: number[];
}

export interface AuctionEvent {
  type: "auction";
  space?: number;
  unit?: string;
  amount: number;
  why: string;
}

export interface BidEvent {
  type: "bid";
  seat: number;
  amount: number;
}

export interface DropEvent {
  type: "drop";
  seat: number;
}

export interface OfferEvent {
  type: "offer";
  seat: number;
  to: number;
  offer: Offer;
}

export interface OfferEndEvent {
  type: "offer_end";
  seat: number;
  to: number;
  why: string;
}

export interface ForfeitEvent {
  type: "forfeit";
  seat: number;
}

export interface LogEvent {
  type: "log";
  seat: number;
  text: string;
}

export interface NoteEvent {
  type: "note";
  seat: number;
  key: string;
  value: number;
}

export interface RefusedEvent {
  type: "refused";
  seat: number;
  decision: number;
  kind: string;
  verdict: string;
  reason: string;
  text: string;
  answer?: Answer;
  bytes?: string;
}

export interface SayEvent {
  type: "say";
  seat: number;
  text: string;
}

export type Event = { n: number } & (
  | GameStartEvent
  | TurnEvent
  | QuestionEvent
  | AnswerEvent
  | RollEvent
  | MoveEvent
  | JailEvent
  | CardEvent
  | CashEvent
  | DeedEvent
  | LevelEvent
  | DepotEvent
  | MortgageEvent
  | JailCardEvent
  | TicketEvent
  | BankruptEvent
  | GameEndEvent
  | AuctionEvent
  | BidEvent
  | DropEvent
  | OfferEvent
  | OfferEndEvent
  | ForfeitEvent
  | LogEvent
  | NoteEvent
  | RefusedEvent
  | SayEvent
);
// <!-- end -->

/** What stands beside an answer, before it: what the bot says of its own accord, and an answer of it that was not taken. */
export type RemarkEvent = LogEvent | NoteEvent | RefusedEvent | SayEvent;

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

/** Returns the seat that acts in event `n`. For a building or a mortgage it is the seat that paid or was paid. */
export function actorOf(events: readonly Event[], n: number): number | undefined {
  const [before, event] = [events[n - 1], events[n]!];
  return seatOf(event) ?? (before && isToldBy(before, event) ? seatOf(before) : undefined);
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

const PAYMENTS = new Set(["price", "auction", "build", "sell", "mortgage", "lift"]);

/** Whether a payment belongs to a deed, a building or a mortgage, whose event comes next. */
export function isPayment(event: Event): event is CashEvent & { n: number } {
  return event.type === "cash" && PAYMENTS.has(event.why);
}

/** Returns up to 16 events before event `n`, latest first; without questions, ordinary answers and payments that the next line tells. */
export function eventsBefore(events: readonly Event[], n: number): Event[] {
  const list: Event[] = [];
  for (let i = n - 1; i >= 0 && list.length < 16; i--) {
    const event = events[i]!;
    if (event.type !== "question" && !isTold(event, events[i + 1]) && !(event.type === "answer" && event.verdict === "ok")) {
      list.push(event);
    }
  }
  return list;
}

/** Whether the line of the next event tells a payment too: a purchase, a building or a mortgage is one line. */
export function isToldBy(event: Event, next: Event | undefined): boolean {
  return isPayment(event) && next !== undefined && next.type !== "cash" && "space" in next && next.space === event.space &&
    (next.type === "deed" || next.type === "level" || next.type === "depot" || next.type === "mortgage");
}

/** Whether another line tells an event: a payment's purchase, or the bankruptcy by which deeds go back to the bank. */
export function isTold(event: Event, next: Event | undefined): boolean {
  const isReturned = (one: Event | undefined): boolean => one?.type === "deed" && one.why === "bankruptcy" && one.to === "bank";
  return isToldBy(event, next) || isReturned(event) || (event.type === "mortgage" && isReturned(next) && (next as DeedEvent).space === event.space);
}

function asSeat(party: Party): number | undefined {
  return typeof party === "number" ? party : undefined;
}
