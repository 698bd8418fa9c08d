// The middle of the board: the events up to this moment, or the deed of a space.
import { render } from "preact";
import type { Turning } from "./analysis";
import { groupColours } from "./colour";
import { actorOf, type Die, type Event, type Offer } from "./event";
import type { Game } from "./game";
import { points } from "./luck";
import { Chip, Icon, Moment } from "./parts";
import { stock, type State } from "./state";
import { money, plural, type Words } from "./words";

const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [3, 1], [3, 3], [2, 2]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

const STREET = ["Rent", "1 house", "2 houses", "3 houses", "4 houses", "Hotel", "Skyscraper"];

const DieOf = ({ die, third }: { die: Die; third: boolean }) => (
  <svg viewBox="0 0 40 40" class={third ? "die third" : "die"}>
    <rect x={2} y={2} width={36} height={36} rx={8} />
    {typeof die === "number" ? (PIPS[die] ?? []).map(([x, y]) => <circle cx={x * 10} cy={y * 10} r={3.6} />) : <text x={20} y={25}>{die === "mr" ? "Mr" : "bus"}</text>}
  </svg>
);

/** A figure of a deed; `current` marks the one that holds now. */
type Figure = readonly [label: string, text: string, current?: boolean] | false | 0;

export class Stage {
  private readonly colours: string[];

  constructor(
    private readonly host: HTMLElement,
    private readonly game: Game,
    private readonly words: Words,
    private readonly turnings: readonly Turning[],
    private readonly onGo: (n: number) => void,
    private readonly onClose: () => void,
  ) {
    this.colours = groupColours(game.edition);
  }

  /** Shows an event. `earlier` has the events before it, the latest first. */
  showMoment(state: State, event: Event, earlier: readonly Event[]): void {
    const begins = event.type === "game_start" && this.turnings.length > 0;
    this.host.classList.remove("with-deed");
    this.host.classList.toggle("ended", event.type === "game_end");
    this.host.classList.toggle("begins", begins);
    render(
      <>
        {this.heading(state)}
        {begins ? this.turned() : (
          <ol class="story" aria-label="Before that">{[...earlier].reverse().map((one) => <li class={`is-${one.type}`}>{this.told(one)}</li>)}</ol>
        )}
        <p class={`sentence${state.over && event.type === "game_end" ? " end" : ""}`}>{this.told(event)}</p>
        {this.extra(state, event)}
        {this.bank(state)}
      </>, this.host);
  }

  showDeed(state: State, index: number): void {
    const { edition } = this.game, space = edition.spaces[index]!, group = edition.groups[space.group];
    const here = state.space.flatMap((at, seat) => (at === index && !state.place[seat] ? [this.words.player(seat)] : []));
    const figures: Figure[] = [
      ...(group ? this.deed(state, index) : [space.amount > 0 && (["Amount", money(space.amount)] as const)]),
      here.length > 0 && (["Here", here.join(", ")] as const),
    ];
    this.host.classList.add("with-deed");
    render(
      <section class="deed" aria-label={space.name}>
        <button type="button" class="icon-button close" aria-label="Close" onClick={this.onClose}><Icon name="close" /></button>
        <div class={`deed-title${group?.kind === "street" ? " coloured" : ""}`} style={group?.kind === "street" ? { "--g": this.colours[space.group]! } : {}}>
          <small>{`Space ${index}${group ? ` · ${group.name}` : ""}`}</small><strong>{space.name}</strong>
        </div>
        <table class="figures">
          {figures.map((figure) => figure && <tr class={figure[2] ? "current" : undefined}><th scope="row">{figure[0]}</th><td>{figure[1]}</td></tr>)}
        </table>
      </section>, this.host);
  }

  private deed(state: State, index: number): Figure[] {
    const space = this.game.edition.spaces[index]!, owner = state.owner[index]!, mortgaged = state.mortgaged[index]!, level = state.level[index]!;
    return [
      ["Owner", owner < 0 ? "the bank" : this.words.player(owner)],
      ...this.rents(state, index),
      ["Price", money(space.price)],
      ["Mortgage", `${money(space.mortgage)}${mortgaged ? " (mortgaged)" : ""}`, mortgaged],
      space.kind === "street" && space.house_cost && ["House", money(space.house_cost)],
      space.tower_cost && ["Skyscraper", money(space.tower_cost)],
      space.depot_cost && ["Depot", `${money(space.depot_cost)}${level ? " (built)" : ""}`, level > 0],
    ];
  }

