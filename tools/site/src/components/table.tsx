// Tables of rows and columns. Their titles sort them. A wide table scrolls by itself; on a phone each row is a card.
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { estimate, list, number, text, type Column, type Row } from "../data";
import { count, figure, time } from "../words";
import { Axis, Figure, Strip, scaleOf, type Scale } from "./interval";
import { BotOf, Games } from "./links";

export interface Order {
  readonly column: string;
  readonly up: boolean;
}

/** Content of a cell in place of its value; undefined to show the value. */
export type Cell = (column: Column, row: Row) => ComponentChildren;

const isTime = (column: Column): boolean => column.unit === "us";

/** "adjusted_rating" as "adjusted rating", "median_us" as "median". */
export const title = (column: Column): string => column.title ?? (isTime(column) ? column.name.replace(/_us$/, "") : column.name).replaceAll("_", " ");

const kind = (column: Column): string | undefined =>
  column.shape === "chart" || column.name === "places" ? "strips" : column.shape === "list" ? "numbers" : column.is_bot ? "bot" : column.type === "text" ? undefined : "num";

/** The column that a chart draws. */
const drawn = (column: Column): string => column.name.replace(/_interval$/, "");

const canOrder = (column: Column): boolean => column.shape !== "list" && column.shape !== "chart" && column.type !== "object";

/** Whether the first click sorts upwards: ranks and texts do, figures begin with the greatest. */
const isUpFirst = (column: Column): boolean => column.shape === "bracket" || column.type === "text";

/** Indices of the rows, sorted by a column. Rows without a value come last, and equal rows keep their order. */
export function ordered(rows: readonly Row[], { column, up }: Order): number[] {
  const keys = rows.map((row) => row[column] as string | number | null | undefined);
  const way = up ? 1 : -1;
  return rows.map((_row, i) => i).sort((i, j) => {
    const [a, b] = [keys[i] ?? null, keys[j] ?? null];
    return a === null || b === null ? Number(a === null) - Number(b === null) || i - j : a < b ? -way : a > b ? way : i - j;
  });
}

export function Bracket({ row, name }: { row: Row; name: string }) {
  const { value, low, high } = estimate(row, name);
  return <><b>{value}</b> <small>({low === null ? "?" : low === high ? low : `${low}–${high}`})</small></>;
}

export function Content({ column, row, scale }: { column: Column; row: Row; scale?: Scale | undefined }) {
  const value = row[column.name];
  switch (column.shape) {
    case "chart":
      return scale ? <Strip scale={scale} of={estimate(row, drawn(column))} /> : null;
    case "list":
      return <Games numbers={list(row, column.name)} />;
    case "bracket":
      return <Bracket row={row} name={column.name} />;
    case "interval":
      return <Figure of={estimate(row, column.name)} decimals={column.decimals} />;
    default:
      return column.is_bot ? <BotOf row={row} name={column.name} />
        : column.type === "text" ? <>{text(row, column.name) || "–"}</>
        : isTime(column) && typeof value === "number" ? <>{time(value)}</>
        : <>{figure(number(row, column.name), column.decimals)}</>;
  }
}

/** A region that scrolls by itself, also by keyboard. */
export const Wide = ({ name, children }: { name: string; children: ComponentChildren }) =>
  <div class="wide" tabIndex={0} role="group" aria-label={name}>{children}</div>;

interface TitleProps {
  column: Column;
  order: Order | undefined;
  href: ((order: Order) => string) | undefined;
  onOrder: ((order: Order) => void) | undefined;
}

function Title({ column, order, href, onOrder }: TitleProps) {
  const isOrder = order?.column === column.name;
  const next = { column: column.name, up: isOrder ? !order.up : isUpFirst(column) };
  const name = column.shape === "chart" ? "" : title(column);
  return (
    <th class={column.is_bot ? undefined : kind(column)} title={column.help} aria-sort={isOrder ? (order.up ? "ascending" : "descending") : undefined}>
      {!canOrder(column) || !(href || onOrder) ? name
        : href ? <a href={href(next)}>{name}</a>
        : <button type="button" onClick={() => onOrder?.(next)}>{name}</button>}
      {isOrder && (order.up ? " ▲" : " ▼")}
    </th>
  );
}

