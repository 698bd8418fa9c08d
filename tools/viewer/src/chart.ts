// Cash and worth over time. Charts by uPlot (MIT, vendor/uplot/LICENSE).
import uPlot from "../vendor/uplot/uPlot.esm.js";
import { h } from "./dom";
import type { Game } from "./game";
import { lastUpTo, type Timeline } from "./timeline";
import { money } from "./words";

export type Figure = "cash" | "worth";

export class Chart {
  private plot?: uPlot;
  private figure: Figure = "worth";
  private readonly marker = h("div", { class: "moment-line", "aria-hidden": "true" });
  private n = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly game: Game,
    private readonly timeline: Timeline,
    private readonly onPick: (n: number) => void,
  ) {
    new ResizeObserver(() => this.resize()).observe(host);
  }

  setFigure(figure: Figure): void {
    this.figure = figure;
    this.plot?.setData(this.data());
    this.redrawLegend();
  }

  /** Colours come from the theme: to be called when it changes. */
  rebuild(): void {
    this.plot?.destroy();
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--faint"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    const options: uPlot.Options = {
      ...this.size(),
      padding: [8, 6, 0, 0],
      legend: { show: false },
      cursor: {
        drag: { x: false, y: false, setScale: false },
        points: { size: 6 },
        y: false,
        bind: { dblclick: () => null },
      },
      scales: { x: { time: false, range: () => [0, Math.max(1, this.timeline.last)] }, y: { range: (_u, low, high) => [Math.min(0, low ?? 0), (high ?? 1) * 1.05 || 1] } },
      axes: [
        { ...axis, size: 24, values: (_u, splits) => splits.map((n) => this.turnLabel(n)) },
        { ...axis, size: 50, values: (_u, splits) => splits.map((v) => (v >= 1000 ? `${v / 1000}k` : String(v))) },
      ],
      series: [
        {},
        ...this.game.names.map((name, seat) => ({
          label: name,
          stroke: colour(`--p${seat}`),
          width: 1.75,
          points: { show: false },
          paths: uPlot.paths.stepped!({ align: 1 }),
        })),
      ],
      hooks: { setCursor: [() => this.redrawLegend()], ready: [(u) => this.listen(u)], setSize: [() => this.placeMarker()] },
    };
    this.plot = new uPlot(options, this.data(), this.host);
    this.plot.over.append(this.marker);
    this.placeMarker();
    this.redrawLegend();
  }

  show(n: number): void {
    this.n = n;
    this.placeMarker();
    this.redrawLegend();
  }

  private listen(u: uPlot): void {
    let dragging = false;
    const pick = (event: PointerEvent) => {
      const x = event.clientX - u.over.getBoundingClientRect().left;
      this.onPick(Math.round(Math.max(0, Math.min(this.timeline.last, u.posToVal(x, "x")))));
    };
    u.over.addEventListener("pointerdown", (event) => {
      dragging = true;
      u.over.setPointerCapture(event.pointerId);
      pick(event);
    });
    u.over.addEventListener("pointermove", (event) => dragging && pick(event));
    u.over.addEventListener("pointerup", () => (dragging = false));
    u.over.addEventListener("pointercancel", () => (dragging = false));
  }

  private data(): uPlot.AlignedData {
    return [this.timeline.samples.n, ...this.timeline.samples[this.figure]] as uPlot.AlignedData;
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(120, this.host.clientWidth), height: Math.max(90, this.host.clientHeight) };
  }

  private resize(): void {
    if (this.plot && (this.plot.width !== this.size().width || this.plot.height !== this.size().height)) {
      this.plot.setSize(this.size());
    }
  }

  private placeMarker(): void {
    if (this.plot) {
      this.marker.style.transform = `translateX(${this.plot.valToPos(this.n, "x")}px)`;
    }
  }

  private turnLabel(n: number): string {
    const turn = lastUpTo(this.timeline.turns, n);
    return turn < 0 ? "" : `turn ${turn + 1}`;
  }

  /** Under the mouse, or at the moment: what every player has. */
  private redrawLegend(): void {
    const legend = document.getElementById("chart-legend");
    const u = this.plot;
    if (!legend || !u) {
      return;
    }
    const left = u.cursor.left ?? -1;
    const n = left >= 0 ? Math.round(u.posToVal(left, "x")) : this.n;
    const i = Math.max(0, lastUpTo(this.timeline.samples.n, n));
    const values = this.timeline.samples[this.figure];
    legend.replaceChildren(
      ...this.game.names.map((name, seat) =>
        h("span", { class: `key p${seat}` }, h("i", {}), `${name} `, h("b", {}, money(values[seat]![i] ?? 0)))),
    );
  }
}
