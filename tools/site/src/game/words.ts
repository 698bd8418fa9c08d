// A game's things in words.
import { isIdle, isToldBy, type Answer, type AnswerEvent, type CashEvent, type Die, type Event, type Offer, type Party, type QuestionEvent, type RefusedEvent, type RemarkEvent } from "./event";
import type { Game } from "./game";

const LEVELS = ["bare", "1 house", "2 houses", "3 houses", "4 houses", "a hotel", "a skyscraper"];

/** What cash is paid or received for; "%" is the space. */
const CASH: Record<string, [paid: string, received: string]> = {
  salary: ["as salary", "salary"],
  price: ["for %", "for %"],
  auction: ["for % at auction", "for % at auction"],
  rent: ["rent for %", "rent for %"],
  tax: ["as %", "from %"],
  card: ["by card", "by card"],
  build: ["to build on %", "to build on %"],
  sell: ["for buildings of %", "for buildings of %"],
  mortgage: ["for the mortgage of %", "by mortgaging %"],
  lift: ["to lift the mortgage of %", "for the mortgage of %"],
  interest: ["interest on %", "interest on %"],
  fine: ["to leave jail", "as a fine"],
  trade: ["in a trade", "in a trade"],
  gift: ["as a gift", "as a birthday gift"],
  bankruptcy: ["in bankruptcy", "from a bankruptcy"],
};

const MOVES: Record<string, string> = {
  card: "by card",
  card_back: "back, by card",
  bus: "by the bus face",
  mr_monopoly: "with Mr. Monopoly",
  triple: "by triples",
  ticket: "by bus ticket",
  auction_space: "from the auction space",
  jail: "to jail",
};

const ROLLS: Record<string, string> = {
  order: "for who begins",
  jail: "to get out of jail",
  utility: "for the utility's rent",
};

const DEEDS: Record<string, [verb: string, how: string]> = {
  price: ["buys", ""],
  auction: ["gets", "at auction"],
  trade: ["gets", "in a trade"],
  bankruptcy: ["takes over", "in bankruptcy"],
};

const ENDS: Record<string, string> = {
  last_solvent: "one player is left",
  max_rounds: "the last round is over",
  forfeit: "the others have forfeited",
};

/** Verbs whose form for "you" is not the same word without its s. */
const PLURALS: Record<string, string> = { is: "are", goes: "go", does: "do", passes: "pass" };

/** Each choice as a verb phrase: "buys %". "%" is the space of the question, or "it". */
const CHOSEN: Record<string, string> = {
  "jail roll": "rolls for doubles",
  "jail pay": "pays to leave jail",
  "jail card": "uses a card to leave jail",
  "buy buy": "buys %",
  "buy decline": "does not buy %",
  "trade accept": "accepts the offer",
  "trade reject": "declines the offer",
  "trade counter": "makes a counter-offer",
  "tax flat": "pays the flat amount",
  "tax share": "pays a tenth",
  "card pay": "pays",
  "card draw": "draws from the other deck",
  "claim claim": "claims the rent",
  "claim waive": "waives the rent",
  "bus sum": "moves by both dice",
  "bus first": "moves by the first die",
  "bus second": "moves by the second die",
  "ride ticket": "takes a bus ticket",
  "ride advance": "goes on to the next card space",
  "ticket roll": "rolls the dice",
  "ticket use": "uses a bus ticket",
  "gift cash": "takes the cash",
  "gift ticket": "takes a bus ticket",
};

export class Words {
  constructor(private readonly game: Game) {}

  money(amount: number): string {
    return money(amount);
  }

  /** A player by name, or "you". A name may be any word, "me" for one: it stands where each does, so after "to" or "from", never
   * after "of". */
  player(seat: number): string {
    return seat === this.game.you ? "you" : this.game.names[seat] ?? `seat ${seat}`;
  }

  /** A player as the subject of a sentence that begins with it. `verb`: as for a name, "pays" or "is asked to". */
  says(seat: number, verb: string): string {
    return `${seat === this.game.you ? "You" : this.player(seat)} ${this.verb(seat, verb)}`;
  }

  /** What a player does: "pays trader $50", or "pay trader $50" where you are that player. */
  verb(seat: number, verb: string): string {
    return seat === this.game.you ? verb.replace(/^\w+/, (first) => PLURALS[first] ?? first.replace(/s$/, "")) : verb;
  }

  party(party: Party | undefined): string {
    if (typeof party === "number") {
      return this.player(party);
    }
    return party === "deck" ? "the deck" : party === "gone" ? "out of play" : "the bank";
  }

