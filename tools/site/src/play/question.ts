// A question of the table, the draft of its answer, and their transport.
import type { Answer, Offer, QuestionEvent } from "../game/event";
import type { Edition } from "../game/game";

export interface Ask extends Omit<QuestionEvent, "type"> {
  number: number;
  /** The numbers of `choices`, in their order. */
  choice_numbers: number[];
  /** The documented default. */
  usual: Answer;
  /** A purchase that you cannot pay in cash: what raises the rest. */
  raise?: Answer;
  /** Whether you have given an answer that can be taken back. */
  back: boolean;
  /** Your cash, and where one more building is legal; for questions about buildings. */
  cash?: number;
  build?: number[];
}

export function isBid(ask: Ask): boolean {
  return ask.kind === "bid" || ask.kind === "sealed_bid";
}

/** Price of the deed for sale; 0 if no deed is for sale. */
export function priceOf(ask: Ask, edition: Edition): number {
  return ask.space === undefined ? 0 : edition.spaces[ask.space]!.price;
}

/** The rules' verdict on an answer. */
export interface Verdict {
  ok: boolean;
  text?: string;
  rule?: string;
  cash?: number;
  build?: number[];
  /** Why each offer is illegal; "" for a legal one. */
  offers?: string[];
}

export class Draft {
  choice = 0;
  space: number | undefined;
  bid = 0;
  limit = 0;
  readonly levels = new Map<number, number>();
  readonly mortgage = new Set<number>();
  readonly lift = new Set<number>();
  offers: Offer[] = [];

  /** Takes over the plan of an answer. */
  plan(answer: Answer): void {
    answer.levels?.forEach(({ space, level }) => this.levels.set(space, level));
    answer.mortgage?.forEach((space) => this.mortgage.add(space));
    answer.lift?.forEach((space) => this.lift.add(space));
  }

  clear(): void {
    this.levels.clear();
    this.mortgage.clear();
    this.lift.clear();
    this.offers = [];
  }

  get changes(): boolean {
    return this.levels.size + this.mortgage.size + this.lift.size + this.offers.length > 0;
  }

  /** As the server reads it (tools/play/form.h); `more`: an offer beside those that are in it. */
  form(number: number, more?: Offer): string {
    const pairs: [string, number][] = [["n", number], ["choice", this.choice]];
    const add = (name: string, list: Iterable<number>) => {
      for (const value of list) {
        pairs.push([name, value]);
      }
    };
    if (this.space !== undefined) {
      pairs.push(["space", this.space]);
    }
    pairs.push(["bid", this.bid], ["limit", this.limit]);
    add("level", [...this.levels].map(([space, level]) => space * 8 + level));
    add("mortgage", this.mortgage);
    add("lift", this.lift);
    for (const offer of [...this.offers, ...(more ? [more] : [])]) {
      pairs.push(["to", offer.to], ["give_cash", offer.give_cash], ["get_cash", offer.get_cash],
        ["give_tickets", offer.give_tickets], ["get_tickets", offer.get_tickets]);
      add("give_deed", offer.give_deeds);
      add("get_deed", offer.get_deeds);
      add("give_card", offer.give_cards);
      add("get_card", offer.get_cards);
    }
    return pairs.map(([name, value]) => `${name}=${value}`).join("&");
  }
}

export function emptyOffer(to: number): Offer {
  return { to, give_cash: 0, get_cash: 0, give_deeds: [], get_deeds: [], give_cards: [], get_cards: [], give_tickets: 0, get_tickets: 0 };
}

/** The same trade seen from the other side. */
export function flip(offer: Offer, from: number): Offer {
  return {
    to: from, give_cash: offer.get_cash, get_cash: offer.give_cash, give_deeds: offer.get_deeds, get_deeds: offer.give_deeds,
    give_cards: offer.get_cards, get_cards: offer.give_cards, give_tickets: offer.get_tickets, get_tickets: offer.give_tickets,
  };
}

/** Sends a text to an address below the page's own; undefined: the program cannot be reached. */
export async function post(what: "answer" | "judge" | "back" | "resign" | "end" | "again", body: string): Promise<Verdict | undefined> {
  try {
    const response = await fetch(what, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
    return (await response.json()) as Verdict;
  } catch {
    return undefined;
  }
}
