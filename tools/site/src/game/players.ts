// The players: cash, worth, deeds by set, cards, tickets and their state. All rows have the same height.
import { groupColours } from "./colour";
import { h, setAttribute, setText, svg } from "./dom";
import type { Game } from "./game";
import { icon } from "./icons";
import { markOf, seatChip, seatClass } from "./seat";
import { ownsGroup, worth, type State } from "./state";
import { money, plural } from "./words";

/** Size of the strip of deeds, in its own units. */
const PIP = 8;
const HIGH = 16;

interface Row {
  card: HTMLButtonElement;
  cash: HTMLElement;
  worth: HTMLElement;
  change: HTMLElement;
  badges: HTMLElement;
  fate: HTMLElement;
  groups: { box: SVGGElement; deeds: { space: number; rect: SVGRectElement }[]; group: number }[];
  key: string;
}

/** A badge: its kind, what it says where there is room, what it says where there is none, and in full. */
type Badge = [kind: string, long: string, short: Node | string, full: string];

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
      setText(row.fate, state.place[seat] ? `bankrupt, place ${state.place[seat]}` : "");
      this.marks(row, state, seat, cards, winners.includes(seat));
      for (const { box, deeds, group } of row.groups) {
        for (const { space, rect } of deeds) {
          const mine = state.owner[space] === seat;
          const mortgaged = mine && state.mortgaged[space]!;
          setAttribute(rect, "class", `pip${mine ? " mine" : ""}${mortgaged ? " mortgaged" : ""}`);
          setAttribute(rect, "y", String(mine ? 1 : HIGH - 6));
          setAttribute(rect, "height", String(mine ? HIGH - 5 : 2));
        }
        setAttribute(box, "class", ownsGroup(this.game.edition, state, group, seat) ? "set full" : "set");
      }
    });
  }

  select(seat: number | undefined): void {
    this.rows.forEach((row, s) => row.card.setAttribute("aria-pressed", String(s === seat)));
  }

  private marks(row: Row, state: State, seat: number, cards: number, winner: boolean): void {
    const badges: Badge[] = [];
    if (winner) {
      badges.push(["win", "winner", "won", "winner"]);
    }
    if (state.forfeited[seat]) {
      badges.push(["bad", "forfeited", "forfeit", "forfeited: plays defaults, and ranks last"]);
    }
    if (state.jail[seat]) {
      badges.push(["jail", "in jail", icon("jail"), "in jail"]);
    }
    if (state.question[seat]) {
      const kind = state.question[seat]!.kind.replaceAll("_", " ");
      badges.push(["asked", `${kind}?`, "?", `is asked: ${kind}`]);
    }
    const tickets = state.tickets[seat]!;
    const key = JSON.stringify([badges.map(([kind, text]) => [kind, text]), cards, tickets]);
    if (key === row.key) {
      return;
    }
    row.key = key;
    const held = [
      ...(cards ? [h("span", { class: "held", title: plural(cards, "get-out-of-jail card") }, icon("key"), String(cards))] : []),
      ...(tickets ? [h("span", { class: "held", title: plural(tickets, "bus ticket") }, icon("busticket"), String(tickets))] : []),
    ];
    row.badges.replaceChildren(...badges.map(([kind, long, short, full]) =>
      h("span", { class: `badge ${kind}`, title: full }, h("span", { class: "long" }, long), h("span", { class: "short", "aria-hidden": "true" }, short))), ...held);
  }

  private build(seat: number, colours: string[]): Row {
    const { edition, names } = this.game;
    const strip = svg("svg", { class: "sets", preserveAspectRatio: "none", "aria-hidden": "true" });
    let x = 0;
    const groups: Row["groups"] = edition.groups.map((group, g) => {
      const box = svg("g", { class: "set" }, svg("title", {}, group.name));
      box.style.setProperty("--g", colours[g]!);
      const from = x;
      const deeds = group.deeds.map((space) => {
        const rect = svg("rect", { x: x + 0.5, width: PIP - 1.5, class: "pip" }, svg("title", {}, edition.spaces[space]!.name));
        box.append(rect);
        x += PIP;
        return { space, rect };
      });
      box.append(svg("rect", { x: from + 0.5, y: HIGH - 2.5, width: x - from - 1.5, height: 2.5, class: "line" }));
      x += PIP / 2;
      return { box, deeds, group: g };
    });
    setAttribute(strip, "viewBox", `0 0 ${x - PIP / 2} ${HIGH}`);
    strip.style.maxWidth = `${x * 1.2}px`;
    strip.append(...groups.map(({ box }) => box));
    const cash = h("span", { class: "cash" });
    const total = h("span", { class: "figure" });
    const change = h("span", { class: "change" });
    const badges = h("span", { class: "badges" });
    const fate = h("span", { class: "fate" });
    const card = h("button", { type: "button", class: `player ${seatClass(seat)}`, "data-seat": seat, "aria-pressed": "false",
        title: `${markOf(seat)} ${names[seat]}, seat ${seat}: select for jumps and for the list of events` },
      h("span", { class: "who" }, seatChip(seat), h("span", { class: "name" }, names[seat]), badges),
      h("span", { class: "purse" }, change, cash),
      h("span", { class: "deeds" }, strip, fate),
      h("span", { class: "worth" }, h("span", { class: "label" }, "worth "), total));
    card.addEventListener("click", () => this.onSelect(seat));
    return { card, cash, worth: total, change, badges, fate, groups, key: "" };
  }
}