  space(space: number | undefined): string {
    return space === undefined ? "" : this.game.edition.spaces[space]?.name ?? `space ${space}`;
  }

  spaces(list: readonly number[]): string {
    return list.map((space) => this.space(space)).join(", ");
  }

  level(space: number, level: number): string {
    if (this.game.edition.spaces[space]?.kind === "rail") {
      return level ? "a depot" : "no depot";
    }
    return LEVELS[level] ?? `level ${level}`;
  }

  deck(deck: string): string {
    return this.game.edition.decks.find((d) => d.deck === deck)?.name || deck;
  }

  card(deck: string, card: string): string {
    const cards = this.game.edition.decks.find((d) => d.deck === deck)?.cards;
    return cards?.find((c) => c.id === card)?.text || card;
  }

  dice(dice: readonly Die[]): string {
    return dice
      .map((die) => (die === "mr" ? "Mr. Monopoly" : die === "bus" ? "bus" : String(die)))
      .join(" + ");
  }

  /** Both sides of a trade: what the proposer gives, and gets. */
  goods(offer: Offer): { give: string[]; get: string[] } {
    const side = (cash: number, deeds: number[], cards: number[], tickets: number): string[] => [
      ...(cash ? [money(cash)] : []),
      ...deeds.map((space) => this.space(space)),
      ...(cards.length ? [plural(cards.length, "jail card")] : []),
      ...(tickets ? [plural(tickets, "bus ticket")] : []),
    ];
    return {
      give: side(offer.give_cash, offer.give_deeds, offer.give_cards, offer.give_tickets),
      get: side(offer.get_cash, offer.get_deeds, offer.get_cards, offer.get_tickets),
    };
  }

  /** What stands behind "offers". */
  offer(offer: Offer): string {
    const { give, get } = this.goods(offer);
    return `${this.player(offer.to)} ${give.join(", ") || "nothing"} for ${get.join(", ") || "nothing"}`;
  }

  /** One line for an event, with its players' names. */
  event(event: Event): string {
    switch (event.type) {
      case "game_start":
        return `The game begins: ${event.players.map((p) => this.player(p.seat)).join(", ")}`;
      case "turn":
        return `Turn ${event.turn}, round ${event.round}: ${this.player(event.seat)}`;
      case "question":
        return `${this.says(event.seat, "is asked")}: ${this.questionShort(event)}`;
      case "answer":
        return this.answerLine(event);
      case "roll":
        return join(this.says(event.seat, "rolls"), this.dice(event.dice), ROLLS[event.why]);
      case "move":
        return join(
          this.says(event.seat, "goes to"),
          this.space(event.to),
          event.why === "roll" ? "" : `(${MOVES[event.why] ?? event.why})`,
        );
      case "jail":
        return event.in
          ? `${this.says(event.seat, "goes to jail")} (${event.why.replaceAll("_", " ")})`
          : `${this.says(event.seat, "leaves jail")} (${event.why.replaceAll("_", " ")})`;
      case "card":
        return `${this.says(event.seat, "draws")} ${this.deck(event.deck)}: ${this.card(event.deck, event.card)}`;
      case "cash":
        return this.cash(event.from, event.to, event.amount, event.why, event.space);
      case "deed":
        return typeof event.to === "number"
          ? join(
              this.says(event.to, DEEDS[event.why]?.[0] ?? "receives"),
              this.space(event.space),
              typeof event.from === "number" ? `from ${this.player(event.from)}` : "",
              DEEDS[event.why]?.[1] ?? `(${event.why})`,
              this.forCash(event),
            )
          : `${this.space(event.space)} goes from ${this.party(event.from)} back to the bank`;
      case "level":
        return this.byOwner(event, event.to > event.from ? "builds on" : "sells from", `: ${this.level(event.space, event.from)} → ${this.level(event.space, event.to)}`);
      case "depot":
        return this.byOwner(event, event.on ? "builds on" : "sells from", `: ${event.on ? "a depot" : "its depot is gone"}`);
      case "mortgage":
        return this.byOwner(event, event.on ? "mortgages" : "lifts the mortgage of", event.on ? " is mortgaged" : " is no longer mortgaged");
      case "jail_card":
        return `A get-out-of-jail card goes from ${this.party(event.from)} to ${this.party(event.to)}`;
      case "ticket":
        return `A bus ticket goes from ${this.party(event.from)} ${event.to === "gone" ? "out of play" : `to ${this.party(event.to)}`}`;
      case "bankrupt":
        return `${this.says(event.seat, "is bankrupt")} to ${this.party(event.to)}, place ${event.place}`;
      case "auction":
        return `Auction of ${event.space === undefined ? `a ${event.unit}` : this.space(event.space)}, from ${money(event.amount)}`;
      case "bid":
        return `${this.says(event.seat, "bids")} ${money(event.amount)}`;
      case "drop":
        return this.says(event.seat, "drops out");
      case "offer":
        return `${this.says(event.seat, "offers")} ${this.offer(event.offer)}`;
      case "offer_end":
        return `${event.seat === this.game.you ? "Your offer" : `The offer from ${this.player(event.seat)}`} to ${this.player(event.to)} is ${event.why === "void" ? "no longer lawful" : event.why}`;
      case "forfeit":
        return `${this.says(event.seat, "forfeits")}: defaults from now on`;
      case "log":
      case "say":
      case "note":
      case "refused":
        return `${this.player(event.seat)}: ${this.remark(event)}`;
      case "game_end":
        return `The game is over: ${ENDS[event.why] ?? event.why}`;
      default:
        return unknown(event);
    }
  }

