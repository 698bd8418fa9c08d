// Moving through the game: buttons, the scrub bar, play, and jumps.
import { MARKS } from "./analysis";
import { byId, h, setAttribute, setText, svg } from "./dom";
import { seatOf } from "./event";
import type { Game } from "./game";
import { icon, type IconName } from "./icons";
import { markOf, seatClass } from "./seat";
import { step, lastUpTo, type Timeline } from "./timeline";
import { plural } from "./words";

export type Unit = "event" | "decision" | "turn";
export type Jump = "mistake" | "decision" | "trade" | "bankruptcy";

/** Marks of costly answers on the bar, at most. */
const MISTAKES = 16;

/** Listed events a second. */
export const SPEEDS = [1, 2, 4, 8, 16, 60];

export interface Moves {
  go(n: number): void;
  step(unit: Unit, direction: 1 | -1): void;
  jump(what: Jump, direction: 1 | -1): void;
  select(seat: number | undefined): void;
  /** The next event to play; undefined at the end. */
  next(): number | undefined;
  copyLink(): void;
}

export class Transport {
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private readonly playButton = byId<HTMLButtonElement>("play");
  private readonly speed = byId<HTMLSelectElement>("speed");
  private readonly what = byId<HTMLSelectElement>("jump-what");
  private readonly seat = byId<HTMLSelectElement>("jump-seat");
  /** The figures of where we are: event, decision, turn. */
  private readonly parts: HTMLElement[];
  private chosen: number | undefined;
  private timer = 0;
  private due = 0;

  constructor(private readonly game: Game, private readonly timeline: Timeline, private readonly moves: Moves) {
    this.scrub.max = String(timeline.last);
    this.scrub.addEventListener("input", () => moves.go(Number(this.scrub.value)));
    for (const rate of SPEEDS) {
      this.speed.append(h("option", { value: rate }, `${rate}/s`));
    }
    this.speed.value = "4";
    this.seat.append(h("option", { value: "" }, "any seat"));
    game.names.forEach((name, seat) => this.seat.append(h("option", { value: seat }, `${markOf(seat)} ${name}`)));
    this.seat.addEventListener("change", () => moves.select(this.seat.value === "" ? undefined : Number(this.seat.value)));
    this.playButton.addEventListener("click", () => this.toggle());
    this.press("first", "first", () => moves.go(0));
    this.press("last", "last", () => moves.go(timeline.last));
    for (const unit of ["turn", "decision", "event"] as const) {
      this.press(`back-${unit}`, "back", () => moves.step(unit, -1));
      this.press(`on-${unit}`, "forward", () => moves.step(unit, 1));
    }
    this.press("jump-back", "back", () => moves.jump(this.jumpKind(), -1));
    this.press("jump-on", "forward", () => moves.jump(this.jumpKind(), 1));
    this.press("copy", "link", () => moves.copyLink());
    this.parts = [["Event", timeline.last], ["Decision", game.decisionEvents.length], ["Turn", timeline.turns.length]].map(([label, last]) => {
      const figure = h("b", {});
      byId("place").append(h("span", {}, `${label} `, figure, h("span", { class: "total" }, ` / ${last!.toLocaleString("en-US")}`)));
      return figure;
    });
    if (game.analysis) {
      this.what.prepend(h("option", { value: "mistake" }, "costly"));
      this.what.value = "mistake";
    }
    this.drawPlay();
    this.drawMarks();
  }

  get playing(): boolean {
    return this.timer !== 0;
  }

  show(n: number): void {
    const turn = lastUpTo(this.timeline.turns, n) + 1;
    const decision = lastUpTo(this.game.decisionEvents, n) + 1;
    this.scrub.value = String(n);
    this.scrub.style.setProperty("--done", String(n / Math.max(1, this.timeline.last)));
    setAttribute(this.scrub, "aria-valuetext", `Event ${n}, turn ${turn}`);
    [n, decision, turn].forEach((at, i) => setText(this.parts[i]!, at.toLocaleString("en-US")));
  }

