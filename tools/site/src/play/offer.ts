// The form of an offer, in two columns: your side and the other player's.
import { groupColours } from "../game/colour";
import { h } from "../game/dom";
import type { Offer } from "../game/event";
import type { Game } from "../game/game";
import { seatChip } from "../game/seat";
import type { State } from "../game/state";
import { money, type Words } from "../game/words";
import { completes } from "./deeds";
import { emptyOffer } from "./question";

export class OfferMaker {
  offer: Offer;
  readonly element = h("div", { class: "maker" });
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
    this.draw();
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
    const side = owner === this.me ? "give_deeds" : "get_deeds";
    this.offer = { ...this.offer, [side]: toggled(this.offer[side], space) };
    this.changed();
    return true;
  }

  private changed(): void {
    this.draw();
    this.onChange();
  }

  private draw(): void {
    const focus = (document.activeElement as HTMLElement | null)?.dataset["key"];
    const partners = h("div", { class: "partners", role: "group", "aria-label": "Partner" },
      ...this.partners.map((seat) => {
        const button = h("button", { type: "button", class: "chip-button", "aria-pressed": String(seat === this.offer.to), "data-key": `to${seat}` },
          seatChip(seat), this.words.player(seat));
        button.addEventListener("click", () => {
          if (seat !== this.offer.to) {
            this.offer = { ...this.offer, to: seat, get_cash: 0, get_deeds: [], get_cards: [], get_tickets: 0 };
            this.changed();
          }
        });
        return button;
      }));
    this.element.replaceChildren(partners, h("div", { class: "sides" }, this.side("give", this.me), this.side("get", this.offer.to)),
      h("p", { class: "completes" }, completes(this.game.edition, this.state, this.words, this.me, this.offer)));
    if (focus) {
      this.element.querySelector<HTMLElement>(`[data-key="${focus}"]`)?.focus();
    }
  }

  private side(side: "give" | "get", seat: number): HTMLElement {
    const { offer, state } = this;
    const deeds = state.owner.flatMap((owner, space) => (owner === seat ? [space] : []));
    const cards = state.jailHolder.flatMap((holder, card) => (holder === seat ? [card] : []));
    const list = h("div", { class: "goods" });
    for (const space of deeds) {
      const chosen = offer[`${side}_deeds`].includes(space);
      const button = this.toggleButton(`${side}d${space}`, this.words.space(space) + (state.mortgaged[space] ? " (mortgaged)" : ""), chosen,
        () => (this.offer = { ...this.offer, [`${side}_deeds`]: toggled(this.offer[`${side}_deeds`], space) }));
      button.style.setProperty("--g", this.colours[this.game.edition.spaces[space]!.group] ?? "");
      button.classList.add("deed-button");
      list.append(button);
    }
    for (const card of cards) {
      list.append(this.toggleButton(`${side}c${card}`, "Get-out-of-jail card", offer[`${side}_cards`].includes(card),
        () => (this.offer = { ...this.offer, [`${side}_cards`]: toggled(this.offer[`${side}_cards`], card) })));
    }
    if (state.tickets[seat]) {
      list.append(this.number(`${side}t`, "Bus tickets", offer[`${side}_tickets`], state.tickets[seat]!,
        (value) => (this.offer = { ...this.offer, [`${side}_tickets`]: value })));
    }
    return h("fieldset", { class: "side" },
      h("legend", {}, side === "give" ? "You give" : `${this.words.player(seat)} gives`),
      this.number(`${side}m`, `Cash, of ${money(state.cash[seat]!)}`, offer[`${side}_cash`], Math.max(0, state.cash[seat]!),
        (value) => (this.offer = { ...this.offer, [`${side}_cash`]: value })),
      deeds.length || cards.length ? list : h("p", { class: "faint" }, "No deeds"));
  }

  private toggleButton(key: string, text: string, chosen: boolean, change: () => void): HTMLButtonElement {
    const button = h("button", { type: "button", class: "good", "aria-pressed": String(chosen), "data-key": key }, text);
    button.addEventListener("click", () => {
      change();
      this.changed();
    });
    return button;
  }

  private number(key: string, label: string, value: number, most: number, change: (value: number) => void): HTMLElement {
    const input = h("input", { type: "number", min: 0, max: most, step: 1, value, inputmode: "numeric", "data-key": key });
    input.addEventListener("input", () => {
      change(Math.max(0, Math.floor(Number(input.value) || 0)));
      this.onChange();
    });
    return h("label", { class: "amount" }, h("span", {}, label), input);
  }
}

function toggled(list: readonly number[], item: number): number[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item].sort((a, b) => a - b);
}