  remark(event: RemarkEvent): string {
    switch (event.type) {
      case "log":
        return `\u201c${event.text}\u201d`;
      case "say":
        return `to the table: \u201c${event.text}\u201d`;
      case "note":
        return `${event.key} = ${event.value}`;
      case "refused":
        return this.refused(event);
    }
  }

  /** What the bot had answered, and why that was not taken. */
  refused(event: RefusedEvent): string {
    const parts = event.answer ? this.does(event.kind, event.answer) : event.bytes ?? "";
    const where = event.verdict === "late" ? ` to decision ${event.decision}, ${event.kind},` : "";
    return `Its answer${where} was ${event.verdict}: ${event.text}${parts && `: ${parts}`}`;
  }

  /** What is asked, in the manifest's words. */
  question(kind: string): string {
    return this.game.decisions[kind]?.text ?? kind;
  }

  fallback(kind: string): string {
    return this.game.decisions[kind]?.fallback ?? "";
  }

  verdict(verdict: string): string {
    return this.game.verdicts[verdict] ?? verdict;
  }

  /** The figures of a question, as label and text. */
  figures(q: QuestionEvent): [string, string][] {
    const list: [string, string][] = [];
    const add = (label: string, text: string | undefined) => text && list.push([label, text]);
    add("Space", this.space(q.space));
    if (q.other !== undefined && q.kind !== "trade") {
      add(q.kind === "claim" ? "Would pay" : "Creditor", this.party(q.other));
    }
    add("Building", q.unit);
    add("Debt for", q.why?.replaceAll("_", " "));
    if (q.amount) {
      add(AMOUNTS[q.kind] ?? "Amount", q.kind === "layout" ? String(q.amount) : money(q.amount));
    }
    add(q.kind.endsWith("bid") ? "Highest bid" : "Limit", q.limit ? money(q.limit) : undefined);
    add(q.kind === "interest" || q.kind === "layout" ? "Deeds" : "Legal spaces", q.spaces && this.spaces(q.spaces));
    if (q.offers !== undefined && (q.kind === "manage" || q.kind === "debt")) {
      add("Proposals left", String(q.offers));
    }
    return list;
  }

  /** What an answer does, a part each; empty when it does nothing. */
  answerParts(kind: string, a: Answer): string[] {
    const parts: string[] = [];
    if (a.choice !== undefined) {
      parts.push(a.choice);
    }
    if (a.space !== undefined) {
      parts.push(this.space(a.space));
    }
    if (a.bid !== undefined) {
      const none = kind !== "bid" ? "no bid" : this.game.edition.rules["auction"] === 2 ? "pass" : "drop out";
      parts.push(a.bid ? `bid ${money(a.bid)}${a.limit ? ` up to ${money(a.limit)}` : ""}` : none);
    }
    for (const { space, level } of a.levels ?? []) {
      parts.push(`${this.space(space)} to ${this.level(space, level)}`);
    }
    if (a.mortgage?.length) {
      parts.push(`mortgage ${this.spaces(a.mortgage)}`);
    }
    if (a.lift?.length) {
      parts.push(`lift ${this.spaces(a.lift)}`);
    }
    for (const offer of a.offers ?? []) {
      parts.push(`offer ${this.offer(offer)}`);
    }
    return parts;
  }

  /** The same as one text. */
  does(kind: string, a: Answer): string {
    return this.answerParts(kind, a).join("; ") || "do nothing";
  }

