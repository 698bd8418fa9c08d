// The expected points of all players, stacked: the whole height is all points of the table.
import { h, svg } from "./dom";
import type { Game } from "./game";
import { points } from "./luck";
import { seatClass } from "./seat";
import { lastUpTo, type Timeline } from "./timeline";
import { ValueTip } from "./tip";

export class Curve {
  private readonly marker = h("div", { class: "moment-line", "aria-hidden": "true" });
  private readonly at: number[];
  private tip?: ValueTip;

  constructor(private readonly host: HTMLElement, private readonly game: Game, private readonly timeline: Timeline) {
    const curve = game.analysis?.curve ?? [];
    this.at = curve.map(([n]) => n!);
    host.hidden = curve.length === 0;
    document.body.classList.toggle("with-curve", !host.hidden);
    if (!host.hidden) {
      host.replaceChildren(this.draw(curve), this.marker);
      this.tip = new ValueTip(host.parentElement!);
      host.addEventListener("pointermove", (event) => this.point(event.clientX - host.getBoundingClientRect().left));
      host.addEventListener("pointerleave", () => this.tip?.hide());
    }
  }

  show(n: number): void {
    this.marker.style.left = `calc(${((100 * n) / Math.max(1, this.timeline.last)).toFixed(3)}% - 1px)`;
  }

  /** Shows the expected points of every player at a place of the plot. */
  private point(x: number): void {
    const n = Math.round((this.timeline.last * x) / Math.max(1, this.host.clientWidth));
    const then = this.game.analysis!.curve[Math.max(0, lastUpTo(this.at, n))]!;
    this.tip?.show(this.host.offsetLeft + x, `Expected points, turn ${lastUpTo(this.timeline.turns, n) + 1}`,
      this.game.names.map((name, seat) => `${points(then[seat + 1]!, 2).replace("+", "")} ${name}`));
  }

  /** Seat 0 on top, as in the list of players. */
  private draw(curve: readonly number[][]): SVGSVGElement {
    const { last } = this.timeline;
    const end = this.end();
    const steps = [...curve, ...(end ? [[last, ...end]] : [])];
    const drawing = svg("svg", { viewBox: `0 0 ${Math.max(1, last)} 1`, preserveAspectRatio: "none", role: "img", "aria-label": "Expected points of each player over the game" });
    const tops = steps.map(() => 0);
    this.game.names.forEach((_name, seat) => {
      const upper: string[] = [];
      const lower: string[] = [];
      steps.forEach(([n, ...values], i) => {
        const from = i === 0 ? 0 : n!;
        const to = i + 1 < steps.length ? steps[i + 1]![0]! : last;
        const all = values.reduce((sum, value) => sum + value, 0) || 1;
        const top = tops[i]!;
        tops[i] = top + values[seat]! / all;
        upper.push(`${from} ${top.toFixed(4)}L${to} ${top.toFixed(4)}`);
        lower.push(`${to} ${tops[i]!.toFixed(4)}L${from} ${tops[i]!.toFixed(4)}`);
      });
      drawing.append(svg("path", { class: `area ${seatClass(seat)}`, d: `M${upper.join("L")}L${lower.reverse().join("L")}Z` }));
    });
    return drawing;
  }

  /** Returns the points of each seat at the end. Equal places share points. */
  private end(): number[] | undefined {
    const event = this.game.events[this.timeline.last];
    return event?.type !== "game_end" ? undefined : event.places.map((place) =>
      event.places.reduce((sum, other) => sum + (other > place ? 1 : other === place ? 0.5 : 0), -0.5));
  }
}