export interface TableProps {
  readonly columns: readonly Column[] | undefined;
  readonly rows: readonly Row[];
  /** The table's name for screen readers. */
  readonly name: string;
  readonly class?: string;
  readonly cell?: Cell;
  /** The order of the rows, and the address of another order. Without them the page sorts the rows itself. */
  readonly order?: Order | undefined;
  readonly href?: (order: Order) => string;
  /** Key that identifies a row when rows move; its bot or game by default. */
  readonly id?: (row: Row) => string | number;
}

const keyOf = (row: Row, i: number): string | number => (row["bot_id"] ?? row["against_id"] ?? row["game"] ?? i) as string | number;

/** Rows of a long table before its reader asks for all. Layout takes the time of sorting, so other rows get the elements that are there. */
const [LONG, FIRST] = [200, 60];

export function Table({ columns = [], rows, name, class: kindOf = name, cell, order: given, href, id = undefined }: TableProps) {
  const [chosen, setOrder] = useState<Order>();
  const [isWhole, setWhole] = useState(false);
  const scales = useMemo(() => columns.map((column) => (column.shape === "chart" ? scaleOf(rows.map((row) => estimate(row, drawn(column)))) : undefined)), [columns, rows]);
  const made = useMemo(() => new Map<number, VNode>(), [columns, rows]); // another order only moves these nodes
  const isCut = rows.length > LONG && !isWhole;
  const drawRow = (i: number, place: number): VNode => {
    const row = rows[i]!;
    const node = (isCut ? undefined : made.get(i)) ?? (
      <tr key={isCut ? place : id?.(row) ?? keyOf(row, i)}>
        {columns.map((column, k) => (
          <td class={`${kind(column) ?? ""}${row[drawn(column)] == null || row[column.name] === "" ? " none" : ""}`} data-label={column.shape === "chart" ? undefined : title(column)}>
            {cell?.(column, row) ?? <Content column={column} row={row} scale={scales[k]} />}
          </td>
        ))}
      </tr>
    );
    if (!isCut) {
      made.set(i, node);
    }
    return node;
  };
  useEffect(() => { // paper has all rows
    const show = () => setWhole(true);
    addEventListener("beforeprint", show);
    return () => removeEventListener("beforeprint", show);
  }, []);
  const order = href ? given : chosen;
  const indices = chosen && !href ? ordered(rows, chosen) : rows.map((_row, i) => i);
  return (
    <>
      <Wide name={name}>
        <table class={kindOf}>
          <thead><tr>{columns.map((column) => <Title column={column} order={order} href={href} onOrder={href ? undefined : setOrder} />)}</tr></thead>
          <tbody>{indices.slice(0, isCut ? FIRST : undefined).map(drawRow)}</tbody>
          {scales.some((scale) => scale) && (
            <tfoot class="scale"><tr>{columns.map((column, k) => <td class={kind(column)}>{scales[k] && <Axis scale={scales[k]!} />}</td>)}</tr></tfoot>
          )}
        </table>
      </Wide>
      {isCut && <p><button type="button" class="chip" onClick={() => setWhole(true)}>all {count(rows.length)} rows</button></p>}
    </>
  );
}

/** The columns of one row as a list, without those that have no value. */
export const Facts = ({ columns = [], row }: { columns: readonly Column[] | undefined; row: Row }) => (
  <>
    {columns.filter(({ name }) => row[name] !== null && row[name] !== undefined).map((column) =>
      <li title={column.help}>{title(column)} <b><Content column={column} row={row} /></b></li>)}
  </>
);
