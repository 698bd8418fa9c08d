// Figures of play from a sample of a league's games: spaces, sets, auctions, seats.
import { Figure } from "../components/interval";
import { Section } from "../components/links";
import { Table, title } from "../components/table";
import { layOut, SIDE } from "../game/layout";
import { useState } from "preact/hooks";
import { estimate, isSure, number, type Column, type Document, type Row } from "../data";
import { count, figure, words } from "../words";

const TABLES = ["spaces", "sets", "sets_of_bots", "bots", "seats"] as const;
type Name = "all" | (typeof TABLES)[number];

interface Sample extends Document, Readonly<Record<Name, readonly Row[]>> {
  readonly columns: Readonly<Record<Name, readonly Column[]>>;
  readonly sample: number;
  readonly deals: number;
}

/** Shown until the figures are computed. */
interface NoSample extends Document {
  readonly columns?: undefined;
}

const COLOURED = ["landings", "paid_a_game"] as const;

/** The board, its spaces coloured by a column: the more, the darker. */
function Board({ columns, rows }: { columns: readonly Column[]; rows: readonly Row[] }) {
  const [by, colourBy] = useState<(typeof COLOURED)[number]>("landings");
  const { cells, depth } = layOut({ spaces: rows.map((row) => ({ kind: String(row["kind"]) })) });
  // Jail has twice the landings of any other space, so the second value from above has the full colour.
  const values = rows.map((row) => number(row, by) ?? 0).sort((a, b) => a - b), [least = 0, most = 0] = [values[0], values.at(-2)];
  const per = (units: number): string => `${((100 * units) / SIDE).toFixed(3)}%`;
  const of = columns.find(({ name }) => name === by)!;
  return (
    <>
      <div class="choose" role="group" aria-label="Colour of the spaces">
        {COLOURED.map((name) => <button type="button" class="chip" aria-pressed={name === by} onClick={() => colourBy(name)}>{name === "landings" ? "landings" : "money paid"}</button>)}
      </div>
      <div class="heat" role="img" aria-label={`The board, coloured by ${title(of)}; the table below has all figures.`}>
        {rows.map((row, i) => {
          const { x, y, w, h } = cells[i]!, value = number(row, by);
          const share = value === null ? 0 : Math.min(1, (value - least) / (most - least || 1));
          return (
            <div style={{ left: per(x), top: per(y), width: per(w), height: per(h), "--share": `${Math.round(6 + 38 * share)}%` }} title={`${row["space"]}: ${figure(value, of.decimals)} ${of.unit ?? ""}`}>
              <span>{String(row["space"])}</span><b>{figure(value, by === "landings" ? 1 : 0)}</b>
            </div>
          );
        })}
        <p style={{ inset: per(depth) }}>{by === "landings" ? "Of 100 moves of a token, those that end on the space" : "Rents and taxes paid on the space in a game"}</p>
      </div>
    </>
  );
}

export function TheGamePage({ of }: { of: Sample | NoSample }) {
  if (of.columns === undefined) {
    return <Section id="game" title="The game"><p>These figures come from games that are played again. They are being made, or there is no game yet.</p></Section>;
  }
  const { columns, seats } = of;
  const all = of.all[0]!;
  const surely = seats.filter((row) => isSure(estimate(row, "points"))).length;
  return (
    <>
      <Section id="game" title="The game">
        <p class="lead">
          From a sample of {count(of.sample)} games in {count(of.deals)} deals. ±: 95% intervals, with deals as observations. For programs: <a href="/api/game">JSON</a>
          {TABLES.map((name) => <>, <a href={`/game/${name}.csv`}>{words(name)}</a></>)} as csv.
        </p>
      </Section>
      <Section id="spaces" title="Spaces and auctions">
        {number(all, "auctions") !== 0 && <p>Auctioned deeds cost <b><Figure of={estimate(all, "auction_price")} decimals={0} /></b> per cent of their printed price, in {count(number(all, "auctions") ?? 0)} auctions.</p>}
        <p class="lead">Landings: of 100 moves of a token, those that end there. Paid: rents and taxes. Auction price: per cent of the printed price.</p>
        <Board columns={columns.spaces} rows={of.spaces} />
        <Table name="spaces" columns={columns.spaces} rows={of.spaces} id={(row) => String(row["index"])} />
      </Section>
      <Section id="sets" title="Sets">
        <p class="lead">In how many of 100 games a set is completed, by purchase or trade, in which round, and how many of 100 who complete it win. Strong bots complete more sets: that winners have a set does not prove that it wins.</p>
        <Table name="sets" columns={columns.sets} rows={of.sets} />
        <h3>Sets of streets by bot</h3>
        <Table name="bots" columns={columns.bots} rows={of.bots} />
        <details>
          <summary>Each set by bot</summary>
          <Table name="sets_of_bots" columns={columns.sets_of_bots} rows={of.sets_of_bots} id={(row) => `${row["set"]} ${row["bot_id"]}`} />
        </details>
      </Section>
      {seats.length > 0 && (
        <Section id="advantage" title="Seats">
          <p>{surely > 0 ? `${surely} of ${seats.length} seats differ from the mean with 95% confidence.` : "No seat differs from the mean with 95% confidence."}</p>
          <Table name="seats" columns={columns.seats} rows={seats} />
        </Section>
      )}
    </>
  );
}
