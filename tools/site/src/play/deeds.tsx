// The rents, sets and payments behind a purchase, a trade or a move, for the person at the table.
import type { Offer } from "../game/event";
import type { Edition, Game } from "../game/game";
import { FactList } from "../game/parts";
import { ownsGroup, type State } from "../game/state";
import { money, type Words } from "../game/words";

/** Rents, the rest of the set, and your cash after you have paid `price`. */
export function DeedFacts({ game, state, words, space, me, price }: { game: Game; state: State; words: Words; space: number; me: number; price: number | undefined }) {
  const { edition } = game;
  const group = edition.groups[edition.spaces[space]!.group];
  const others = group?.deeds.filter((deed) => deed !== space) ?? [];
  const facts: [string, string][] = [["Rent", rents(edition, space)]];
  if (group) {
    facts.push([group.name, others.every((deed) => state.owner[deed] === me) ? "completes your set" : others.map((deed) => `${words.space(deed)}: ${owner(state, words, deed)}`).join(", ")]);
  }
  return <FactList id="deed-facts" facts={price === undefined ? facts : [...facts, ["Cash afterwards", money(state.cash[me]! - price)]]} />;
}

function owner(state: State, words: Words, deed: number): string {
  return state.owner[deed]! < 0 ? "for sale" : words.player(state.owner[deed]!);
}

function rents(edition: Edition, index: number): string {
  const space = edition.spaces[index]!;
  const { length } = edition.groups[space.group]?.deeds ?? [];
  if (space.kind === "street") {
    const [bare, ...built] = space.rent.slice(0, space.tower_cost ? 7 : 6).map(money);
    return `${bare}; with houses ${built.slice(0, 4).join(", ")}; hotel ${built[4]}${built[5] ? `; skyscraper ${built[5]}` : ""}`;
  }
  const each = space.rent.slice(0, length).map((rent) => (space.kind === "rail" ? money(rent) : `${rent} × dice`));
  return `${each.join(", ")} by the number owned`;
}

/** Tells the payment on a space: "Oriental Avenue: rent $90 to trader". */
export function landing(edition: Edition, state: State, words: Words, index: number, me: number): string {
  const space = edition.spaces[index]!;
  const name = words.space(index);
  const whose = state.owner[index]!;
  if (space.group < 0) {
    return space.amount ? `${name}: ${money(space.amount)}` : name;
  }
  if (whose < 0 || whose === me || state.mortgaged[index]) {
    return `${name}: ${whose < 0 ? `for sale, ${money(space.price)}` : whose === me ? "yours" : "mortgaged"}`;
  }
  const level = state.level[index]!;
  const owned = edition.groups[space.group]!.deeds.filter((deed) => state.owner[deed] === whose).length;
  // A full set, a depot or a card raises the rent that stands on the deed.
  const rent = space.kind === "street" ? `${level ? "" : "from "}${money(space.rent[level]!)}`
    : space.kind === "rail" ? `${level ? "from " : ""}${money(space.rent[owned - 1]!)}` : `${space.rent[owned - 1]!} × dice`;
  return `${name}: rent ${rent} to ${words.player(whose)}`;
}

/** "It completes Orange for you." A trade of `from`, and whose sets it completes; "" if none. */
export function completes(edition: Edition, state: State, words: Words, from: number, offer: Offer): string {
  const after = { ...state, owner: state.owner.slice() };
  offer.give_deeds.forEach((deed) => (after.owner[deed] = offer.to));
  offer.get_deeds.forEach((deed) => (after.owner[deed] = from));
  const sets = edition.groups.flatMap((group, g) => [from, offer.to].filter((seat) => ownsGroup(edition, after, g, seat) && !ownsGroup(edition, state, g, seat))
    .map((seat) => `${group.name} for ${words.player(seat)}`));
  return sets.length ? `It completes ${sets.join(" and ")}.` : "";
}
