// The table as it stands after an event, rebuilt from the events alone.
import type { Die, Event, Offer, QuestionEvent } from "./event";
import type { Edition } from "./game";

/** Owners of a deed that the bank holds, and of a space without a deed. */
export const BANK = -1;
export const NO_DEED = -2;

export interface Auction {
  space?: number;
  unit?: string;
  /** Lowest first bid. */
  least: number;
  high: number;
  bidder?: number;
  /** Seats that have dropped out, in order. */
  out: number[];
}

export interface State {
  /** The number of the last event in it; -1 before the first. */
  n: number;
  round: number;
  turn: number;
  turnSeat: number;
  over: string;

  // by seat
  cash: number[];
  space: number[];
  jail: boolean[];
  tickets: number[];
  /** The place of a bankrupt player; 0 before that. */
  place: number[];
  forfeited: boolean[];
  question: (QuestionEvent | undefined)[];

  // by space
  owner: number[];
  level: number[];
  mortgaged: boolean[];

  /** Who holds each get-out-of-jail card: a seat, or BANK while it is in its deck. */
  jailHolder: number[];

  // what lies on the table
  dice: Die[];
  diceSeat: number;
  card?: { seat: number; deck: string; card: string };
  auction?: Auction;
  offer?: { seat: number; offer: Offer; end: string };
}

export function initialState(edition: Edition): State {
  return {
    n: -1,
    round: 0,
    turn: 0,
    turnSeat: -1,
    over: "",
    cash: [],
    space: [],
    jail: [],
    tickets: [],
    place: [],
    forfeited: [],
    question: [],
    owner: edition.spaces.map((space) => (space.group < 0 ? NO_DEED : BANK)),
    level: edition.spaces.map(() => 0),
    mortgaged: edition.spaces.map(() => false),
    jailHolder: Array.from({ length: edition.jail_cards }, () => BANK),
    dice: [],
    diceSeat: -1,
  };
}

export function cloneState(state: State): State {
  return {
    ...state,
    cash: state.cash.slice(),
    space: state.space.slice(),
    jail: state.jail.slice(),
    tickets: state.tickets.slice(),
    place: state.place.slice(),
    forfeited: state.forfeited.slice(),
    question: state.question.slice(),
    owner: state.owner.slice(),
    level: state.level.slice(),
    mortgaged: state.mortgaged.slice(),
    jailHolder: state.jailHolder.slice(),
    auction: state.auction && { ...state.auction, out: state.auction.out.slice() },
  };
}

/** Events that may come while an auction goes on; any other ends it. */
const WITHIN_AUCTION = new Set(["bid", "drop", "question", "answer", "forfeit"]);

/** Carries out one event. */
export function applyEvent(state: State, event: Event): void {
  state.n = event.n;
  if (state.auction && !WITHIN_AUCTION.has(event.type)) {
    delete state.auction;
  }
  if (state.offer?.end) {
    delete state.offer;
  }
  switch (event.type) {
    case "game_start":
      for (const player of event.players) {
        state.cash.push(player.cash);
        state.space.push(0);
        state.jail.push(false);
        state.tickets.push(0);
        state.place.push(0);
        state.forfeited.push(false);
        state.question.push(undefined);
      }
      break;
    case "turn":
      state.round = event.round;
      state.turn = event.turn;
      state.turnSeat = event.seat;
      state.dice = [];
      state.diceSeat = -1;
      delete state.card;
      break;
    case "question":
      state.question[event.seat] = event;
      break;
    case "answer":
      state.question[event.seat] = undefined;
      break;
    case "forfeit":
      state.forfeited[event.seat] = true;
      state.question[event.seat] = undefined;
      break;
    case "roll":
      state.dice = event.dice;
      state.diceSeat = event.seat;
      delete state.card;
      break;
    case "move":
      state.space[event.seat] = event.to;
      break;
    case "jail":
      state.jail[event.seat] = event.in;
      break;
    case "card":
      state.card = event;
      break;
    case "cash":
      if (typeof event.from === "number") {
        state.cash[event.from]! -= event.amount;
      }
      if (typeof event.to === "number") {
        state.cash[event.to]! += event.amount;
      }
      break;
    case "deed":
      state.owner[event.space] = typeof event.to === "number" ? event.to : BANK;
      break;
    case "level":
      state.level[event.space] = event.to;
      break;
    case "depot":
      state.level[event.space] = event.on ? 1 : 0;
      break;
    case "mortgage":
      state.mortgaged[event.space] = event.on;
      break;
    case "jail_card":
      state.jailHolder[event.card] = typeof event.to === "number" ? event.to : BANK;
      break;
    case "ticket":
      if (typeof event.from === "number") {
        state.tickets[event.from]! -= 1;
      }
      if (typeof event.to === "number") {
        state.tickets[event.to]! += 1;
      }
      break;
    case "bankrupt":
      state.place[event.seat] = event.place;
      break;
    case "auction":
      state.auction = { space: event.space, unit: event.unit, least: event.amount, high: 0, out: [] };
      break;
    case "bid":
      if (state.auction) {
        state.auction.high = event.amount;
        state.auction.bidder = event.seat;
      }
      break;
    case "drop":
      state.auction?.out.push(event.seat);
      break;
    case "offer":
      state.offer = { seat: event.seat, offer: event.offer, end: "" };
      break;
    case "offer_end":
      if (state.offer) {
        state.offer = { ...state.offer, end: event.why };
      }
      break;
    case "game_end":
      state.over = event.why;
      break;
    default:
      break;
  }
}

/** Cost of all buildings on a space at a level. */
export function buildingCost(edition: Edition, space: number, level: number): number {
  const s = edition.spaces[space]!;
  if (s.kind === "rail") {
    return level > 0 ? s.depot_cost : 0;
  }
  return (
    Math.min(level, 4) * s.house_cost +
    (level > 4 ? s.hotel_cost : 0) +
    (level > 5 ? s.tower_cost : 0)
  );
}

/** Cash, price of deeds, mortgage value of mortgaged ones, cost of buildings (RULES 3.5). */
export function worth(edition: Edition, state: State, seat: number): number {
  let sum = state.cash[seat]!;
  for (let i = 0; i < edition.spaces.length; i++) {
    if (state.owner[i] === seat) {
      const space = edition.spaces[i]!;
      sum += state.mortgaged[i] ? space.mortgage : space.price;
      sum += buildingCost(edition, i, state.level[i]!);
    }
  }
  return sum;
}

/** Buildings left in the bank, by the names the log has for them. */
export function stock(edition: Edition, state: State): Record<string, number> {
  let house = edition.rules["houses"] ?? 0;
  let hotel = edition.rules["hotels"] ?? 0;
  let skyscraper = edition.rules["skyscrapers"] ?? 0;
  let depot = edition.rules["depots"] ?? 0;
  edition.spaces.forEach((space, i) => {
    const level = state.level[i]!;
    if (space.kind === "rail") {
      depot -= level;
    } else if (level === 6) {
      skyscraper--;
    } else if (level === 5) {
      hotel--;
    } else {
      house -= level;
    }
  });
  return { house, hotel, skyscraper, depot };
}

/** Whether one seat owns a whole group. */
export function ownsGroup(edition: Edition, state: State, group: number, seat: number): boolean {
  return edition.groups[group]!.deeds.every((space) => state.owner[space] === seat);
}
