// Two bots: their shared games.
import { Bars } from "../components/chart";
import { GameTable, type GameRow } from "../components/games";
import { Figure, plain, Shares } from "../components/interval";
import { Bot, Deal, Section } from "../components/links";
import { Table, title, type Cell } from "../components/table";
import { estimate, list, number, type Column, type Document, type Estimate, type Row } from "../data";
import { count, figure } from "../words";

type Name = "figures" | "sides" | "seats" | "order" | "deals";

interface One {
  readonly id: number;
  readonly bot: string;
}

interface Pair extends Document, Readonly<Record<Name, readonly Row[]>> {
  readonly columns: Readonly<Record<Name, readonly Column[]>>;
  readonly bots: readonly [One, One];
  /** Deals by the difference of points, from -1 to 1. */
  readonly deals_by_difference: readonly number[];
  readonly latest: readonly GameRow[];
}

function Facts({ columns, row, first }: { columns: readonly Column[]; row: Row; first: string }) {
  const shown = (name: string) => {
    const column = columns.find((c) => c.name === name);
    return column && <b><Figure of={estimate(row, name)} decimals={column.decimals} /></b>;
  };
  const percent = ({ value, low, high }: Estimate) => <b>{figure(value === null ? null : 100 * value, 0)}%{low !== null && high !== null && low < high && ` (${figure(100 * low, 0)} to ${figure(100 * high, 0)})`}</b>;
  const [games, deals] = [number(row, "games") ?? 0, number(row, "deals") ?? 0];
  const [ahead, expected, rest] = [shown("ahead"), shown("expected"), shown("without_luck")];
  return (
    <ul class="facts">
      <li><b>{count(games)}</b> {games === 1 ? "game" : "games"} at one table, in <b>{count(deals)}</b> {deals === 1 ? "deal" : "deals"}</li>
      {ahead && <li>{first} finished ahead in {percent(estimate(row, "ahead"))} of games</li>}
      {expected && <li>their ratings predict {percent(estimate(row, "expected"))}</li>}
      <li>difference of points a game: {shown("difference")}</li>
      {rest && <li>the same without luck: {rest}</li>}
    </ul>
  );
}

function Differences({ of }: { of: readonly number[] }) {
  const end = (k: number): string => ((2 * k) / of.length - 1).toFixed(1).replace("-", "−");
  const bars = of.map((n, k) => ({ count: n, title: `${end(k)} to ${end(k + 1)}: ${count(n)} ${n === 1 ? "deal" : "deals"}` }));
  const marks = [-1, -0.5, 0, 0.5, 1].map((x) => [(x + 1) / 2, plain(x)] as const);
  return <Bars bars={bars} marks={marks} middle label={`Deals by difference of points, at most ${Math.max(...of)} in a bar`} />;
}

const sideCell: Cell = (column, row) => (column.name === "places" ? <Shares counts={list(row, "places")} label={`places: ${list(row, "places").join(", ")}`} /> : undefined);
const dealCell: Cell = (column, row) => (column.name === "deal" ? <Deal number={number(row, "deal") ?? 0} /> : undefined);

export function PairPage({ of }: { of: Pair }) {
  const { bots: [one, other], columns } = of;
  const figures = of.figures[0]!;
  const points: Record<string, string> = { points_of_the_first: `${one.bot}'s points`, points_of_the_second: `${other.bot}'s points` };
  const heading = <h2><Bot id={one.id} name={one.bot} /> against <Bot id={other.id} name={other.bot} /></h2>;
  if (number(figures, "games") === 0) {
    return <section id="pair">{heading}<p>They have not met in a deal that is over.</p></section>;
  }
  return (
    <>
      <section id="pair">
        {heading}
        <Facts columns={columns.figures} row={figures} first={one.bot} />
        <Table name="sides" columns={columns.sides} rows={of.sides} cell={sideCell} />
        <p class="note">±: 95% intervals, with deals as observations. A difference is that of {one.bot} less {other.bot}. The bar: places, first to last.</p>
      </section>
      <Section id="seats" title="By seat and order">
        <Table name="seats" columns={columns.seats} rows={of.seats} id={(row) => `${row["seat"]} ${row["bot_id"]}`} />
        <h3>By who has the lower seat</h3>
        <p class="lead">The difference: points of {one.bot} less those of {other.bot}.</p>
        <Table name="order" columns={columns.order} rows={of.order} id={(row) => String(row["lower_seat_id"])} />
      </Section>
      <Section id="deals" title="By deal">
        <p class="lead">Deals by the difference of points in them. Right of the middle: <Bot id={one.id} name={one.bot} /> had more.</p>
        <Differences of={of.deals_by_difference} />
        <h3>The greatest differences</h3>
        <Table name="deals" columns={columns.deals.map((column) => ({ ...column, title: points[column.name] ?? title(column) }))} rows={of.deals} cell={dealCell} id={(row) => Number(row["deal"])} />
      </Section>
      <Section id="latest" title="Latest games">
        <GameTable games={of.latest} />
        <p><a class="chip" href={`/games?bot=${one.id}&against=${other.id}`}>all their games</a></p>
      </Section>
    </>
  );
}