  private questionShort(q: QuestionEvent): string {
    const about = q.space === undefined ? "" : ` ${this.space(q.space)}`;
    const choices = q.choices?.length ? ` (${q.choices.join(" | ")})` : "";
    return `${q.kind.replaceAll("_", " ")}${about}${choices}`;
  }

  private answerLine(event: AnswerEvent & { n: number }): string {
    const verdict = event.verdict === "ok" ? "" : ` [${event.verdict}: the default is taken]`;
    return this.told(event) + verdict;
  }

  /** An answer as a sentence: "trader buys Boardwalk", "trader neither builds nor trades". */
  private told(event: AnswerEvent & { n: number }): string {
    const { seat, kind, answer } = event;
    if (isIdle(event)) {
      return seat === this.game.you ? "You neither build nor trade" : `${this.player(seat)} neither builds nor trades`;
    }
    const [first = "goes on", ...rest] = this.answerParts(kind, answer).map((part, i) =>
      this.verb(seat, i === 0 && answer.choice !== undefined ? this.chosen(event) : acting(kind, part)));
    return [`${seat === this.game.you ? "You" : this.player(seat)} ${first}`, ...rest].join("; ");
  }

  private chosen({ n, seat, kind, answer }: AnswerEvent & { n: number }): string {
    const asked = this.game.events.slice(Math.max(0, n - 40), n).findLast((event) => event.type === "question" && event.seat === seat);
    const space = asked?.type === "question" ? this.space(asked.space) : "";
    return CHOSEN[`${kind} ${answer.choice}`]?.replace("%", space || "it") ?? `chooses ${answer.choice}`;
  }

  /** The payment that the event before this one told of, for the same space. */
  private payment(event: Event & { space: number }): CashEvent | undefined {
    const before = this.game.events[event.n - 1];
    return before?.type === "cash" && isToldBy(before, event) ? before : undefined;
  }

  private forCash(event: Event & { space: number }): string {
    const paid = this.payment(event);
    return paid ? `for ${money(paid.amount)}` : "";
  }

  /** A building or a mortgage, as a sentence about the owner if the event before shows who paid. */
  private byOwner(event: Event & { space: number }, verb: string, change: string): string {
    const paid = this.payment(event);
    const owner = paid && [paid.from, paid.to].find((party) => typeof party === "number");
    return typeof owner !== "number" ? `${this.space(event.space)}${change}`
      : `${this.says(owner, verb)} ${this.space(event.space)}${event.type === "mortgage" ? " for " : `${change}, `}${money(paid!.amount)}`;
  }

  private cash(from: Party, to: Party, amount: number, why: string, space?: number): string {
    const [paid, received] = CASH[why] ?? [`(${why})`, `(${why})`];
    const about = (text: string) =>
      space === undefined ? text.replace(/\b(of|on|from|for|as) %/, "").trim() : text.replace("%", this.space(space));
    if (typeof from === "number") {
      const whom = typeof to === "number" ? `${this.player(to)} ` : "";
      return join(this.says(from, "pays"), `${whom}${money(amount)}`, about(paid));
    }
    return join(typeof to === "number" ? this.says(to, "receives") : `${this.party(to)} receives`, money(amount), about(received));
  }
}

const AMOUNTS: Record<string, string> = {
  buy: "Price",
  debt: "Owed",
  claim: "Rent",
  tax: "Flat amount",
  jail: "Fine",
  card: "Fine",
  gift: "Cash",
  bid: "Lowest bid",
  sealed_bid: "Lowest bid",
  interest: "10% of all",
  layout: "Levels to lay",
};

export function money(amount: number): string {
  return `${amount < 0 ? "−" : ""}$${Math.abs(amount).toLocaleString("en-US")}`;
}

export function plural(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

/** A part of an answer, "offer trader $50", as what a player does: "offers trader $50". */
function acting(kind: string, part: string): string {
  const [verb = "", ...rest] = part.split(" ");
  if (["offer", "mortgage", "lift", "bid", "drop"].includes(verb)) {
    return [`${verb}s`, ...rest].join(" ");
  }
  return part === "pass" ? "passes" : part === "no bid" ? "does not bid" : kind === "place" || kind === "triple" || kind === "lot" ? `chooses ${part}` : `takes ${part}`;
}

function join(...words: (string | undefined)[]): string {
  return words.filter(Boolean).join(" ");
}

function unknown(event: never): string {
  const { n: _n, type, ...rest } = event as { n: number; type: string };
  return `${type} ${JSON.stringify(rest)}`;
}
