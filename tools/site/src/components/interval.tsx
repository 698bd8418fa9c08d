// Figures as small pictures in cells: intervals on a common scale, shares, times.
import type { ComponentChildren } from "preact";
import type { Estimate } from "../data";
import { error, figure } from "../words";

const [WIDTH, HEIGHT, PAD] = [240, 22, 6];

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** The range that contains all values and intervals; undefined if none is known. */
export function scaleOf(all: readonly Estimate[]): Scale | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const e of all) {
    for (const v of [e.value, e.low, e.high]) {
      if (v !== null) {
        [low, high] = [Math.min(low, v), Math.max(high, v)];
      }
    }
  }
  return low <= high ? { low, high } : undefined;
}

const along = ({ low, high }: Scale, v: number): number => (high > low ? PAD + ((v - low) / (high - low)) * (WIDTH - 2 * PAD) : WIDTH / 2);
const at = (x: number): string => x.toFixed(1);

const Frame = ({ children }: { children: ComponentChildren }) =>
  <svg class="strip" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">{children}</svg>;

/** A dot: a path with round ends. A circle would be stretched with the strip. */
const Dot = ({ x }: { x: number }) => <path class="dot" d={`M${at(x)} ${HEIGHT / 2}h0`} />;
const Line = ({ x }: { x: number }) => <path class="zero" d={`M${at(x)} 0V${HEIGHT}`} />;
const Range = ({ from, to, name = "range" }: { from: number; to: number; name?: string }) => <path class={name} d={`M${at(from)} ${HEIGHT / 2}H${at(to)}`} />;

/** A value and its interval. */
export function Strip({ scale, of: { value, low, high } }: { scale: Scale; of: Estimate }) {
  return (
    <Frame>
      {scale.low <= 0 && scale.high >= 0 && <Line x={along(scale, 0)} />}
      {low !== null && high !== null && <Range from={along(scale, low)} to={along(scale, high)} />}
      {value !== null && <Dot x={along(scale, value)} />}
    </Frame>
  );
}

/** A round step for about `n` lines. */
export function stepOf(range: number, n: number): number {
  const raw = range / n, power = 10 ** Math.floor(Math.log10(raw)), lead = raw / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

/** Multiples of a round step. */
export function stepsOf({ low, high }: Scale, n: number): number[] {
  const step = stepOf(high - low, n), steps: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) {
    steps.push(k * step);
  }
  return steps;
}

export const plain = (v: number): string => String(Number(Math.abs(v).toPrecision(6)) * (v < 0 ? -1 : 1) || 0).replace("-", "−");

export function Axis({ scale }: { scale: Scale }) {
  const steps = scale.high > scale.low ? stepsOf(scale, 3) : [];
  return (
    <svg class="strip axis" aria-hidden="true">
      {steps.map((v, i) => {
        const x = `${((along(scale, v) / WIDTH) * 100).toFixed(2)}%`; // in percent, because strips are stretched and letters must not be
        return <><line x1={x} x2={x} y2={4} /><text x={x} y={17} class={steps.length > 4 && i % 2 ? "between" : undefined}>{plain(v)}</text></>;
      })}
    </svg>
  );
}

/** A bar of shares, such as first to last places. */
export function Shares({ counts, label }: { counts: readonly number[]; label: string }) {
  const all = counts.reduce((sum, n) => sum + n, 0);
  let x = 0;
  return (
    <svg class="shares" viewBox="0 0 240 14" preserveAspectRatio="none" role="img" aria-label={label}>
      {counts.map((n, i) => {
        const width = (n / all) * 240, d = `M${x.toFixed(2)} 0h${width.toFixed(2)}v14h-${width.toFixed(2)}z`;
        x += width;
        return n > 0 && <path class={`s${i}`} d={d} />;
      })}
    </svg>
  );
}

/** The legend of a bar of shares. */
export const ShareKeys = ({ labels }: { labels: readonly (string | number)[] }) =>
  <>{labels.map((label, i) => <><span class="of"><span class={`key s${i}`} />{label}</span> </>)}</>;

/** Median, 99th percentile and longest time, on a logarithmic scale with lines at 1 µs, 1 ms and 1 s. */
export function TimeStrip({ median, p99, longest, most }: { median: number; p99: number; longest: number; most: number }) {
  const top = Math.log10(Math.max(10, most));
  const x = (us: number) => PAD + (us < 1 ? 0 : Math.log10(us) / top) * (WIDTH - 2 * PAD);
  return (
    <Frame>
      {[1, 1e3, 1e6, 1e9].filter((us) => us <= most).map((us) => <Line x={x(us)} />)}
      <Range from={x(p99)} to={x(longest)} name="tail" /><Range from={x(median)} to={x(p99)} /><Dot x={x(median)} />
    </Frame>
  );
}

/** A small line of values from 0 to 1, with gaps for unknown values. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const d = values.map((v, i) => (v === null ? "" : `${values[i - 1] == null ? "M" : "L"}${at(2 + (116 * i) / Math.max(1, values.length - 1))} ${at(21 - v * 18)}`)).join("");
  return <svg class="spark" viewBox="0 0 120 24" preserveAspectRatio="none" aria-hidden="true"><path d={d} /></svg>;
}

/** A figure as text with its interval. */
export function Figure({ of, decimals }: { of: Estimate; decimals: number }) {
  const half = error(of, decimals);
  return <>{figure(of.value, decimals)}{half && <> <small>{half}</small></>}</>;
}
