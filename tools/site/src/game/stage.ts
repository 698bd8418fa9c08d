// The middle of the board: the events up to this moment, or the deed of a space.
import type { Turning } from "./analysis";
import { groupColours } from "./colour";
import { h, svg } from "./dom";
import { actorOf, type Die, type Event, type Offer } from "./event";
import type { Game } from "./game";
import { icon } from "./icons";
import { points } from "./luck";
import { seatChip } from "./seat";
import { stock, type State } from "./state";
import { money, plural, type Words } from "./words";

const PIPS: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [3, 1], [3, 3], [2, 2]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

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
    const story = begins ? this.turned() : this.story(earlier);
    const parts = [this.heading(state), story, this.sentence(state, event), this.extra(state, event), this.bank(state)];
    this.host.classList.remove("with-deed");
    this.host.classList.toggle("ended", event.type === "game_end");
    this.host.classList.toggle("begins", begins);
    this.host.replaceChildren(...parts.filter((part) => part !== undefined));
  }

  showDeed(state: State, index: number): void {
    const { edition } = this.game;
    const space = edition.spaces[index]!;
    const close = h("button", { type: "button", class: "icon-button close", "aria-label": "Close" }, icon("close"));
    close.addEventListener("click", this.onClose);
    const group = edition.groups[space.group];
    const title = h("div", { class: "deed-title" },
      h("small", {}, `Space ${index}${group ? ` · ${group.name}` : ""}`),
      h("strong", {}, space.name));
    if (group?.kind === "street") {
      title.style.setProperty("--g", this.colours[space.group]!);
      title.classList.add("coloured");
    }
    const table = h("table", { class: "figures" });
    const row = (label: string, text: string, current = false) =>
      table.append(h("tr", { class: current ? "current" : undefined }, h("th", { scope: "row" }, label), h("td", {}, text)));
    if (group) {
      const owner = state.owner[index]!;
      row("Owner", owner < 0 ? "the bank" : this.words.player(owner));
      this.rents(index, row, state);
      row("Price", money(space.price));
      row("Mortgage", `${money(space.mortgage)}${state.mortgaged[index] ? " (mortgaged)" : ""}`, state.mortgaged[index]);
      if (space.house_cost && space.kind === "street") {
        row("House", money(space.house_cost));
      }
      if (space.tower_cost) {
        row("Skyscraper", money(space.tower_cost));
      }
      if (space.depot_cost) {
        row("Depot", `${money(space.depot_cost)}${state.level[index] ? " (built)" : ""}`, state.level[index]! > 0);
      }
    } else if (space.amount) {
      row("Amount", money(space.amount));
    }
    const here = state.space
      .map((at, seat) => (at === index && !state.place[seat] ? this.words.player(seat) : ""))
      .filter(Boolean);
    if (here.length) {
      row("Here", here.join(", "));
    }
    this.host.classList.add("with-deed");
    this.host.replaceChildren(h("section", { class: "deed", "aria-label": space.name }, close, title, table));
  }

  private rents(index: number, row: (label: string, text: string, current?: boolean) => void, state: State): void {
    const space = this.game.edition.spaces[index]!;
    const owner = state.owner[index]!;
    if (space.kind === "street") {
      const labels = ["Rent", "1 house", "2 houses", "3 houses", "4 houses", "Hotel", "Skyscraper"];
      labels.forEach((label, level) => {
        if (level < 6 || space.tower_cost) {
          row(label, money(space.rent[level]!), owner >= 0 && state.level[index] === level && !state.mortgaged[index]);
        }
      });
      return;
    }
    const deeds = this.game.edition.groups[space.group]!.deeds;
    const owned = owner < 0 ? 0 : deeds.filter((deed) => state.owner[deed] === owner).length;
    deeds.forEach((_deed, k) => {
      const rent = space.rent[k]!;
      row(`${k + 1} owned`, space.kind === "rail" ? money(rent) : `${rent} × dice`, owned === k + 1);
    });
  }

  private heading(state: State): HTMLElement {
    const turn = state.turnSeat < 0
      ? h("span", {}, this.game.edition.title || this.game.edition.name)
      : h("span", { class: "whose" }, seatChip(state.turnSeat), h("span", { class: "whose-name" }, this.words.player(state.turnSeat)));
    const clock = state.round ? `Round ${state.round} · Turn ${state.turn}` : "Before the first turn";
    const box = h("div", { class: "heading" }, h("span", { class: "clock" }, clock), turn);
    if (state.dice.length) {
      const dice = h("span", { class: "dice", role: "img", "aria-label": `Dice: ${this.words.dice(state.dice)}` });
      state.dice.forEach((die, i) => dice.append(drawDie(die, i === 2)));
      box.append(dice);
    } else {
      box.append(h("span", { class: "dice" }));
    }
    return box;
  }

  private sentence(state: State, event: Event): HTMLElement {
    const box = h("p", { class: "sentence" }, seatChip(actorOf(this.game.events, event.n)), h("span", {}, this.words.event(event)));
    if (state.over && event.type === "game_end") {
      box.classList.add("end");
    }
    return box;
  }

  /** Shows the turning points, before the game begins. */
  private turned(): HTMLElement {
    const list = h("ol", {});
    for (const { n, turn, seat, amount, mark, text } of this.turnings) {
      const link = h("a", { href: `#e=${n}`, title: text }, mark ? h("b", { class: "mark" }, `${mark} `) : undefined, text);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.onGo(n);
      });
      list.append(h("li", {}, h("small", {}, `turn ${turn}`), seatChip(seat), h("span", { class: "amount" }, points(amount, 2)), link));
    }
    return h("section", { class: "turned", "aria-label": "Where the game turned" }, h("h3", {}, "Where the game turned"), list);
  }

  private story(earlier: readonly Event[]): HTMLElement {
    const list = h("ol", { class: "story", "aria-label": "Before that" });
    // In the order of the list of events: the latest stands last.
    for (const event of [...earlier].reverse()) {
      list.append(h("li", { class: `is-${event.type}` }, seatChip(actorOf(this.game.events, event.n)), h("span", {}, this.words.event(event))));
    }
    return list;
  }

  private extra(state: State, event: Event): HTMLElement | undefined {
    if (event.type === "game_end") {
      const order = event.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
      const list = h("ol", { class: "ranking" });
      for (const { place, seat } of order) {
        const share = this.game.luck?.seats[seat];
        list.append(h("li", {}, h("b", {}, `${place}.`), seatChip(seat), h("span", {}, this.words.player(seat)),
          share && h("span", { class: "share" }, `luck ${points(share.luck, 2)}, skill ${points(share.skill, 2)}`), h("span", { class: "sum" }, money(event.worth[seat]!))));
      }
      return list;
    }
    if (state.offer) {
      return this.offer(state.offer.seat, state.offer.offer, state.offer.end);
    }
    if (state.auction) {
      const { auction } = state;
      const lot = auction.space === undefined ? `a ${auction.unit}` : this.words.space(auction.space);
      const bid = auction.bidder === undefined ? `from ${money(auction.least)}` : money(auction.high);
      return h("div", { class: "slip" }, h("small", {}, "Auction"), h("strong", {}, lot),
        h("span", { class: "bid" }, seatChip(auction.bidder), bid),
        auction.out.length ? h("span", { class: "faint" }, `out: ${auction.out.map((seat) => this.words.player(seat)).join(", ")}`) : undefined);
    }
    if (state.card) {
      return h("div", { class: "slip card" }, h("small", {}, this.words.deck(state.card.deck)),
        h("span", {}, this.words.card(state.card.deck, state.card.card)));
    }
    return undefined;
  }

  private offer(seat: number, offer: Offer, end: string): HTMLElement {
    const { give, get } = this.words.goods(offer);
    const side = (who: number, goods: string[]) =>
      h("div", {}, h("b", {}, seatChip(who), this.words.player(who)), h("span", {}, goods.join(", ") || "nothing"));
    return h("div", { class: "slip offer" },
      h("small", {}, end ? `Offer: ${end}` : "Offer"), side(seat, give), side(offer.to, get));
  }

  private bank(state: State): HTMLElement {
    const left = stock(this.game.edition, state);
    const rules = this.game.edition.rules;
    const parts = [plural(left["house"]!, "house"), plural(left["hotel"]!, "hotel")];
    if (rules["skyscrapers"]) {
      parts.push(plural(left["skyscraper"]!, "skyscraper"));
    }
    if (rules["depots"]) {
      parts.push(plural(left["depot"]!, "depot"));
    }
    return h("div", { class: "bank" }, `Bank: ${parts.join(" · ")}`);
  }
}

function drawDie(die: Die, third: boolean): SVGSVGElement {
  const drawing = svg("svg", { viewBox: "0 0 40 40", class: third ? "die third" : "die" },
    svg("rect", { x: 2, y: 2, width: 36, height: 36, rx: 8 }));
  if (typeof die === "number") {
    for (const [x, y] of PIPS[die] ?? []) {
      drawing.append(svg("circle", { cx: x * 10, cy: y * 10, r: 3.6 }));
    }
  } else {
    drawing.append(svg("text", { x: 20, y: 25 }, die === "mr" ? "Mr" : "bus"));
  }
  return drawing;
}
