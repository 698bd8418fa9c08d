// The replay page: unpacks the game, and shows one moment of it at a time.
import "uplot/dist/uPlot.min.css";
import "../theme.css";
import "./theme.css";
import "./style.css";
import "./board.css";
import "./sizes.css";
import "./print.css";
import { firstIncident, turnings, worst, type Turning } from "./analysis";
import { Board } from "./board";
import { Chart, type Figure } from "./chart";
import { Curve } from "./curve";
import { tellDeal } from "./deal";
import { DecisionPanel } from "./decision";
import { byId, h } from "./dom";
import { eventsBefore } from "./event";
import { unpackGame, type Game } from "./game";
import { icon } from "./icons";
import { EventList, FILTERS, type Filter } from "./list";
import { points, tellLuck } from "./luck";
import { cashBefore } from "./money";
import { openGame } from "./opener";
import { Players } from "./players";
import { markOf, useSeats } from "./seat";
import { Stage } from "./stage";
import { ThemeSwitch } from "./theme";
import { Timeline } from "./timeline";
import { jumpFrom, stepFrom, Transport, type Jump, type Unit } from "./transport";
import { Words } from "./words";

/** Pixels, within A4 and Letter. */
const PAPER_PLOT = { width: 660, height: 210 };

class App {
  private readonly words: Words;
  private readonly timeline: Timeline;
  private readonly board: Board;
  private readonly stage: Stage;
  private readonly players: Players;
  private readonly chart: Chart;
  private readonly curve: Curve;
  private readonly list: EventList;
  private readonly decision: DecisionPanel;
  private readonly transport: Transport;
  private readonly theme: ThemeSwitch;
  private readonly winners: number[];
  private n = -1;
  private shownN = -1;
  private frame = 0;
  private linkTimer = 0;
  private seat: number | undefined;
  private deed: number | undefined;

  constructor(private readonly game: Game) {
    this.words = new Words(game);
    this.timeline = new Timeline(game);
    const end = game.events[this.timeline.last];
    this.winners = end?.type === "game_end" ? end.places.flatMap((place, seat) => (place === 1 ? [seat] : [])) : [];
    this.board = new Board(byId("board"), game, this.words, (space) => this.showDeed(space === this.deed ? undefined : space));
    this.stage = new Stage(byId("stage"), game, this.words, turnings(game, this.timeline, this.words), (n) => this.interrupt(n), () => this.showDeed(undefined));
    this.players = new Players(byId("players"), game, (seat) => this.select(seat === this.seat ? undefined : seat));
    this.chart = new Chart(byId("chart"), byId("chart-legend"), game, this.timeline, (n) => this.interrupt(n));
    this.curve = new Curve(byId("curve"), game, this.timeline);
    const judgedAt = (n: number) => this.timeline.judgedAt(n);
    this.list = new EventList(byId("events"), byId("event-count"), game.events, this.words, judgedAt, (n) => this.interrupt(n));
    this.decision = new DecisionPanel(byId("decision"), game, this.words, judgedAt, (n) => this.interrupt(n));
    this.transport = new Transport(game, this.timeline, {
      go: (n) => this.go(n),
      step: (unit, direction) => this.step(unit, direction),
      jump: (what, direction) => this.jump(what, direction),
      select: (seat) => this.select(seat),
      next: () => this.list.neighbour(1),
      copyLink: () => void this.copyLink(),
    });
    this.theme = new ThemeSwitch(byId<HTMLButtonElement>("theme"), () => this.chart.rebuild());
    if (game.names.length > 4) {
      // The rows of many players and a decision fill their column.
      document.querySelector(".events-panel")!.after(document.querySelector(".chart-panel")!);
    }
    this.headline();
    this.wire();
    this.go(this.linked() ?? 0);
  }

