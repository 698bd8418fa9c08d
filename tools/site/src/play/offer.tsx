// The form of an offer, in two columns: your side and the other player's.
import { groupColours } from "../game/colour";
import type { Offer } from "../game/event";
import type { Game } from "../game/game";
import { Chip } from "../game/parts";
import type { State } from "../game/state";
import { money, type Words } from "../game/words";
import { completes } from "./deeds";
import { emptyOffer } from "./question";

const Good = ({ name, text, chosen, colour, onChoose }: { name: string; text: string; chosen: boolean; colour?: string; onChoose: () => void }) => (
  <button type="button" class={`good${colour === undefined ? "" : " deed-button"}`} aria-pressed={chosen} data-key={name} onClick={onChoose}
    {...(colour !== undefined && { style: { "--g": colour } })}>{text}</button>
);

const Amount = ({ name, label, value, most, onChange }: { name: string; label: string; value: number; most: number; onChange: (value: number) => void }) => (
  <label class="amount">
    <span>{label}</span>
    <input type="number" min={0} max={most} step={1} value={value} inputMode="numeric" data-key={name}
      onInput={({ currentTarget }) => onChange(Math.max(0, Math.floor(Number(currentTarget.value) || 0)))} />
  </label>
);

export class OfferMaker {
  offer: Offer;
  private readonly colours: string[];

  constructor(
    private readonly game: Game,
    private readonly words: Words,
    private readonly state: State,
    private readonly me: number,
    private readonly partners: readonly number[],
    first: Offer | undefined,
    private readonly onChange: () => void,
  ) {
    this.colours = groupColours(game.edition);
    this.offer = first ?? emptyOffer(partners[0]!);
  }

  /** Whether the offer has any content. */
  get begun(): boolean {
    const o = this.offer;
    return o.give_cash + o.get_cash + o.give_tickets + o.get_tickets + o.give_deeds.length + o.get_deeds.length + o.give_cards.length + o.get_cards.length > 0;
  }

  /** Moves a deed that was chosen on the board into the offer or out of it. Returns false if neither side owns it. */
  toggle(space: number): boolean {
    const owner = this.state.owner[space];
    if (owner !== this.me && owner !== this.offer.to) {
      return false;
    }
    this.flip(owner === this.me ? "give_deeds" : "get_deeds", space);
    return true;
  }

  private change(changes: Partial<Offer>): void {
    this.offer = { ...this.offer, ...changes };
    this.onChange();
  }

  /** Puts an item in, or takes it out. */
  private flip(what: "give_deeds" | "get_deeds" | "give_cards" | "get_cards", item: number): void {
    const list = this.offer[what];
    this.change({ [what]: list.includes(item) ? list.filter((other) => other !== item) : [...list, item].sort((a, b) => a - b) });
  }

  view() {
    const { offer, words, partners } = this;
    return (
      <div class="maker">
        <div class="partners" role="group" aria-label="Partner">
          {partners.map((seat) => (
            <button type="button" class="chip-button" aria-pressed={seat === offer.to} data-key={`to${seat}`}
              onClick={() => seat !== offer.to && this.change({ to: seat, get_cash: 0, get_deeds: [], get_cards: [], get_tickets: 0 })}><Chip seat={seat} />{words.player(seat)}</button>
          ))}
        </div>
        <div class="sides">{this.side("give", this.me)}{this.side("get", offer.to)}</div>
        <p class="completes">{completes(this.game.edition, this.state, words, this.me, offer)}</p>
      </div>
    );
  }

  private side(side: "give" | "get", seat: number) {
    const { offer, state, words } = this, { spaces } = this.game.edition;
    const deeds = state.owner.flatMap((owner, space) => (owner === seat ? [space] : []));
    const cards = state.jailHolder.flatMap((holder, card) => (holder === seat ? [card] : []));
    return (
      <fieldset class="side">
        <legend>{side === "give" ? "You give" : `${words.player(seat)} gives`}</legend>
        <Amount name={`${side}m`} label={`Cash, of ${money(state.cash[seat]!)}`} value={offer[`${side}_cash`]} most={Math.max(0, state.cash[seat]!)}
          onChange={(value) => this.change({ [`${side}_cash`]: value })} />
        {deeds.length + cards.length === 0 ? <p class="faint">No deeds</p> : (
          <div class="goods">
            {deeds.map((space) => (
              <Good key={`d${space}`} name={`${side}d${space}`} text={words.space(space) + (state.mortgaged[space] ? " (mortgaged)" : "")} chosen={offer[`${side}_deeds`].includes(space)}
                colour={this.colours[spaces[space]!.group] ?? ""} onChoose={() => this.flip(`${side}_deeds`, space)} />
            ))}
            {cards.map((card) => (
              <Good key={`c${card}`} name={`${side}c${card}`} text="Get-out-of-jail card" chosen={offer[`${side}_cards`].includes(card)} onChoose={() => this.flip(`${side}_cards`, card)} />
            ))}
            {state.tickets[seat] ? (
              <Amount name={`${side}t`} label="Bus tickets" value={offer[`${side}_tickets`]} most={state.tickets[seat]!} onChange={(value) => this.change({ [`${side}_tickets`]: value })} />
            ) : null}
          </div>
        )}
      </fieldset>
    );
  }
}
