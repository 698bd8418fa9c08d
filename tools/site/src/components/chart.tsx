// Charts of a league as SVG, which prints and keeps links and titles. A plot is stretched to the width of the page; its labels are not.
import type { Estimate } from "../data";
import { plain, stepsOf, type Scale } from "./interval";

export interface LineOf {
  readonly name: string;
  readonly href?: string | undefined;
  readonly values: readonly Estimate[];
}

const [WIDTH, HEIGHT, COLOURED] = [544, 274, 8];
/** Height of the chart of a test. */
const COURSE = 180;
const NAMES_APART = 15;
/** Least distance between numbers of deals, which gives them room on a phone. */
const NUMBERS_APART = 84;
const [LONGEST, HEAD, TAIL] = [15, 8, 6];

const at = (v: number): string => v.toFixed(1);

/** The range of the chart: all values, and the last intervals of the named bots. Earlier intervals are cut off at the frame. */
function frameOf(lines: readonly LineOf[]): Scale {
  const all = lines.flatMap(({ values }) => values.map(({ value }) => value));
  const ends = lines.slice(0, COLOURED).flatMap(({ values }) => [values.at(-1)?.low ?? null, values.at(-1)?.high ?? null]);
  const known = [...all, ...ends].filter((v) => v !== null);
  const [low, high] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [-1, 1];
  const spare = 0.08 * (high - low) + 1;
  return { low: low - spare, high: high + spare };
}

/** Shortens a long name in its middle, because similar names differ at their ends. With `shared`, leaves out that many characters at the start. */
function cut(name: string, shared: number): string {
  const all = [...name], head = shared > 0 ? 3 : HEAD, size = LONGEST - head - 1;
  if (all.length <= LONGEST) {
    return name;
  }
  const from = Math.min(shared > 0 ? shared - 1 : all.length - TAIL, all.length - size);
  return `${all.slice(0, head).join("")}…${all.slice(from, from + size).join("")}`;
}

/** Shortens a few names so that all of them still differ. */
export function cutNames(names: readonly string[]): string[] {
  return names.map((name, k) => {
    const alike = names.filter((other, i) => i !== k && cut(other, 0) === cut(name, 0));
    const shared = alike.map((other) => [...name].findIndex((c, i) => c !== [...other][i])).map((n) => (n < 0 ? name.length : n));
    return cut(name, Math.max(0, ...shared));
  });
}

/** Heights of the names at the ends of their lines, moved apart. */
function placeNames(lines: readonly LineOf[], y: (v: number) => number): { k: number; y: number }[] {
  const ends = lines.slice(0, COLOURED).map(({ values }, k) => ({ k, value: values.at(-1)?.value ?? null })).filter(({ value }) => value !== null);
  const placed = ends.sort((a, b) => b.value! - a.value!).map(({ k, value }) => ({ k, y: y(value!) }));
  let last = -100;
  for (const name of placed) {
    last = name.y = Math.max(name.y, last + NAMES_APART);
  }
  let below = HEIGHT + 4; // moves names that stand below the frame up again
  for (const name of placed.toReversed()) {
    name.y = Math.min(name.y, below);
    below = name.y - NAMES_APART;
  }
  return placed;
}

interface NamesProps {
  readonly lines: readonly LineOf[];
  readonly names: readonly string[];
}

/** Names beside a chart, in colour, at the heights of their last values. */
const Names = ({ lines, names, y }: NamesProps & { y: (v: number) => number }) => (
  <svg class="chart names">
    {placeNames(lines, y).map(({ k, y: height }) => {
      const { name, href } = lines[k]!;
      const shown = <><title>{name}</title><text class={`name l${k}`} x={8} y={at(height + 4)}>{names[k]}</text></>;
      return href ? <a href={href}>{shown}</a> : <g>{shown}</g>;
    })}
  </svg>
);

/** The names below a chart, where there is no room beside it. */
const Keys = ({ lines, names }: NamesProps) => (
  <ul>
    {lines.slice(0, COLOURED).map(({ name, href }, k) =>
      <li title={name}><span class={`key n${k}`} />{href ? <a href={href}>{names[k]}</a> : names[k]}</li>)}
  </ul>
);

interface LinesProps {
  readonly lines: readonly LineOf[];
  /** Numbers of deals, on a logarithmic scale. */
  readonly x: readonly number[];
  readonly marks: readonly number[];
}

