// The players: cash, worth, deeds by set, cards, tickets, and how they fare.
import { groupColours } from "./colour";
import { h, seatChip, setAttribute, setText, svg } from "./dom";
import type { Game } from "./game";
import { icon } from "./icons";
import { ownsGroup, worth, type State } from "./state";
import { money, plural } from "./words";

interface Row {
  card: HTMLButtonElement;
  cash: HTMLElement;
  worth: HTMLElement;
  change: HTMLElement;
  badges: HTMLElement;
  extras: HTMLElement;
  groups: { box: SVGSVGElement; deeds: { space: number; rect: SVGRectElement }[]; group: number }[];
  key: string;
}

export class Players {
  private readonly rows: Row[];

  constructor(
    host: HTMLElement,
    private readonly game: Game,
    private readonly onSelect: (seat: number) => void,
  ) {
    const colours = groupColours(game.edition);
    this.rows = game.names.map((_name, seat) => this.build(seat, colours));
    host.replaceChildren(...this.rows.map((row) => row.card));
    host.classList.toggle("many", game.names.length > 5);
  }

  /** `before`: cash before the event, to show what it changed. */
  show(state: State, before: readonly number[], winners: readonly number[]): void {
    this.rows.forEach((row, seat) => {
      const cash = state.cash[seat]!;
      const total = worth(this.game.edition, state, seat);
      setText(row.cash, money(cash));
      setText(row.worth, money(total));
      const change = cash - (before[seat] ?? cash);
      setText(row.change, change ? `${change > 0 ? "+" : "−"}${money(Math.abs(change))}` : "");
      row.change.classList.toggle("minus", change < 0);
      setAttribute(row.card, "data-cash", String(cash));
      setAttribute(row.card, "data-worth", String(total));
      const cards = state.jailHolder.filter((holder) => holder === seat).length;
      setAttribute(row.card, "data-cards", String(cards));
      setAttribute(row.card, "data-tickets", String(state.tickets[seat]!));
      setAttribute(row.card, "data-jail", String(state.jail[seat]!));
      setAttribute(row.card, "data-place", String(state.place[seat]!));
      row.card.classList.toggle("turn", state.turnSeat === seat && !state.over);
      row.card.classList.toggle("out", state.place[seat] !== 0);
      this.marks(row, state, seat, cards, winners.includes(seat));
      for (const { box, deeds, group } of row.groups) {
        box.classList.toggle("held", deeds.some(({ space }) => state.owner[space] === seat));
        for (const { space, rect } of deeds) {
          const mine = state.owner[space] === seat;
          setAttribute(rect, "class", `pip${mine ? " mine" : ""}${mine && state.mortgaged[space] ? " mortgaged" : ""}`);
        }
        box.classList.toggle("full", ownsGroup(this.game.edition, state, group, seat));
      }
    });
  }

  select(seat: number | undefined): void {
    this.rows.forEach((row, s) => row.card.setAttribute("aria-pressed", String(s === seat)));
  }

  private marks(row: Row, state: State, seat: number, cards: number, winner: boolean): void {
    const badges: [string, string][] = [];
    if (winner) {
      badges.push(["win", "winner"]);
    }
    if (state.place[seat]) {
      badges.push(["bad", `bankrupt, place ${state.place[seat]}`]);
    }
    if (state.forfeited[seat]) {
      badges.push(["bad", "forfeited"]);
    }
    if (state.jail[seat]) {
      badges.push(["jail", "in jail"]);
    }
    if (state.question[seat]) {
      badges.push(["asked", `${state.question[seat]!.kind.replaceAll("_", " ")}?`]);
    }
    const key = JSON.stringify([badges, cards, state.tickets[seat]]);
    if (key === row.key) {
      return;
    }
    row.key = key;
    row.badges.replaceChildren(...badges.map(([kind, text]) => h("span", { class: `badge ${kind}` }, text)));
    row.extras.replaceChildren(
      ...(cards ? [h("span", { title: plural(cards, "get-out-of-jail card") }, icon("key"), String(cards))] : []),
      ...(state.tickets[seat] ? [h("span", { title: plural(state.tickets[seat]!, "bus ticket") }, icon("busticket"), String(state.tickets[seat]))] : []),
    );
  }

  private build(seat: number, colours: string[]): Row {
    const { edition, names } = this.game;
    const groups: Row["groups"] = edition.groups.map((group, g) => {
      const width = group.deeds.length * 10 + 1;
      const box = svg("svg", { viewBox: `0 0 ${width} 18`, width, height: 18, class: "set" }, svg("title", {}, group.name));
      box.style.setProperty("--g", colours[g]!);
      const deeds = group.deeds.map((space, k) => {
        const rect = svg("rect", { x: 1 + 10 * k, y: 1, width: 8, height: 13, rx: 1.5, class: "pip" },
          svg("title", {}, edition.spaces[space]!.name));
        box.append(rect);
        return { space, rect };
      });
      box.append(svg("rect", { x: 1, y: 15.6, width: width - 3, height: 2, rx: 1, class: "line" }));
      return { box, deeds, group: g };
    });
    const cash = h("span", { class: "cash" });
    const total = h("span", { class: "figure" });
    const change = h("span", { class: "change" });
    const badges = h("span", { class: "badges" });
    const extras = h("span", { class: "extras" });
    const strip = h("span", { class: "sets", "aria-hidden": "true" });
    strip.append(...groups.map(({ box }) => box));
    const card = h("button", { type: "button", class: `player p${seat}`, "data-seat": seat, "aria-pressed": "false",
        title: "Select for jumps and for the list of events" },
      h("span", { class: "who" }, seatChip(seat), h("span", { class: "name" }, names[seat]), badges),
      h("span", { class: "purse" }, change, cash),
      strip,
      h("span", { class: "worth" }, extras, h("span", { class: "label" }, "worth "), total));
    card.addEventListener("click", () => this.onSelect(seat));
    return { card, cash, worth: total, change, badges, extras, groups, key: "" };
  }
}