  private rents(state: State, index: number): Figure[] {
    const space = this.game.edition.spaces[index]!, owner = state.owner[index]!;
    if (space.kind === "street") {
      return STREET.slice(0, space.tower_cost ? 7 : 6).map((label, level) => [label, money(space.rent[level]!), owner >= 0 && state.level[index] === level && !state.mortgaged[index]]);
    }
    const { deeds } = this.game.edition.groups[space.group]!;
    const owned = owner < 0 ? 0 : deeds.filter((deed) => state.owner[deed] === owner).length;
    return deeds.map((_deed, k) => [`${k + 1} owned`, space.kind === "rail" ? money(space.rent[k]!) : `${space.rent[k]!} × dice`, owned === k + 1]);
  }

  private heading({ turnSeat, round, turn, dice }: State) {
    return (
      <div class="heading">
        <span class="clock">{round ? `Round ${round} · Turn ${turn}` : "Before the first turn"}</span>
        {turnSeat < 0 ? <span>{this.game.edition.title || this.game.edition.name}</span>
          : <span class="whose"><Chip seat={turnSeat} /><span class="whose-name">{this.words.player(turnSeat)}</span></span>}
        {dice.length > 0 ? <span class="dice" role="img" aria-label={`Dice: ${this.words.dice(dice)}`}>{dice.map((die, i) => <DieOf die={die} third={i === 2} />)}</span>
          : <span class="dice" />}
      </div>
    );
  }

  /** An event with the seat that acts. */
  private told(event: Event) {
    return <><Chip seat={actorOf(this.game.events, event.n)} /><span>{this.words.event(event)}</span></>;
  }

  /** Shows the turning points, before the game begins. */
  private turned() {
    return (
      <section class="turned" aria-label="Where the game turned">
        <h3>Where the game turned</h3>
        <ol>
          {this.turnings.map(({ n, turn, seat, amount, mark, text }) => (
            <li><small>{`turn ${turn}`}</small><Chip seat={seat} /><span class="amount">{points(amount, 2)}</span><Moment n={n} mark={mark} text={text} go={this.onGo} /></li>
          ))}
        </ol>
      </section>
    );
  }

  private extra({ offer, auction, card }: State, event: Event) {
    if (event.type === "game_end") {
      const order = event.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
      return (
        <ol class="ranking">
          {order.map(({ place, seat }) => {
            const share = this.game.luck?.seats[seat];
            return (
              <li>
                <b>{`${place}.`}</b><Chip seat={seat} /><span>{this.words.player(seat)}</span>
                {share && <span class="share">{`luck ${points(share.luck, 2)}, skill ${points(share.skill, 2)}`}</span>}<span class="sum">{money(event.worth[seat]!)}</span>
              </li>
            );
          })}
        </ol>
      );
    }
    if (offer) {
      return this.offer(offer.seat, offer.offer, offer.end);
    }
    if (auction) {
      return (
        <div class="slip">
          <small>Auction</small><strong>{auction.space === undefined ? `a ${auction.unit}` : this.words.space(auction.space)}</strong>
          <span class="bid"><Chip seat={auction.bidder} />{auction.bidder === undefined ? `from ${money(auction.least)}` : money(auction.high)}</span>
          {auction.out.length > 0 && <span class="faint">{`out: ${auction.out.map((seat) => this.words.player(seat)).join(", ")}`}</span>}
        </div>
      );
    }
    return card && <div class="slip card"><small>{this.words.deck(card.deck)}</small><span>{this.words.card(card.deck, card.card)}</span></div>;
  }

  private offer(seat: number, offer: Offer, end: string) {
    const { give, get } = this.words.goods(offer);
    const side = (who: number, goods: string[]) => <div><b><Chip seat={who} />{this.words.player(who)}</b><span>{goods.join(", ") || "nothing"}</span></div>;
    return <div class="slip offer"><small>{end ? `Offer: ${end}` : "Offer"}</small>{side(seat, give)}{side(offer.to, get)}</div>;
  }

  private bank(state: State) {
    const left = stock(this.game.edition, state), { rules } = this.game.edition;
    const kinds = ["house", "hotel", ...(rules["skyscrapers"] ? ["skyscraper"] : []), ...(rules["depots"] ? ["depot"] : [])];
    return <div class="bank">{`Bank: ${kinds.map((kind) => plural(left[kind as keyof typeof left]!, kind)).join(" · ")}`}</div>;
  }
}