  select(seat: number | undefined): void {
    this.seat.value = seat === undefined ? "" : String(seat);
    this.chosen = seat;
    this.drawMarks();
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.moves.next() === undefined) {
      this.moves.go(0);
    }
    this.due = performance.now() + 1000 / Number(this.speed.value);
    const beat = (now: number) => {
      // Late beats are made up for, but never more than a screenful at once.
      for (let played = 0; now >= this.due && played < 8; played++) {
        const next = this.moves.next();
        if (next === undefined) {
          this.pause();
          return;
        }
        this.moves.go(next);
        this.due += 1000 / Number(this.speed.value);
      }
      this.due = Math.max(this.due, now);
      this.timer = requestAnimationFrame(beat);
    };
    this.timer = requestAnimationFrame(beat);
    this.drawPlay();
  }

  pause(): void {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.drawPlay();
  }

  faster(direction: 1 | -1): void {
    const i = SPEEDS.indexOf(Number(this.speed.value)) + direction;
    this.speed.value = String(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, i))]);
  }

  private jumpKind(): Jump {
    return this.what.value as Jump;
  }

  private press(id: string, name: IconName, action: () => void): void {
    const button = byId<HTMLButtonElement>(id);
    button.prepend(icon(name));
    button.addEventListener("click", () => {
      this.pause();
      action();
    });
  }

  private drawPlay(): void {
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"), h("span", {}, this.playing ? "Pause" : "Play"));
    setText(byId("play-state"), this.playing ? "playing" : "");
  }

  /** Those of the seat that is selected, or of all; the most costly ones where there are too many. A dot is an estimate. */
  private drawMistakes(marks: SVGSVGElement, at: (n: number) => string): void {
    const judged = this.timeline.mistakes.map((n) => this.timeline.judgedAt(n)!)
      .filter(({ n }) => this.chosen === undefined || seatOf(this.timeline.events[n]!) === this.chosen)
      .sort((a, b) => b.cost - a.cost).slice(0, MISTAKES);
    for (const { n, class: kind } of judged) {
      marks.append(svg("text", { x: at(n), y: -3, class: `mistake ${kind ?? "estimate"} ${seatClass(seatOf(this.timeline.events[n]!) ?? 0)}` }, kind ? MARKS[kind] : "\u2022"));
    }
  }

  private drawMarks(): void {
    const { last, trades, bankruptcies, events } = this.timeline;
    const at = (n: number) => `${((100 * n) / Math.max(1, last)).toFixed(3)}%`;
    const marks = svg("svg", { "aria-hidden": "true" });
    for (const n of trades) {
      marks.append(svg("line", { x1: at(n), x2: at(n), y1: 4, y2: 9, class: "trade" }));
    }
    for (const n of bankruptcies) {
      const event = events[n]!;
      const seat = event.type === "bankrupt" ? event.seat : 0;
      marks.append(svg("line", { x1: at(n), x2: at(n), y1: 0, y2: 9, class: `fall ${seatClass(seat)}` }));
    }
    this.drawMistakes(marks, at);
    byId("marks").replaceChildren(marks);
    byId("marks").title = `${plural(trades.length, "trade")}, ${bankruptcies.length} fallen, ${plural(this.timeline.mistakes.length, "costly answer")}`;
  }
}

/** Where a step or a jump leads from `n`; undefined when there is nothing there. */
export function stepFrom(timeline: Timeline, game: Game, n: number, unit: Unit, direction: 1 | -1): number | undefined {
  switch (unit) {
    case "event":
      return n + direction >= 0 && n + direction <= timeline.last ? n + direction : undefined;
    case "decision":
      return step(game.decisionEvents, n, direction);
    case "turn":
      return step(timeline.turns, n, direction);
  }
}

export function jumpFrom(
  timeline: Timeline, game: Game, n: number, what: Jump, seat: number | undefined, direction: 1 | -1,
): number | undefined {
  const list = what === "mistake" ? timeline.mistakes : what === "decision" ? game.decisionEvents : what === "trade" ? timeline.trades : timeline.bankruptcies;
  return step(list, n, direction, (at) => {
    const event = timeline.events[at]!;
    if (seat === undefined) {
      return true;
    }
    // An offer's end names both sides; the others one seat.
    return "seat" in event && (event.seat === seat || (event.type === "offer_end" && event.to === seat));
  });
}