/** Ratings over deals. The first eight bots have colours, intervals, and names at the ends of their lines. */
export function Lines({ lines, x: xs, marks }: LinesProps) {
  const frame = frameOf(lines), names = cutNames(lines.slice(0, COLOURED).map(({ name }) => name));
  const [first, last] = [Math.log(xs[0]!), Math.log(xs.at(-1)!)];
  const x = (deals: number) => ((Math.log(deals) - first) / (last > first ? last - first : 1)) * WIDTH;
  const y = (v: number) => HEIGHT - ((v - frame.low) / (frame.high - frame.low)) * HEIGHT;
  const path = (points: readonly (readonly [number, number | null])[]) =>
    points.filter(([, v]) => v !== null).map(([deals, v], i) => `${i === 0 ? "M" : "L"}${at(x(deals))} ${at(y(v!))}`).join("");
  const steps = stepsOf(frame, 5);
  const label = `Ratings after ${xs.at(-1)} deals: ${lines.map(({ name, values }) => `${name} ${values.at(-1)?.value == null ? "–" : plain(Math.round(values.at(-1)!.value!))}`).join(", ")}`;
  let lastNumber = -NUMBERS_APART;
  return (
    <div class="lines">
      <svg class="chart heights" aria-hidden="true">{steps.map((v) => <text class="end" x={40} y={at(y(v) + 4)}>{plain(v)}</text>)}</svg>
      <svg class="chart plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {steps.map((v) => <path class="grid" d={`M0 ${at(y(v))}H${WIDTH}`} />)}
        {marks.filter((deals) => deals > 0 && x(deals) >= 0 && x(deals) <= WIDTH).map((deals) => <path class="mark" d={`M${at(x(deals))} 0V${HEIGHT}`} />)}
        {lines.slice(0, COLOURED).map(({ values }, k) => {
          const edge = [...values.map((e, i) => [xs[i]!, e.high] as const), ...values.map((e, i) => [xs[i]!, e.low] as const).reverse()];
          const d = path(edge);
          return <path class={`band l${k}`} d={d && `${d}Z`} />;
        })}
        {lines.map(({ name, values }, k) => (
          <path class={`line ${k < COLOURED ? `l${k}` : "faint"}`} d={path(values.map((e, i) => [xs[i]!, e.value] as const))}><title>{name}</title></path>
        )).reverse()}
      </svg>
      <Names lines={lines} names={names} y={y} />
      <svg class="chart along" aria-hidden="true">
        {xs.map((deals, i) => {
          const ends = i + 1 === xs.length, place = x(deals);
          if (!ends && (place - lastNumber < NUMBERS_APART || WIDTH - place < NUMBERS_APART)) {
            return null;
          }
          lastNumber = place;
          return <text class={ends ? "end" : i === 0 ? "start" : "mid"} x={`${((100 * place) / WIDTH).toFixed(2)}%`} y={14}>{deals}</text>;
        })}
        <text class="mid" x="50%" y={30}>deals</text>
      </svg>
      <Keys lines={lines} names={names} />
    </div>
  );
}

export interface PointOf extends LineOf {
  /** On a logarithmic scale, so above 0. */
  readonly x: Estimate;
}

/** 1, 2, 5, 10, 20 and so on within a range above 0, or the powers of ten alone where these are many. */
function decadesOf({ low, high }: Scale): number[] {
  const leads = high / low > 1000 ? [1] : [1, 2, 5];
  const from = Math.floor(Math.log10(low)), powers = Array.from({ length: Math.ceil(Math.log10(high)) - from + 1 }, (_v, k) => from + k);
  return powers.flatMap((power) => leads.map((lead) => Number(`${lead}e${power}`))).filter((v) => v >= low && v <= high);
}

/** Two figures of each bot, with intervals in both directions. */
export function Plane({ points, unit, told }: { points: readonly PointOf[]; unit: string; told: (x: Estimate, y: Estimate) => string }) {
  const known = points.flatMap(({ values: [y] }) => [y!.value, y!.low, y!.high]).filter((v) => v !== null);
  const spare = 0.05 * (Math.max(...known) - Math.min(...known)) + 0.02;
  const up: Scale = { low: Math.min(...known) - spare, high: Math.max(...known) + spare };
  const costs = points.flatMap(({ x }) => [x.value, x.low, x.high]).filter((v) => v !== null && v > 0) as number[];
  const along: Scale = { low: Math.min(...costs) / 1.2, high: Math.max(...costs) * 1.2 };
  const y = (v: number) => HEIGHT - ((v - up.low) / (up.high - up.low)) * HEIGHT;
  const x = (v: number) => (Math.log(Math.max(v, along.low) / along.low) / Math.log(along.high / along.low)) * WIDTH;
  const names = cutNames(points.slice(0, COLOURED).map(({ name }) => name)), steps = stepsOf(up, 5);
  return (
    <div class="lines">
      <svg class="chart heights" aria-hidden="true">{steps.map((v) => <text class="end" x={40} y={at(y(v) + 4)}>{v.toFixed(2)}</text>)}</svg>
      <svg class="chart plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={points.map(({ name, x: cost, values }) => `${name} ${told(cost, values[0]!)}`).join("; ")}>
        {steps.map((v) => <path class="grid" d={`M0 ${at(y(v))}H${WIDTH}`} />)}
        {points.map(({ name, x: cost, values: [e] }, k) => {
          const [px, py] = [at(x(cost.value!)), at(y(e!.value!))], colour = k < COLOURED ? `l${k}` : "faint";
          const ranges = (cost.low !== null && cost.high !== null ? `M${at(x(cost.low))} ${py}H${at(x(cost.high))}` : "") +
            (e!.low !== null && e!.high !== null ? `M${px} ${at(y(e!.low))}V${at(y(e!.high))}` : "");
          return <g><title>{`${name}: ${told(cost, e!)}`}</title><path class={`line ${colour}`} d={ranges} /><path class={`line point ${colour}`} d={`M${px} ${py}h0`} /></g>;
        }).reverse()}
      </svg>
      <Names lines={points} names={names} y={y} />
      <svg class="chart along" aria-hidden="true">
        {decadesOf(along).map((v) => <text class="mid" x={`${((100 * x(v)) / WIDTH).toFixed(2)}%`} y={14}>{String(v)}</text>)}
        <text class="mid" x="50%" y={30}>{unit}</text>
      </svg>
      <Keys lines={points} names={names} />
    </div>
  );
}

