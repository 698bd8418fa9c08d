// Answers that you have given in advance, so that the page need not ask.
import type { Offer } from "../game/event";
import type { Edition } from "../game/game";
import type { State } from "../game/state";
import { Draft, isBid, priceOf, type Ask } from "./question";

/** When you are asked before your roll. */
export const WHEN = { always: "always ask", changes: "roll until something happens", never: "roll" } as const;
export type When = keyof typeof WHEN;

export class Beforehand {
  /** Owners, and where you could build, at your last chance to manage. */
  private managed: { owner: number[]; build: ReadonlySet<number> } | undefined;
  /** Bus tickets at your last chance to use one. */
  private tickets = 0;
  /** Choices that hold from now on, by kind. */
  private readonly standing = new Map<string, number>();
  /** The part of a deed's price up to which you bid from now on; 0: no bids. */
  private share: number | undefined;
  private readonly declined: { from: number; offer: Offer }[] = [];
  /** Your limit in the present auction; 0: no limit. */
  private limit = 0;

  constructor(private readonly edition: Edition, public when: When) {}

  /** Declines later offers of that player that ask for as much and give no more. */
  declineLike(from: number, offer: Offer): void {
    this.declined.push({ from, offer });
  }

  /** Keeps this answer for all later questions of its kind; of a bid, its part of the price. */
  holds(ask: Ask, draft: Draft): void {
    if (isBid(ask)) {
      this.share = (draft.limit || draft.bid) / priceOf(ask, this.edition);
    } else {
      this.standing.set(ask.kind, draft.choice);
    }
  }

  /** Whether any earlier answer still holds. After forget() none does. */
  get any(): boolean {
    return this.standing.size + this.declined.length > 0 || this.share !== undefined;
  }

  forget(): void {
    this.standing.clear();
    this.declined.length = 0;
    this.share = undefined;
  }

  /** Starts the table again: keeps your answers, and forgets what was seen there. */
  beginAgain(): void {
    this.managed = undefined;
    this.tickets = this.limit = 0;
  }

  /** Notes an answer that is sent, and its limit for this auction. */
  sent(ask: Ask, draft: Draft): void {
    this.limit = ask.kind === "bid" ? draft.limit : 0;
  }

  auctionBegins(): void {
    this.limit = 0;
  }

  /** Returns the answer if it is already known, or undefined: you are asked. */
  answer(ask: Ask, state: State): Draft | undefined {
    switch (ask.kind) {
      case "manage":
        return this.mayRoll(ask, state) ? new Draft() : undefined;
      case "trade":
        // Choice 0 declines.
        return ask.offer && this.declined.some(({ from, offer }) => from === ask.other && isNoBetter(ask.offer!, offer)) ? new Draft() : undefined;
      case "bid":
      case "sealed_bid":
        // No bid.
        return (ask.limit ?? 0) < (ask.amount ?? 0) || (this.limit > 0 && (ask.amount ?? 0) > this.limit) ? new Draft() : this.standingBid(ask);
      case "ticket":
        return this.mayKeep(state.tickets[ask.seat]!) ? new Draft() : undefined;
      default:
        return onlyAnswer(ask) ?? this.standingAnswer(ask);
    }
  }

  /** Whether to roll the dice, choice 0, without a question: you had as many tickets at the last one. */
  private mayKeep(tickets: number): boolean {
    const more = tickets > this.tickets;
    this.tickets = tickets;
    return this.when !== "always" && !more;
  }

  private standingBid(ask: Ask): Draft | undefined {
    const price = priceOf(ask, this.edition);
    if (this.share === undefined || price === 0) {
      return undefined;
    }
    const draft = new Draft();
    const [least, most] = [ask.amount ?? 0, Math.min(ask.limit ?? 0, Math.floor(this.share * price))];
    if (most >= least) {
      draft.bid = ask.kind === "bid" ? least : most;
      draft.limit = ask.kind === "bid" ? most : 0;
    }
    return draft;
  }

  private standingAnswer(ask: Ask): Draft | undefined {
    const draft = new Draft();
    draft.choice = this.standing.get(ask.kind) ?? -1;
    return ask.choice_numbers.includes(draft.choice) ? draft : undefined;
  }

  private mayRoll(ask: Ask, state: State): boolean {
    const before = this.managed;
    const now = { owner: state.owner.slice(), build: new Set(ask.build ?? []) };
    this.managed = now;
    if (this.when !== "changes") {
      return this.when === "never";
    }
    return !buildsMore(before?.build ?? new Set(), now.build) && !this.tradesMore(before?.owner ?? [], now.owner, ask.seat);
  }

  /** Whether another player has got a deed of a set in which you have one, or one of yours. */
  private tradesMore(before: readonly number[], now: readonly number[], me: number): boolean {
    const { spaces } = this.edition;
    const mine = new Set(spaces.flatMap((space, n) => (now[n] === me ? [space.group] : [])));
    return now.some((owner, n) => owner >= 0 && owner !== me && owner !== before[n] && (before[n] === me || mine.has(spaces[n]!.group)));
  }
}

function buildsMore(before: ReadonlySet<number>, now: ReadonlySet<number>): boolean {
  return [...now].some((space) => !before.has(space));
}

/** Returns the only legal answer, if the rules leave no choice. */
function onlyAnswer(ask: Ask): Draft | undefined {
  const draft = new Draft();
  if (ask.choices?.length === 1 && ask.kind !== "buy") {
    draft.choice = ask.choice_numbers[0]!;
    return draft;
  }
  if ((ask.kind === "place" || ask.kind === "triple" || ask.kind === "lot") && ask.spaces?.length === 1) {
    draft.space = ask.spaces[0];
    return draft;
  }
  return undefined;
}

/** Whether an offer asks for as much as another and gives no more, both of the same player. */
function isNoBetter(offer: Offer, than: Offer): boolean {
  const all = (some: readonly number[], of: readonly number[]) => some.every((item) => of.includes(item));
  return all(than.get_deeds, offer.get_deeds) && all(offer.give_deeds, than.give_deeds) &&
    offer.give_cash - offer.get_cash <= than.give_cash - than.get_cash && offer.give_cards.length <= than.give_cards.length &&
    offer.give_tickets <= than.give_tickets && than.get_cards.length <= offer.get_cards.length && than.get_tickets <= offer.get_tickets;
}
