// The list of events. Only the rows in sight are in the document, however long the game.
import { render } from "preact";
import { isCostly, MARKS, type Judged } from "./analysis";
import { h } from "./dom";
import { actorOf, concerns, isIdle, isPayment, isTold, type Event } from "./event";
import { points } from "./luck";
import { Chip } from "./parts";
import { lastUpTo } from "./timeline";
import type { Words } from "./words";

export const FILTERS = {
  play: "Play",
  decisions: "Decisions",
  money: "Money",
  trades: "Trades",
  all: "All",
} as const;
export type Filter = keyof typeof FILTERS;

const SPARE = 6; // rows drawn beyond either edge
const [BEFORE, AFTER] = [12, 6]; // rows on paper

export class EventList {
  /** Event numbers listed, ascending. */
  private listed: number[] = [];
  /** Number of events that the filter has seen. */
  private read = 0;
  private filter: Filter = "play";
  private seat: number | undefined;
  private search = "";
  private n = 0;
  private rowHeight = 28;
  private readonly texts: string[] = [];
  private readonly spacer = h("div", { class: "spacer", role: "presentation" });
  private readonly nothing = h("p", { class: "nothing" });
  private frame = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly count: HTMLElement,
    private readonly events: readonly Event[],
    private readonly words: Words,
    private readonly judgedAt: (n: number) => Judged | undefined,
    private readonly onPick: (n: number) => void,
  ) {
    this.nothing.hidden = true;
    host.append(this.spacer);
    host.before(this.nothing);
    host.addEventListener("scroll", () => this.schedule());
    host.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-n]");
      if (row) {
        this.onPick(Number(row.dataset["n"]));
      }
    });
    host.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.redraw()).observe(host);
    this.select();
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.select();
  }

  setSeat(seat: number | undefined): void {
    this.seat = seat;
    this.select();
  }

  setSearch(search: string): void {
    this.search = search.trim().toLowerCase();
    this.select();
  }

  /** Adds the events that have come at the end. A payment and a mortgage wait for the event that may tell them. */
  grow(): void {
    for (; this.read < this.events.length; this.read++) {
      const event = this.events[this.read]!;
      if ((isPayment(event) || (event.type === "mortgage" && !event.on)) && this.read + 1 === this.events.length) {
        break;
      }
      // What is searched for is found whatever the filter.
      if (this.search ? this.matches(event) : this.passes(event)) {
        this.listed.push(event.n);
      }
    }
    this.tell();
    this.spacer.style.height = `${this.listed.length * this.rowHeight}px`;
  }

  /** The next event listed in a direction from the moment; undefined at the end. */
  neighbour(direction: 1 | -1): number | undefined {
    const i = direction > 0 ? lastUpTo(this.listed, this.n) + 1 : lastUpTo(this.listed, this.n - 1);
    return this.listed[i];
  }

  /** The event listed first, or last, as seen when coming from beyond. */
  farthest(direction: 1 | -1): number | undefined {
    return this.listed.at(direction > 0 ? 0 : -1);
  }

  show(n: number, follow: boolean): void {
    this.n = n;
    if (follow) {
      const i = this.currentIndex();
      const top = i * this.rowHeight;
      const { scrollTop, clientHeight } = this.host;
      if (top < scrollTop + this.rowHeight || top > scrollTop + clientHeight - 2 * this.rowHeight) {
        this.host.scrollTop = top - clientHeight / 2 + this.rowHeight;
      }
    }
    this.draw();
  }

  /** Lists some events around the moment on paper, which cannot scroll, or none. */
  print(paper: HTMLElement, on: boolean): void {
    const i = this.listed.length ? this.currentIndex() : 0;
    const from = Math.max(0, i - BEFORE);
    render(on && this.listed.slice(from, i + AFTER + 1).map((n, k) => (
      <li key={n} class={`is-${this.events[n]!.type}${from + k === i ? " current" : ""}`}><span class="n">{n}</span><Chip seat={actorOf(this.events, n)} /><span>{this.text(n)}</span></li>
    )), paper);
  }

  private currentIndex(): number {
    return Math.max(0, lastUpTo(this.listed, this.n));
  }

  private passes(event: Event): boolean {
    if (this.seat !== undefined && event.type !== "turn" && event.type !== "game_end" && !concerns(event, this.seat)) {
      return false;
    }
    switch (this.filter) {
      case "play":
        return event.type !== "question" && !isTold(event, this.events[event.n + 1]) && !(event.type === "answer" && (event.verdict === "ok" || isIdle(event)) && !isCostly(this.judgedAt(event.n)));
      case "decisions":
        return (event.type === "answer" && !(isIdle(event) && event.verdict === "ok")) || event.type === "forfeit";
      case "money":
        return event.type === "cash";
      case "trades":
        return event.type === "offer" || event.type === "offer_end" || ("why" in event && event.why === "trade");
      case "all":
        return true;
    }
  }

  private text(n: number): string {
    return (this.texts[n] ??= this.words.event(this.events[n]!));
  }

  private matches(event: Event): boolean {
    return this.text(event.n).toLowerCase().includes(this.search) || event.type.includes(this.search) || String(event.n) === this.search;
  }

  private select(): void {
    this.listed = [];
    this.read = 0;
    this.grow();
    this.redraw();
    this.show(this.n, true);
  }

  /** Shows the number of listed events. */
  private tell(): void {
    this.count.textContent = this.search
      ? `${this.listed.length.toLocaleString("en-US")} found`
      : `${this.listed.length.toLocaleString("en-US")} of ${this.events.length.toLocaleString("en-US")}`;
    this.nothing.hidden = this.listed.length > 0;
    this.host.hidden = !this.nothing.hidden;
    this.nothing.textContent = this.search
      ? `Nothing found: no event has \u201c${this.search}\u201d in its words, type or number.`
      : `No events of this kind${this.seat === undefined ? "" : ` for ${this.words.player(this.seat)}`} in this game.`;
  }

  private redraw(): void {
    this.rowHeight = parseFloat(getComputedStyle(this.host).getPropertyValue("--row")) || 28;
    this.spacer.style.height = `${this.listed.length * this.rowHeight}px`;
    this.draw();
  }

  private schedule(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.host;
    const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - SPARE);
    const to = Math.min(this.listed.length, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + SPARE);
    const current = this.listed.length ? this.currentIndex() : -1;
    render(this.listed.slice(from, to).map((_n, k) => this.row(from + k, current)), this.spacer);
    if (current >= from && current < to) {
      this.host.setAttribute("aria-activedescendant", `event-${this.listed[current]}`);
    } else {
      this.host.removeAttribute("aria-activedescendant");
    }
  }

  private row(i: number, current: number) {
    const n = this.listed[i]!;
    const event = this.events[n]!;
    const text = this.text(n), judged = this.judgedAt(n);
    const cost = isCostly(judged) ? points(judged.cost, 2).slice(1) : "";
    return (
      <div key={n} class={`row is-${event.type}${n < this.n && i !== current ? " past" : ""}${event.type === "answer" && event.verdict !== "ok" ? " bad" : ""}`} role="option" id={`event-${n}`}
        data-n={n} title={text} aria-posinset={i + 1} aria-setsize={this.listed.length} aria-selected={i === current} style={{ transform: `translateY(${i * this.rowHeight}px)` }}>
        <span class="n">{n}</span><Chip seat={actorOf(this.events, n)} /><span class="text">{text}</span>
        {isCostly(judged) && (judged.class === undefined ? <span class="mark estimate" title={`by a model's estimate, another answer is worth ${cost} points more`}>{`−${cost}`}</span>
          : <span class={`mark ${judged.class}`} title={`${judged.class}: costs ${cost} points`}>{MARKS[judged.class]}</span>)}
      </div>
    );
  }

  private onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.host.clientHeight / this.rowHeight) - 1);
    const by: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const change = by[event.key];
    if (change === undefined || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const to = Math.max(0, Math.min(this.listed.length - 1, this.currentIndex() + change));
    const n = this.listed[to];
    if (n !== undefined) {
      this.onPick(n);
    }
  }
}