/** A sequential test: its bounds, and the evidence after some deals. */
export interface CourseOf {
  readonly lower: number;
  readonly upper: number;
  readonly deals: readonly number[];
  readonly evidence: readonly number[];
}

/** The evidence of a test over the deals, between its bounds. */
export function Course({ of: { lower, upper, deals, evidence } }: { of: CourseOf }) {
  const [low, high] = [Math.min(lower, ...evidence), Math.max(upper, ...evidence)], last = deals.at(-1)!;
  const y = (v: number) => 6 + ((high - v) / (high - low)) * (COURSE - 12);
  const d = deals.map((n, i) => `${i === 0 ? "M" : "L"}${at((n / last) * WIDTH)} ${at(y(evidence[i]!))}`).join("");
  const bounds = [["accepted", upper], ["", 0], ["refused", lower]] as const;
  return (
    <div class="lines course">
      <svg class="chart heights" aria-hidden="true">{bounds.map(([, v]) => <text class="end" x={40} y={at(y(v) + 4)}>{v.toFixed(v === 0 ? 0 : 2).replace("-", "−")}</text>)}</svg>
      <svg class="chart plot" viewBox={`0 0 ${WIDTH} ${COURSE}`} preserveAspectRatio="none" role="img" aria-label={`Evidence ${evidence.at(-1)!.toFixed(2)} after ${last} deals; accepted at ${upper.toFixed(2)}, refused at ${lower.toFixed(2)}`}>
        {bounds.map(([name, v]) => <path class={name ? "mark" : "grid"} d={`M0 ${at(y(v))}H${WIDTH}`} />)}
        <path class="line l0" d={d} />
      </svg>
      <svg class="chart names" aria-hidden="true">{bounds.map(([name, v]) => <text x={8} y={at(y(v) + 4)}>{name}</text>)}</svg>
      <svg class="chart along" aria-hidden="true">
        <text class="start" x="0" y={14}>0</text><text class="end" x="100%" y={14}>{last}</text><text class="mid" x="50%" y={30}>deals</text>
      </svg>
    </div>
  );
}

export interface Bar {
  readonly count: number;
  readonly title: string;
  readonly href?: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** Texts below, each at a share of the width. */
  readonly marks: readonly (readonly [at: number, text: string | number])[];
  readonly label: string;
  /** A line stands in the middle. */
  readonly middle?: boolean;
}

const [WIDE, BARS_HEIGHT] = [720, 116];

/** Counts side by side, which may be links. */
export function Bars({ bars, marks, label, middle = false }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count)), each = WIDE / bars.length;
  return (
    <>
      <svg class="chart bars" viewBox={`0 0 ${WIDE} ${BARS_HEIGHT}`} preserveAspectRatio="none" role={bars.some(({ href }) => href) ? "group" : "img"} aria-label={label}>
        <path class="grid" d={`M0 ${BARS_HEIGHT}H${WIDE}${middle ? `M${WIDE / 2} 0V${BARS_HEIGHT}` : ""}`} />
        {bars.map(({ count, href, title }, i) => {
          const height = at(Math.max(1, (count / most) * (BARS_HEIGHT - 8)));
          const shown = (
            <>
              <title>{title}</title>
              <path class="bar" d={`M${at(each * i + 1)} ${BARS_HEIGHT}v-${height}h${at(each - 2)}v${height}z`} />
              <path class="all" d={`M${at(each * i)} 0v${BARS_HEIGHT}h${at(each)}v-${BARS_HEIGHT}z`} />
            </>
          );
          return count > 0 && (href ? <a href={href}>{shown}</a> : <g>{shown}</g>);
        })}
      </svg>
      <svg class="chart along bars-along" aria-hidden="true">
        {marks.map(([place, text]) => <text class={place === 0 ? "start" : place === 1 ? "end" : "mid"} x={`${(100 * place).toFixed(2)}%`} y={14}>{text}</text>)}
      </svg>
    </>
  );
}
