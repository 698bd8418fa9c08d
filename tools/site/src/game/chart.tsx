// Cash, worth and luck over time. Charts by uPlot (MIT, vendor/uplot/LICENSE).
import { render } from "preact";
import uPlot from "uplot";
import { h } from "./dom";
import type { Game } from "./game";
import { points, sumUp, type LuckSamples } from "./luck";
import { Chip } from "./parts";
import { isStriped, seatClass } from "./seat";
import { lastUpTo, type Timeline } from "./timeline";
import { ValueTip } from "./tip";
import { money } from "./words";

export type Figure = "cash" | "worth" | "luck";

export class Chart {
  private plot?: uPlot;
  private figure: Figure = "worth";
  private readonly marker = h("div", { class: "moment-line", "aria-hidden": "true" });
  private readonly luck: LuckSamples | undefined;
  private tip?: ValueTip;
  private n = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly legend: HTMLElement,
    private readonly game: Game,
    private readonly timeline: Timeline,
    private readonly onPick: (n: number) => void,
  ) {
    this.luck = game.luck ? sumUp(game.luck, timeline.last) : undefined;
    legend.classList.toggle("few", game.names.length < 4);
    new ResizeObserver(() => this.resize()).observe(host);
  }

  setFigure(figure: Figure): void {
    this.figure = figure;
    this.plot?.setData(this.data());
    this.tell();
  }

  /** Draws the plot again. Call it when the theme changes, because colours come from it. `size` replaces the size of the plot's place. */
  rebuild(size = this.size()): void {
    this.plot?.destroy();
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--faint"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    const options: uPlot.Options = {
      ...size,
      padding: [8, 28, 0, 0],
      legend: { show: false },
      cursor: {
        drag: { x: false, y: false, setScale: false },
        points: { size: 6 },
        y: false,
        bind: { dblclick: () => null },
      },
      scales: { x: { time: false, range: () => [0, Math.max(1, this.timeline.last)] }, y: { range: (_u, low, high) => [Math.min(0, (low ?? 0) * 1.05), (high ?? 1) * 1.05 || 1] } },
      axes: [
        { ...axis, size: 24, splits: (u) => this.turnSplits(u.width), values: (_u, splits) => splits.map((n) => this.turnLabel(n)) },
        { ...axis, size: 50, space: 34, values: (_u, splits) => splits.map((v) => (this.figure === "luck" ? points(v, 2) : v >= 1000 ? `${v / 1000}k` : String(v))) },
      ],
      series: [
        {},
        ...this.game.names.map((name, seat) => ({
          label: name,
          stroke: colour(`--p${seat}`),
          width: 1.75,
          dash: isStriped(seat) ? [6, 3] : undefined,
          points: { show: false },
          paths: uPlot.paths.stepped!({ align: 1 }),
        })),
      ],
      hooks: { setCursor: [() => this.tell()], ready: [(u) => this.listen(u)], setSize: [() => this.placeMarker()] },
    };
    this.plot = new uPlot(options, this.data(), this.host);
    this.plot.over.append(this.marker);
    this.tip = new ValueTip(this.plot.over);
    this.placeMarker();
    this.tell();
  }

  show(n: number): void {
    this.n = n;
    this.placeMarker();
    this.tell();
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

  private samples(): { n: readonly number[]; values: readonly (readonly number[])[] } {
    const { samples } = this.timeline;
    return this.figure === "luck" && this.luck ? { n: this.luck.n, values: this.luck.sums }
      : { n: samples.n, values: this.figure === "cash" ? samples.cash : samples.worth };
  }

  private data(): uPlot.AlignedData {
    const { n, values } = this.samples();
    return [n, ...values] as uPlot.AlignedData;
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

  /** Events at which round numbers of turns begin. */
  private turnSplits(width: number): number[] {
    const { turns } = this.timeline;
    const most = Math.max(2, Math.floor(width / 90));
    const steps = [1, 2, 5].flatMap((step) => [step, step * 10, step * 100, step * 1000]).sort((a, b) => a - b);
    const step = steps.find((by) => turns.length / by <= most) ?? turns.length;
    return turns.filter((_n, i) => (i + 1) % step === 0);
  }

  private turnLabel(n: number): string {
    return `turn ${lastUpTo(this.timeline.turns, n) + 1}`;
  }

  /** Shows every player's value under the mouse, or at the moment. */
  private tell(): void {
    const u = this.plot;
    if (!u) {
      return;
    }
    const left = u.cursor.left ?? -1;
    const n = left >= 0 ? Math.round(u.posToVal(left, "x")) : this.n;
    const samples = this.samples();
    const i = Math.max(0, lastUpTo(samples.n, n));
    const text = this.figure === "luck" ? points : money;
    const texts = this.game.names.map((_name, seat) => text(samples.values[seat]![i] ?? 0));
    render(this.game.names.map((name, seat) => (
      <span class={`key ${seatClass(seat)}`} title={name}><Chip seat={seat} /><span class="key-name">{name}</span><b>{texts[seat]}</b></span>
    )), this.legend);
    if (left >= 0) {
      this.tip?.show(left, this.turnLabel(n), texts);
    } else {
      this.tip?.hide();
    }
  }
}
