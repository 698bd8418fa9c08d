// The players: cash, worth, deeds by set, cards, tickets and their state. All rows have the same height.
import { render, type ComponentChild } from "preact";
import { groupColours } from "./colour";
import type { Game } from "./game";
import { Chip, Icon } from "./parts";
import { markOf, seatClass } from "./seat";
import { ownsGroup, worth, type State } from "./state";
import { money, plural } from "./words";

/** Size of the strip of deeds, in its own units. */
const [PIP, HIGH] = [8, 16];

/** What the rows show. */
interface Shown {
  readonly state: State;
  /** Cash before the event. */
  readonly before: readonly number[];
  readonly winners: readonly number[];
}

/** A badge: what it says where there is room, what it says where there is none, and in full. */
const Badge = ({ kind, long, short, full = long }: { kind: string; long: string; short: ComponentChild; full?: string }) =>
  <span class={`badge ${kind}`} title={full}><span class="long">{long}</span><span class="short" aria-hidden="true">{short}</span></span>;

function Badges({ seat, shown: { state, winners } }: { seat: number; shown: Shown }) {
  const kind = state.question[seat]?.kind.replaceAll("_", " "), tickets = state.tickets[seat]!, cards = cardsOf(state, seat);
  return (
    <span class="badges">
      {winners.includes(seat) && <Badge kind="win" long="winner" short="won" />}
      {state.forfeited[seat] && <Badge kind="bad" long="forfeited" short="forfeit" full="forfeited: plays defaults, and ranks last" />}
      {state.jail[seat] && <Badge kind="jail" long="in jail" short={<Icon name="jail" />} />}
      {kind !== undefined && <Badge kind="asked" long={`${kind}?`} short="?" full={`is asked: ${kind}`} />}
      {cards > 0 && <span class="held" title={plural(cards, "get-out-of-jail card")}><Icon name="key" />{cards}</span>}
      {tickets > 0 && <span class="held" title={plural(tickets, "bus ticket")}><Icon name="busticket" />{tickets}</span>}
    </span>
  );
}

const cardsOf = (state: State, seat: number): number => state.jailHolder.filter((holder) => holder === seat).length;

/** A pip for each deed, set by set: those of the seat stand out, and a line is below a whole set. */
function Strip({ game: { edition }, colours, state, seat }: { game: Game; colours: readonly string[]; state: State; seat: number }) {
  let x = 0;
  const sets = edition.groups.map((group, g) => {
    const from = x;
    const pips = group.deeds.map((space, k) => {
      const mine = state.owner[space] === seat;
      return (
        <rect key={space} x={from + k * PIP + 0.5} width={PIP - 1.5} y={mine ? 1 : HIGH - 6} height={mine ? HIGH - 5 : 2}
          class={`pip${mine ? " mine" : ""}${mine && state.mortgaged[space] ? " mortgaged" : ""}`}><title>{edition.spaces[space]!.name}</title></rect>
      );
    });
    const end = from + group.deeds.length * PIP;
    x = end + PIP / 2;
    return (
      <g class={ownsGroup(edition, state, g, seat) ? "set full" : "set"} style={{ "--g": colours[g]! }}>
        <title>{group.name}</title>{pips}<rect x={from + 0.5} y={HIGH - 2.5} width={end - from - 1.5} height={2.5} class="line" />
      </g>
    );
  });
  return <svg class="sets" preserveAspectRatio="none" aria-hidden="true" viewBox={`0 0 ${x - PIP / 2} ${HIGH}`} style={{ maxWidth: `${x * 1.2}px` }}>{sets}</svg>;
}

export class Players {
  private readonly colours: readonly string[];
  private shown?: Shown;
  private selected: number | undefined;

  constructor(private readonly host: HTMLElement, private readonly game: Game, private readonly onSelect: (seat: number) => void) {
    this.colours = groupColours(game.edition);
  }

  /** `before`: cash before the event, to show what it changed. */
  show(state: State, before: readonly number[], winners: readonly number[]): void {
    this.shown = { state, before, winners };
    this.draw();
  }

  select(seat: number | undefined): void {
    this.selected = seat;
    this.draw();
  }

  private draw(): void {
    render(this.shown && this.game.names.map((name, seat) => this.card(name, seat, this.shown!)), this.host);
  }

  private card(name: string, seat: number, shown: Shown) {
    const { state, before } = shown;
    const cash = state.cash[seat]!, total = worth(this.game.edition, state, seat), place = state.place[seat]!;
    const change = cash - (before[seat] ?? cash);
    return (
      <button type="button" class={`player ${seatClass(seat)}${state.turnSeat === seat && !state.over ? " turn" : ""}${place !== 0 ? " out" : ""}`}
        aria-pressed={seat === this.selected} title={`${markOf(seat)} ${name}, seat ${seat}: select for jumps and for the list of events`}
        data-seat={seat} data-cash={cash} data-worth={total} data-cards={cardsOf(state, seat)} data-tickets={state.tickets[seat]}
        data-jail={state.jail[seat]} data-place={place} onClick={() => this.onSelect(seat)}>
        <span class="who"><Chip seat={seat} /><span class="name">{name}</span><Badges seat={seat} shown={shown} /></span>
        <span class="purse">
          <span class={`change${change < 0 ? " minus" : ""}`}>{change ? `${change > 0 ? "+" : "−"}${money(Math.abs(change))}` : ""}</span>
          <span class="cash">{money(cash)}</span>
        </span>
        <span class="deeds"><Strip game={this.game} colours={this.colours} state={state} seat={seat} /><span class="fate">{place ? `bankrupt, place ${place}` : ""}</span></span>
        <span class="worth"><span class="label">worth </span><span class="figure">{money(total)}</span></span>
      </button>
    );
  }
}
