// Questions in words to the person at the table.
import type { Edition } from "../game/game";
import type { State } from "../game/state";
import { money, type Words } from "../game/words";
import { completes, landing } from "./deeds";
import type { Ask } from "./question";
import { flip } from "./question";

/** One or two sentences. */
export function sayQuestion(ask: Ask, state: State, words: Words, edition: Edition): string {
  const space = words.space(ask.space);
  const amount = money(ask.amount ?? 0);
  switch (ask.kind) {
    case "manage":
      return "Before the roll: build, sell, mortgage, lift a mortgage, offer trades, or go on.";
    case "jail":
      return `You are in jail. Roll for doubles, pay ${amount}, or use a card?`;
    case "buy":
      return ask.raise ? `Buy ${space} for ${amount}? You have ${money(state.cash[ask.seat]!)}, so you must raise the rest.` : `Buy ${space} for ${amount}?`;
    case "bid":
    case "sealed_bid":
      return sayLot(ask, state, words);
    case "debt":
      return `You are ${money((ask.amount ?? 0) - state.cash[ask.seat]!)} short of the ${amount} that you owe to ${words.party(ask.other)} (${(ask.why ?? "").replaceAll("_", " ")}). Sell, mortgage, or trade.`;
    case "trade": {
      const { give, get } = words.goods(flip(ask.offer!, ask.other as number));
      return [`${words.party(ask.other)} offers a trade. You give ${give.join(", ") || "nothing"} and get ${get.join(", ") || "nothing"}.`,
        completes(edition, state, words, ask.other as number, ask.offer!)].filter(Boolean).join(" ");
    }
    case "interest":
      return `You have received mortgaged deeds. Which mortgages do you lift now? On the others 10% is due, ${amount} for all.`;
    case "place":
      return `You have won a ${ask.unit}. Where does it go?`;
    case "tax":
      return `${space}: pay ${amount}, or a tenth of what you are worth?`;
    case "claim":
      return `${words.party(ask.other)} stands on ${space}; the rent is ${amount}. Claim it?`;
    case "triple":
      return "Triples: move to any other space.";
    case "lot":
      return "The auction space: which deed is auctioned?";
    case "layout":
      return `The set is complete, but you cannot build it up. Spread what stands on it evenly: ${ask.amount} levels, a hotel being 5. Any more are sold.`;
    case "bus":
      return "The speed die shows the bus. Move by one of the dice, or by both?";
    case "ride":
      return "The speed die shows the bus. Take a bus ticket, or go on to the next card space?";
    case "ticket":
      return `Roll the dice, or use a bus ticket? You have ${state.tickets[ask.seat]}.`;
    case "gift":
      return `A birthday gift: take ${amount}, or a bus ticket?`;
    case "card":
      return `The card: pay ${amount}, or draw from the other deck?`;
    default:
      return `${words.question(ask.kind)}.`;
  }
}

/** A space to choose; where others have the same name, with the space that it stands before. */
export function saySpace(ask: Ask, space: number, words: Words, spaces: number): string {
  const name = words.space(space);
  return ask.spaces!.some((other) => other !== space && words.space(other) === name) ? `${name}, before ${words.space((space + 1) % spaces)}` : name;
}

function sayLot(ask: Ask, state: State, words: Words): string {
  const lot = ask.space === undefined ? `a ${ask.unit}` : words.space(ask.space);
  const auction = state.auction;
  const high = auction?.bidder !== undefined ? ` ${words.says(auction.bidder, "bids")} ${money(auction.high)}.` : "";
  const sealed = ask.kind === "sealed_bid" ? " Bids are sealed: you have one." : "";
  const most = ask.limit ?? 0;
  const range = most < (ask.amount ?? 0) ? "You cannot bid." : `You may bid ${money(ask.amount ?? 0)} to ${money(most)}.`;
  return `Auction of ${lot}.${high}${sealed} ${range}`;
}

/** Returns the text of a button. */
export function sayChoice(ask: Ask, choice: string, state: State, words: Words, edition: Edition): string {
  const [first, second] = [Number(state.dice[0]), Number(state.dice[1])];
  const move = (by: number) => ask.kind !== "bus" ? "" : `${by} to ${landing(edition, state, words, (state.space[ask.seat]! + by) % edition.spaces.length, ask.seat)}`;
  const amount = money(ask.amount ?? 0);
  const labels: Record<string, string> = {
    "jail roll": "Roll for doubles",
    "jail pay": `Pay ${amount}`,
    "jail card": "Use a card",
    "buy buy": ask.raise ? `Raise the money and buy…` : `Buy for ${amount}`,
    "buy decline": edition.rules["auction_on_decline"] === 1 ? "Leave it to an auction" : "Do not buy",
    "trade accept": "Accept",
    "trade reject": "Decline",
    "trade counter": "Counter-offer…",
    "tax flat": `Pay ${amount}`,
    "tax share": "Pay a tenth of my worth",
    "card pay": `Pay ${amount}`,
    "card draw": "Draw from the other deck",
    "claim claim": `Claim ${amount}`,
    "claim waive": "Let it go",
    "bus sum": `Both dice: ${move(first + second)}`,
    "bus first": `First die: ${move(first)}`,
    "bus second": `Second die: ${move(second)}`,
    "ride ticket": "Take a bus ticket",
    "ride advance": "Go on to the next card space",
    "ticket roll": "Roll the dice",
    "ticket use": "Use a bus ticket…",
    "gift cash": `Take ${amount}`,
    "gift ticket": "Take a bus ticket",
  };
  return labels[`${ask.kind} ${choice}`] ?? choice;
}