  /** Shows the table after event `n`, at the next frame. */
  private go(n: number): void {
    const to = Math.max(0, Math.min(this.timeline.last, n));
    if (to === this.n) {
      return;
    }
    this.n = to;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.render();
    });
  }

  private interrupt(n: number): void {
    this.transport.pause();
    this.go(n);
  }

  private step(unit: Unit, direction: 1 | -1): void {
    this.go(stepFrom(this.timeline, this.game, this.n, unit, direction) ?? this.n);
  }

  private jump(what: Jump, direction: 1 | -1): void {
    const to = jumpFrom(this.timeline, this.game, this.n, what, this.seat, direction);
    if (to === undefined) {
      const whose = this.seat === undefined ? "" : ` for ${this.words.player(this.seat)}`;
      this.say(`No ${direction > 0 ? "later" : "earlier"} ${what === "mistake" ? "costly answer" : what}${whose}`);
      return;
    }
    this.interrupt(to);
  }

  /** The next event found; past the last one comes the first. */
  private find(direction: 1 | -1): void {
    const ahead = this.list.neighbour(direction);
    const to = ahead ?? this.list.farthest(direction);
    if (to === undefined) {
      this.say("Nothing is found");
      return;
    }
    if (ahead === undefined) {
      this.say(to === this.n ? "Found nowhere else" : direction > 0 ? "Found from the beginning on" : "Found from the end on");
    }
    this.interrupt(to);
  }

  private select(seat: number | undefined): void {
    this.seat = seat;
    this.players.select(seat);
    this.transport.select(seat);
    this.list.setSeat(seat);
  }

  private showDeed(space: number | undefined): void {
    this.deed = space;
    this.board.select(space);
    const state = this.timeline.at(this.n);
    if (space === undefined) {
      this.stage.showMoment(state, this.game.events[this.n]!, eventsBefore(this.game.events, this.n));
    } else {
      this.stage.showDeed(state, space);
    }
  }

  private render(): void {
    const { n } = this;
    const event = this.game.events[n]!;
    const state = this.timeline.at(n);
    const quick = Math.abs(n - this.shownN) > 12;
    this.shownN = n;
    this.board.show(state, event, quick);
    this.players.show(state, cashBefore(state.cash, this.game.events, n), state.over ? this.winners : []);
    this.showDeed(this.deed);
    const decision = this.timeline.decisionAt(n);
    document.querySelector<HTMLElement>(".decision-panel")!.hidden = !decision;
    this.decision.show(decision, n);
    this.transport.show(n);
    this.list.show(n, true);
    this.chart.show(n);
    this.curve.show(n);
    if (!this.transport.playing) {
      byId("live").textContent = this.words.event(event);
    }
    document.body.dataset["moment"] = byId("subtitle").dataset["moment"] = String(n);
    clearTimeout(this.linkTimer);
    this.linkTimer = setTimeout(() => this.writeLink(), 250);
  }

  // ---- links to a moment ----

  private link(): string {
    const decision = this.timeline.decisionAt(this.n);
    return decision?.n === this.n ? `#d=${decision.number}` : `#e=${this.n}`;
  }

  private writeLink(): void {
    if (location.hash !== this.link()) {
      history.replaceState(history.state, "", this.link());
    }
  }

  /** The event that the page's address names. */
  private linked(hash = location.hash): number | undefined {
    const wrong = /^#i=(.+)$/.exec(hash)?.[1];
    if (wrong !== undefined) {
      return firstIncident(this.game, decodeURIComponent(wrong));
    }
    const match = /^#([dem])=(\d+)$/.exec(hash);
    if (!match) {
      return undefined;
    }
    const number = Number(match[2]);
    if (match[1] === "e") {
      return number;
    }
    if (match[1] === "m") {
      return worst(this.game, number);
    }
    const { decisionEvents } = this.game;
    return decisionEvents[Math.max(1, Math.min(decisionEvents.length, number)) - 1];
  }

  private async copyLink(): Promise<void> {
    this.writeLink();
    const url = location.href.split("#")[0] + this.link();
    try {
      await navigator.clipboard.writeText(url);
      this.say("Link to this moment copied");
    } catch {
      this.say(url);
    }
  }

  // ---- paper ----

  /** Prepares the page for paper: a plot as wide as a sheet, and a part of the list. */
  private print(on: boolean): void {
    this.list.print(byId("events-printed"), on);
    this.chart.rebuild(on ? PAPER_PLOT : undefined);
  }

  // ---- the page around it ----

  private say(text: string): void {
    const toast = byId("toast");
    toast.textContent = text;
    toast.classList.add("shown");
    setTimeout(() => toast.classList.remove("shown"), 2200);
  }

  private headline(): void {
    const { edition, names } = this.game;
    const start = this.game.events[0];
    const others = names.filter((_name, seat) => !this.winners.includes(seat));
    const parts: (Node | string)[] = [];
    byId("title").textContent = this.winners.length ? this.result() : names.join(", ");
    const turning = turnings(this.game, this.timeline, this.words).reduce<Turning | undefined>(
      (greatest, one) => (Math.abs(one.amount) > Math.abs(greatest?.amount ?? 0) ? one : greatest), undefined);
    if (turning) {
      parts.push(h("a", { href: `#e=${turning.n}`, title: turning.text }, `turned at turn ${turning.turn}: ${points(turning.amount, 2)} for ${this.words.player(turning.seat)}`));
    }
    if (this.winners.length && others.length) {
      parts.push(`against ${listed(others)}`);
    }
    parts.push(edition.title || edition.name, this.game.source);
    if (start?.type === "game_start" && start.what_if) {
      parts.push(`what if: ${start.what_if}`);
    }
    byId("subtitle").replaceChildren(...parts.flatMap((part, i) => (i ? [" · ", part] : [part])));
    const facts: [string, string][] = [
      ["File", this.game.source],
      ["Edition", `${edition.title} (${edition.name}, ${edition.spaces.length} spaces)`],
      ["Players", names.map((name, seat) => `${markOf(seat)} ${name} (seat ${seat})`).join(", ")],
      ["Events", `${this.game.events.length.toLocaleString("en-US")}, decisions ${this.game.decisionEvents.length.toLocaleString("en-US")}`],
      ["Played by", `solvent ${this.game.program}`],
    ];
    if (start?.type === "game_start") {
      facts.push(["Seed", start.seed ?? "shown when all games of its deal are over"]);
      if (start.salt !== null) facts.push(["Salt", start.salt]);
      facts.push(["Commitment", start.commitment]);
    }
    facts.push(...Object.entries(this.game.meta));
    const list = h("dl", { class: "about" });
    for (const [label, text] of facts) {
      list.append(h("dt", {}, label), h("dd", {}, text));
    }
    byId("about-facts").replaceChildren(list);
  }

  /** "ann won in round 46" */
  private result(): string {
    const { round } = this.timeline.at(this.timeline.last);
    return `${listed(this.winners.map((seat) => this.game.names[seat]!))} ${this.winners.length > 1 ? "share the first place" : "won"} in round ${round}`;
  }

  private wire(): void {
    for (const [id, dialog, drawing] of [["deal", "deal-dialog", "seat"], ["luck", "luck-dialog", "dice"], ["about", "about-dialog", "info"], ["help", "help-dialog", "help"]] as const) {
      byId(id).prepend(icon(drawing));
      byId(id).addEventListener("click", () => byId<HTMLDialogElement>(dialog).showModal());
    }
    byId("theme").prepend(icon("theme"));
    // Games without known luck have no dialog of luck.
    byId("luck").hidden = byId("luck-figure").hidden = this.game.luck === null;
    byId("deal").hidden = !tellDeal(this.game, (text) => this.say(text));
    tellLuck(byId("luck-told"), this.game, this.timeline, this.words, (n) => {
      byId<HTMLDialogElement>("luck-dialog").close();
      this.interrupt(n);
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      // A click beside the dialog closes it.
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    }
    const filters = byId("filters");
    for (const [filter, label] of Object.entries(FILTERS)) {
      const button = h("button", { type: "button", class: "chip-button", "aria-pressed": String(filter === "play") }, label);
      button.addEventListener("click", () => {
        filters.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
        this.list.setFilter(filter as Filter);
      });
      filters.append(button);
    }
    const figures = document.querySelectorAll<HTMLButtonElement>("[data-figure]");
    figures.forEach((button) =>
      button.addEventListener("click", () => {
        figures.forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
        this.chart.setFigure(button.dataset["figure"] as Figure);
      }));
    const search = byId<HTMLInputElement>("search");
    let pending = 0;
    search.addEventListener("input", () => {
      clearTimeout(pending);
      pending = setTimeout(() => this.list.setSearch(search.value), 120);
    });
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        this.list.setSearch(search.value);
        this.find(event.shiftKey ? -1 : 1);
      } else if (event.key === "Escape") {
        search.value = "";
        this.list.setSearch("");
        search.blur();
      }
      event.stopPropagation();
    });
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    matchMedia("print").addEventListener("change", (event) => this.print(event.matches));
    // The new address as it was: by now the moment may have written its own over it.
    addEventListener("hashchange", (event) => this.interrupt(this.linked(new URL(event.newURL).hash) ?? this.n));
    addEventListener("keydown", (event) => this.onKey(event));
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || target.matches("select, input[type=search]")) {
      return;
    }
    const direction = event.shiftKey ? -1 : 1;
    const keys: Record<string, () => void> = {
      ArrowRight: () => this.step(event.shiftKey ? "decision" : "event", 1),
      ArrowLeft: () => this.step(event.shiftKey ? "decision" : "event", -1),
      PageDown: () => this.step("turn", 1),
      PageUp: () => this.step("turn", -1),
      Home: () => this.go(0),
      End: () => this.go(this.timeline.last),
      m: () => this.jump("mistake", direction),
      d: () => this.jump("decision", direction),
      t: () => this.jump("trade", direction),
      b: () => this.jump("bankruptcy", direction),
      c: () => void this.copyLink(),
      l: () => this.theme.next(),
      "+": () => this.transport.faster(1),
      "-": () => this.transport.faster(-1),
      "?": () => byId<HTMLDialogElement>("help-dialog").showModal(),
      "/": () => byId("search").focus(),
      Escape: () => (this.deed === undefined ? this.select(undefined) : this.showDeed(undefined)),
    };
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (/^[0-7]$/.test(event.key) && Number(event.key) < this.game.names.length) {
      this.select(Number(event.key) === this.seat ? undefined : Number(event.key));
    } else if (event.key === " " && !target.matches("button, summary, a")) {
      this.transport.toggle();
    } else if (action) {
      if (event.key !== "l" && event.key !== "c" && event.key !== "+" && event.key !== "-") {
        this.transport.pause();
      }
      action();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** "ann, ben and cal" */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)!].filter(Boolean).join(" and ");
}

const opener = document.getElementById("opener");
(opener ? openGame(opener.textContent ?? "") : unpackGame(byId("game").textContent ?? ""))
  .then((game) => {
    if (game) {
      useSeats(game.seats);
      const you = /^\?you=([0-7])$/.exec(location.search)?.[1];
      new App(you === undefined ? game : { ...game, you: Number(you) });
    }
    document.body.dataset["ready"] = "true";
  })
  .catch((error: unknown) => {
    byId("failure").hidden = false;
    byId("failure").textContent = `This page cannot be shown: ${String(error)}`;
    console.error(error);
  });
