// Sections of the report, each made of the report's document; pages that are served show some of them.
import { useEffect, useMemo, useState } from "preact/hooks";
import { estimate, estimateOf, isSure, list, number, text, type Column, type Document, type Estimate, type Row } from "../data";
import { chance, count, day, error, figure, quote } from "../words";
import { Bars, Course, Lines, Plane, type CourseOf, type LineOf } from "../components/chart";
import { GameTable, type GameRow } from "../components/games";
import { moved, movesOf } from "../components/headline";
import { Figure, ShareKeys, Shares, Spark, TimeStrip } from "../components/interval";
import { Bot, BotOf, botAddress, Game, gameAddress, Guide, hasGamePages, isServed, pairAddress, Section } from "../components/links";
import { Bracket, Table, Wide, type Cell, type Order } from "../components/table";

export interface Report extends Document {
  /** The store's path, for commands. */
  readonly store: string;
  readonly games_at: string | null;
  readonly columns: Readonly<Record<string, readonly Column[]>>;
  readonly ranking: Row & { readonly bots?: readonly Row[] };
  readonly bots: readonly Row[];
  readonly has_luck: boolean;
  readonly no_intervals: boolean;
  readonly intervals_known: boolean;
  readonly few_deals: number;
  readonly outside: number;
  readonly reasons: readonly Row[];
  readonly nights: readonly number[];
  readonly ratings_over_deals: readonly { readonly deals: number; readonly at_ms?: number; readonly night?: number; readonly ratings: Readonly<Record<string, readonly (number | null)[]>> }[];
  readonly seats: readonly Row[];
  readonly field?: { readonly pairs: readonly Row[]; readonly fit_chi2: number | null; readonly fit_df: number | null; readonly fit_p: number | null; readonly cycles: readonly Row[] };
  readonly lengths: { readonly width: number; readonly games: readonly number[]; readonly first: readonly number[] };
  readonly ends: readonly { readonly ended: string; readonly games: number; readonly first: number }[];
  readonly traded: number;
  readonly permutations: number;
  readonly transfers: readonly Row[];
  readonly games: readonly GameRow[];
  readonly about: About;
  /** The test of a league that compares two bots. */
  readonly sprt?: CourseOf & { readonly candidate: number; readonly baseline: number };
}

/** Facts of the league that are no figures. */
interface About {
  readonly author?: string;
  readonly machine?: string;
  readonly decision_ms?: number;
  readonly bank_ms?: number;
  /** About when the last game was played. */
  readonly at_ms?: number;
}

/** The report prepared for drawing: `ids` has the bots' numbers for links, `shown` a row of all figures for each bot. */
export interface Known extends Report {
  readonly ids: ReadonlyMap<string, number>;
  readonly shown: readonly Row[];
}

export function know(report: Report): Known {
  const ids = new Map(report.bots.map((bot) => [text(bot, "bot"), Number(bot["id"])]));
  return { ...report, ids, shown: report.bots.map((bot, i) => ({ ...report.ranking.bots?.[i], ...bot, bot_id: bot["id"] })) };
}

interface Of {
  readonly of: Known;
}

const Name = ({ of, name }: Of & { name: string }) => <Bot id={of.ids.get(name) ?? 0} name={name} />;
const s = (n: number): string => (n === 1 ? "" : "s");

/* ---- ranking ---- */

/** Why a bot does not play, or not in its newest version. */
const stateOf = (row: Row): string => (row["status"] === "plays" && row["reason"] ? "in an older version, as the new one failed" : text(row, "status"));

const rankingCell = (moves: ReadonlyMap<string, number> | undefined): Cell => (column, row) => {
  const up = moves?.get(text(row, "bot"));
  if (column.name === "rank" && up) {
    return <><span class={up > 0 ? "up" : "down"} title={`${moved(up)} since the last night`}>{up > 0 ? "▲" : "▼"}{Math.abs(up)}</span> <Bracket row={row} name="rank" /></>;
  }
  const incidents = number(row, "incidents");
  if (column.is_bot) {
    const told = row["reason"] || (row["status"] && row["status"] !== "plays");
    return <><BotOf row={row} />{told && <> <em title={text(row, "reason")}>{stateOf(row)}</em></>}</>;
  }
  return column.name === "incidents" && incidents ? <a href={`${isServed() ? "/report" : ""}#incidents`} class="warn">{incidents}</a> : undefined;
};

function notesOf({ ranking, shown, no_intervals, intervals_known, few_deals, outside }: Known): string[] {
  const deals = number(ranking, "deals") ?? 0;
  const few = shown.filter((row) => (number(row, "games") ?? 0) > 0 && (number(row, "deals") ?? 0) < few_deals).length;
  return [
    deals === 0 ? "No deal is finished, so no bot has a rating." : "Rating: with 400 more, a bot finishes ahead of another in 10 of 11 games; 0 is the mean.",
    no_intervals ? "(?): no interval and no rank is claimed, as results decide who plays."
      : deals > 0 ? "± and bars: 95% intervals. In 95 of 100 leagues every bracket holds the true rank. A deal, all games on one seed, counts as one observation." : "",
    few > 0 && !no_intervals ? `(?): few deals; below ${few_deals} there is no interval, and no rank is claimed.` : "",
    outside > 0 && !no_intervals ? `${outside} bot${s(outside)} never both ahead of and behind the others, so without interval.` : "",
    ranking["connected"] ? "" : "Some bots are not connected by any chain of games, so their ratings cannot be compared.",
    deals > 1 && !intervals_known && !no_intervals ? "No intervals of ratings: some bot is known from one deal alone." : "",
  ].filter(Boolean);
}

export const Ranking = ({ of, order, href }: Of & { order?: Order | undefined; href?: (order: Order) => string }) => (
  <Section id="ranking" title="Ranking">
    <Table columns={of.columns["ranking"]} rows={of.shown} name="ranking" cell={rankingCell(movesOf(of.shown.map((row) => text(row, "bot")), of.ratings_over_deals, of.nights))} order={order} {...(href && { href })} />
    <p class="note">{notesOf(of).join(" ")}</p>
    {of.ranking["told"] && <p>{text(of.ranking, "told").split("\n").filter(Boolean).map((line, i) => <>{i > 0 && <br />}{line}</>)}</p>}
  </Section>
);

/* ---- over deals ---- */

const none: Estimate = { value: null, low: null, high: null };

const Twelfths = ({ of }: Of) => (
  <details>
    <summary>Points in each twelfth of the deals</summary>
    <Wide name="points in each twelfth">
      <table class="twelfths">
        <thead><tr><th>bot</th><th>from 0 to 1</th>{list(of.shown[0] ?? {}, "points_over_deals").map((_v, k) => <th class="num">{k + 1}</th>)}</tr></thead>
        <tbody>
          {of.shown.map((row) => (
            <tr>
              <td class="bot" data-label="bot"><BotOf row={row} /></td>
              <td data-label="from 0 to 1"><Spark values={list(row, "points_over_deals")} /></td>
              {list(row, "points_over_deals").map((v, k) => <td class="num" data-label={k + 1}>{figure(v, 2)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  </details>
);

/** The ratings of these bots over the deals, from the first known rating on. */
export function RatingLines({ of, names, linked = names }: Of & { names: readonly string[]; linked?: readonly string[] }) {
  const all = of.ratings_over_deals.map(({ deals, ratings }) => ({ deals, of: names.map((name) => (ratings[name] ? estimateOf(ratings[name]!) : none)) }));
  const steps = all.slice(Math.max(0, all.findIndex((step) => step.of.some(({ value }) => value !== null))));
  const lines = names.map((name, k): LineOf => ({
    name, href: linked.includes(name) ? botAddress(of.ids.get(name) ?? 0) : undefined, values: steps.map((step) => step.of[k]!),
  })).filter(({ values }) => values.some(({ value }) => value !== null));
  return lines.length > 0 ? <Lines lines={lines} x={steps.map(({ deals }) => deals)} marks={of.nights} /> : null;
}

const hasInterval = ({ ratings }: Known["ratings_over_deals"][number]) => Object.values(ratings).some(([, low]) => low !== null);

export const Steps = ({ of }: Of) => of.ratings_over_deals.length < 2 ? null : (
  <Section id="steps" title="Rating over deals">
    <p class="lead">
      The rating of each bot after the first deals, in their order. Where lines cross late, the order of the bots is not settled.
      {of.ratings_over_deals.filter(hasInterval).length > 1 ? " Shaded: 95%" : ` No interval is shaded before ${of.few_deals} deals`}
      {of.nights.length > 0 && ". Dashed line: a new night"}{of.shown.length > 8 ? "; the first eight are named." : "."}
    </p>
    <RatingLines of={of} names={of.shown.map((row) => text(row, "bot"))} />
    <Twelfths of={of} />
  </Section>
);

/** The figure that prices bots in this league: the dollars of their language models, or their tokens where no price is known. */
export function costOf(rows: readonly Row[]): "model_dollars" | "model_tokens" | undefined {
  return (["model_dollars", "model_tokens"] as const).find((name) => rows.some((row) => (number(row, name) ?? 0) > 0));
}

/** Points against cost, for bots that ask language models. */
export function Costs({ of }: Of) {
  const name = costOf(of.shown), dollars = name === "model_dollars";
  if (name === undefined) {
    return null;
  }
  const rows = of.shown.filter((row) => (number(row, name) ?? 0) > 0 && number(row, "points") !== null);
  return (
    <Section id="costs" title="Points and costs">
      <p class="lead">
        Points a game against the {dollars ? "price" : "tokens"} of a game. Upper left is better. Lines: 95% intervals{rows.length < of.shown.length && ". Bots without a language model are left out"}.
      </p>
      <Plane unit={dollars ? "dollars a game" : "tokens a game"}
        points={rows.map((row) => ({ name: text(row, "bot"), href: botAddress(Number(row["id"])), values: [estimate(row, "points")], x: estimate(row, name) }))}
        told={(x, y) => `${figure(y.value, 2)} ${error(y, 2)} points, ${dollars ? "$" : ""}${figure(x.value, dollars ? 4 : 0)} ${error(x, dollars ? 4 : 0)}${dollars ? "" : " tokens"}`} />
    </Section>
  );
}

/** The course of a test that compares two bots. */
export const Test = ({ of: { sprt, ids } }: Of) => {
  const nameOf = (id: number) => [...ids].find(([, other]) => other === id)?.[0] ?? "";
  return !sprt || sprt.deals.length < 2 ? null : (
    <Section id="test" title="The test over the deals">
      <p class="lead">
        The evidence for <Bot id={sprt.candidate} name={nameOf(sprt.candidate)} /> against <Bot id={sprt.baseline} name={nameOf(sprt.baseline)} /> after each
        deal. Above the upper line the candidate is accepted, below the lower one it is refused; between them the test goes on.
      </p>
      <Course of={sprt} />
    </Section>
  );
};

/** Bots with several versions, the newest of each first. */
export function Versions({ of }: Of) {
  const origins = new Map<string, Row[]>();
  of.shown.forEach((row) => origins.set(text(row, "origin"), [row, ...origins.get(text(row, "origin")) ?? []]));
  const many = [...origins].filter(([, rows]) => rows.length > 1).map(([origin, rows]) => [origin, rows.toSorted((a, b) => Number(b["id"]) - Number(a["id"]))] as const);
  return many.length === 0 ? null : (
    <Section id="versions" title="Versions">
      {many.map(([origin, rows]) => (
        <details key={origin} open={many.length <= 6}>
          <summary>{origin}: {rows.length} versions</summary>
          <Table columns={of.columns["ranking"]} rows={rows} name={`versions of ${origin}`} class="ranking" cell={rankingCell(undefined)} />
          <RatingLines of={of} names={rows.map((row) => text(row, "bot"))} />
        </details>
      ))}
    </Section>
  );
}

/* ---- places, seats, luck ---- */

export function Places({ of }: Of) {
  if (!of.seats.length && !number(of.ranking, "games")) {
    return null;
  }
  const seats = of.seats.map((seat) => estimate(seat, "points"));
  return (
    <Section id="places" title="Places and seats">
      <p class="legend"><ShareKeys labels={list(of.shown[0] ?? {}, "places").map((_n, k) => k + 1)} /></p>
      <Wide name="places and seats">
        <table>
          <thead><tr><th>bot</th><th>places, first to last</th>{seats.map((_seat, k) => <th class="num">seat {k}</th>)}</tr></thead>
          <tbody>
            {of.shown.map((row) => (
              <tr>
                <td class="bot" data-label="bot"><BotOf row={row} /></td>
                <td class="strips"><Shares counts={list(row, "places")} label={`places: ${list(row, "places").join(", ")}`} /></td>
                {seats.map((_seat, k) => <td class="num" data-label={`seat ${k}`}>{figure(list(row, "points_by_seat")[k], 3)}</td>)}
              </tr>
            ))}
          </tbody>
          {seats.length > 0 && (
            <tfoot><tr>
              <td><a href={isServed() ? "/games" : "#games"}>all</a></td><td>points by seat, ± 95%</td>
              {seats.map((seat, k) => <td class="num" data-label={`seat ${k}`}>{isSure(seat) ? <b><Figure of={seat} decimals={3} /></b> : <Figure of={seat} decimals={3} />}</td>)}
            </tr></tfoot>
          )}
        </table>
      </Wide>
      <p class="note">
        {seats.some(isSure) ? "Some seats give more points than others with 95% confidence (bold). Where every bot has every seat of a deal, no bot gains by it."
          : "No seat is better than another with 95% confidence."}
      </p>
    </Section>
  );
}

export const Luck = ({ of }: Of) => of.has_luck ? (
  <Section id="luck" title="Luck and skill">
    <p class="lead">The luck of each bot in points a game, and its points and rating adjusted for luck. Over many deals luck averages to zero.</p>
    <Table columns={of.columns["luck"]} rows={of.shown} name="luck" />
  </Section>
) : null;

/* ---- each against each ---- */

/** The result of one bot against another; the pair may be listed in either order. */
function meetings({ field, ids }: Known): Map<string, Estimate> {
  const found = new Map<string, Estimate>();
  const flip = (v: number | null) => (v === null ? null : 1 - v);
  for (const pair of field?.pairs ?? []) {
    const [a, b] = [ids.get(text(pair, "bot")), ids.get(text(pair, "against"))], e = estimate(pair, "ahead");
    found.set(`${a}-${b}`, e).set(`${b}-${a}`, { value: flip(e.value), low: flip(e.high), high: flip(e.low) });
  }
  return found;
}

export function Cross({ of }: Of) {
  const found = useMemo(() => meetings(of), [of]);
  if (!of.field) {
    return null;
  }
  const bots = of.shown.map((row) => Number(row["bot_id"]));
  return (
    <Section id="cross" title="Each against each">
      <p class="lead">
        How often the bot of the row finished ahead of the bot of the column, in 100 of their shared games. A tie counts half. Bold: 50 is outside
        the 95% interval. Select a figure to see more of the pair.
      </p>
      <Wide name="each against each">
        <table class="cross">
          <thead><tr><th class="num" /><th>bot</th>{bots.map((_bot, k) => <th>{k + 1}</th>)}</tr></thead>
          <tbody>
            {of.shown.map((row, i) => (
              <tr>
                <th class="num">{i + 1}</th><th class="bot"><BotOf row={row} /></th>
                {bots.map((other, k) => {
                  const e = found.get(`${bots[i]}-${other}`);
                  return e?.value == null ? <td class="self" data-label={k + 1} />
                    : <td class={`h${Math.min(10, Math.floor(e.value * 10 + 0.5))}${isSure(e) ? " sure" : ""}`} data-label={k + 1}><a href={pairAddress(bots[i]!, other)}>{figure(100 * e.value, 0)}</a></td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Section>
  );
}

/* ---- the field ---- */

const [PAIRS_SHOWN, CYCLES_SHOWN] = [15, 20];

/** About how many standard errors a pair's result lies from the ratings' expectation; -1 if it is not known. */
function surprise(pair: Row): number {
  const { value, low, high } = estimate(pair, "ahead"), expected = number(pair, "expected");
  return value === null || low === null || high === null || high <= low || expected === null ? -1 : Math.abs(value - expected) / (0.5 * (high - low));
}

/** Pairs as a table: the number of shared games leads to them. */
export function Pairs({ columns, pairs, ids }: { columns: readonly Column[] | undefined; pairs: readonly Row[]; ids: ReadonlyMap<string, number> }) {
  const rows = pairs.map((pair) => ({ ...pair, bot_id: ids.get(text(pair, "bot")) ?? 0, against_id: ids.get(text(pair, "against")) ?? 0 }));
  return (
    <Table columns={columns} rows={rows} name="pairs" id={(row) => `${row["bot_id"]}-${row["against_id"]}`}
      cell={(column, row) => column.name === "games" ? <a href={pairAddress(Number(row["bot_id"]), Number(row["against_id"]))}>{number(row, "games")}</a> : undefined} />
  );
}

export function Field({ of }: Of) {
  const field = of.field;
  const pairs = useMemo(() => (field?.pairs ?? []).filter((pair) => surprise(pair) >= 0).sort((a, b) => surprise(b) - surprise(a)).slice(0, PAIRS_SHOWN), [field]);
  if (!field) {
    return null;
  }
  const fits = (field.fit_p ?? 1) >= 0.05;
  return (
    <Section id="field" title="Does one number say it all?">
      {field.fit_p === null ? <p>Not tested: too few deals or bots, or too many bots.</p> : (
        <p class={fits ? undefined : "warn"}>
          <b>{fits ? "One number will do." : "No: who beats whom depends on more than one number. Compare the bots pair by pair, below."}</b>
          {` Chi-square ${figure(field.fit_chi2, 1)} with ${figure(field.fit_df, 1)} degrees of freedom, p ${chance(field.fit_p)}.`}
        </p>
      )}
      {field.cycles.length === 0 ? <p>No certain cycle: no three bots are each ahead of the next with 95% confidence.</p> : (
        <>
          <p class="warn">Cycles, where each bot is ahead of the next with 95% confidence:</p>
          <ul>
            {field.cycles.slice(0, CYCLES_SHOWN).map((cycle) =>
              <li>{["first", "second", "third", "first"].map((who, i) => <>{i > 0 && " > "}<Name of={of} name={text(cycle, who)} /></>)}</li>)}
          </ul>
          {field.cycles.length > CYCLES_SHOWN && <p>And {field.cycles.length - CYCLES_SHOWN} more.</p>}
        </>
      )}
      <h3>Head to head</h3>
      <p class="lead">The pairs furthest from what their ratings expect, up to {PAIRS_SHOWN}.</p>
      <Pairs columns={of.columns["pairs"]} pairs={pairs} ids={of.ids} />
    </Section>
  );
}

/* ---- lengths, times ---- */

const ENDS: Readonly<Record<string, string>> = { last_solvent: "with one player left", max_rounds: "at the limit of rounds", forfeit: "as all others had forfeited" };

export function Lengths({ of }: Of) {
  const row = of as unknown as Row, games = number(of.ranking, "games") ?? 0;
  if (games === 0) {
    return null;
  }
  const { width } = of.lengths;
  const bars = of.lengths.games.map((n, i) => ({
    count: n, href: gameAddress(of.lengths.first[i]!), title: `${i * width} to ${(i + 1) * width - 1} rounds: ${n} games, the first is ${of.lengths.first[i]}`,
  }));
  const every = bars.length > 10 ? 5 : 2;
  const marks = Array.from({ length: bars.length + 1 }, (_, i) => [i / bars.length, i * width] as const).filter((_, i) => i % every === 0);
  return (
    <Section id="lengths" title="Lengths and ends">
      <ul class="facts">
        <li><b>{figure(number(row, "rounds_mean"), 1)}</b> rounds on average, the median game {number(row, "rounds_median")}, nine of ten between {number(row, "rounds_5")} and {number(row, "rounds_95")}</li>
        <li>the shortest {number(row, "shortest_rounds")}: game <Game number={number(row, "shortest_game")!} />, the longest {number(row, "longest_rounds")}: game <Game number={number(row, "longest_game")!} /></li>
        <li><b>{figure((number(of.ranking, "decisions") ?? 0) / games, 0)}</b> decisions a game</li>
        {of.ends.map(({ ended, games: n, first }) => (
          <li>ended {ENDS[ended]}: <b>{count(n)}</b> ({figure((100 * n) / games, 1)}%){n > 0 && <>, the first: game <Game number={first} /></>}</li>
        ))}
      </ul>
      <p class="lead">Games by the rounds they took; a bar leads to its first:</p>
      <Bars bars={bars} marks={marks} label="Games by rounds" />
    </Section>
  );
}

/** Decision times of bots, or of kinds of decision; `most` is the end of the scale. */
export function TimeTable({ columns, rows, most }: { columns: readonly Column[] | undefined; rows: readonly Row[]; most: number }) {
  return (
    <Table columns={columns} rows={rows} name="times" id={(row) => `${row["bot_id"]} ${row["kind"]}`} cell={(column, row) => {
      const n = number(row, column.name);
      return column.shape === "chart" ? number(row, "decisions") ? <TimeStrip median={number(row, "median_us")!} p99={number(row, "p99_us")!} longest={number(row, "longest_us")!} most={most} /> : null
        : column.name === "longest_game" && n !== null ? <Game number={n} />
        : column.name === "kind" ? <>{text(row, "kind").replaceAll("_", " ")}</> : undefined;
    }} />
  );
}

export const longestOf = (rows: readonly Row[]): number => Math.max(10, ...rows.map((row) => number(row, "longest_us") ?? 0));
export const kindsOf = (row: Row): Row[] => ((row["kinds"] as readonly Row[] | undefined) ?? []).map((kind) => ({ ...kind, bot: row["bot"], bot_id: row["bot_id"] }));

export const Times = ({ of }: Of) => (
  <Section id="times" title="Decision times">
    {!of.shown.some((row) => number(row, "decisions")) ? <p>These games have no decision times: an older Solvent played them.</p> : (
      <>
        <p class="lead">
          How long answers took on the machine that ran the league. Times are no part of a result. The time of a frame with several answers is shared
          equally. Charged is the mean time that the clocks charged. It leaves out time that the machine or the arbiter took: an answer that came while
          the arbiter was at other work costs nothing. The scale is one of powers of ten, with lines at 1 µs, 1 ms and 1 s.
        </p>
        <TimeTable columns={of.columns["times"]} rows={of.shown} most={longestOf(of.shown)} />
        <details><summary>By kind of decision</summary><TimeTable columns={of.columns["kinds"]} rows={of.shown.flatMap(kindsOf)} most={longestOf(of.shown)} /></details>
      </>
    )}
  </Section>
);

/* ---- incidents ---- */

interface Loss {
  readonly game: number | null;
  readonly seat: number;
  readonly went_on: boolean;
  readonly report: string;
}

/** How the bot's processes were lost, losses that forfeited a game first. */
export function Losses({ of, row }: Of & { row: Row }) {
  const losses = (row["losses"] as readonly Loss[] | undefined) ?? [], more = (number(row, "processes_lost") ?? 0) - losses.length;
  const store = quote(of.store);
  return (
    <>
      {losses.map(({ game, seat, went_on, report }) => (
        <details class="crash">
          <summary><Name of={of} name={text(row, "bot")} /> was lost in {game === null ? "no game" : `game ${game}, seat ${seat}${went_on ? ", which another process went on with" : ""}`}</summary>
          <pre>{report}</pre>
          {game !== null && <p>See what it was asked: <code>solvent replay {store}#{game} --decisions</code>; ask it again: <code>solvent replay {store}#{game} --drive {seat} -- COMMAND</code></p>}
        </details>
      ))}
      {losses.length > 0 && more > 0 && <p class="note">And {more} times more.</p>}
    </>
  );
}

export const IncidentTable = ({ of, rows }: Of & { rows: readonly Row[] }) => (
  <Table columns={of.columns["incidents"]} rows={rows} name="incidents" cell={(column, row) => column.shape !== "list" ? undefined
    : <>{list(row, column.name).map((game, i) => <>{i > 0 && " "}<Game number={game} at={`i=${encodeURIComponent(text(row, "bot"))}`} /></>)}</>} />
);

export function Incidents({ of }: Of) {
  const rows = of.shown.filter((row) => number(row, "games_with_incidents") || number(row, "processes_lost"));
  return (
    <Section id="incidents" title="Incidents">
      {of.reasons.map((row) => <p><Name of={of} name={text(row, "bot")} /> is {stateOf(row)}: {text(row, "reason")}</p>)}
      {rows.length === 0 ? <p><b>None.</b> Every answer came in time and was legal; nobody forfeited, and no process was lost.</p> : (
        <>
          <p class="lead">
            Answers for which the default was taken, by reason; forfeits; how often the bot's process was lost; games with any of it. All of
            them: <code>solvent games {quote(of.store)} --incidents</code>
          </p>
          <IncidentTable of={of} rows={rows} />
          <details>
            <summary>What was asked and answered, bot by bot</summary>
            {rows.filter((row) => number(row, "games_with_incidents")).map((row) => <p><code>solvent games {quote(of.store)} --incidents --bot {quote(text(row, "bot"))}</code></p>)}
          </details>
          {rows.map((row) => <Losses of={of} row={row} />)}
        </>
      )}
    </Section>
  );
}

/* ---- trades ---- */

/** The pair with the giving bot first. */
function Flag({ of, row }: Of & { row: Row }) {
  const rest = (number(row, "gain") ?? 0) - (number(row, "expected") ?? 0), names = [text(row, "against"), text(row, "bot")];
  const [giver, taker] = rest > 0 ? names : names.toReversed(), gains = list(row, "greatest_gains"), half = number(row, "error");
  return (
    <li>
      <Name of={of} name={giver!} /> gives <Name of={of} name={taker!} /> <b>{figure(Math.abs(rest), 1)}</b> of worth a trade more than their trades with others
      explain (±{figure(half === null ? null : 1.96 * half, 1)}, {number(row, "trades")} trades, p = {figure(number(row, "p_outlier"), 4)}). Greatest:{" "}
      {list(row, "greatest").map((game, k) => <>{k > 0 && ", "}<Game number={game} /> ({Math.abs(gains[k] ?? 0)})</>)}
    </li>
  );
}

export function Trades({ of }: Of) {
  const flagged = of.transfers.filter((row) => row["flagged"]), games = number(of.ranking, "games") ?? 0;
  return (
    <Section id="trades" title="Trade integrity">
      {of.traded === 0 ? <p>These games have no record of trades: an older Solvent played them, or there are too many bots.</p> : (
        <>
          {of.traded < games && <p class="note">Recorded in {of.traded} of {games} games.</p>}
          {of.status.bots < 3 ? <p>Two bots alone: a gift cannot be told from skill.</p>
            : flagged.length === 0 ? <p><b>No pair stands out</b>: how each trades with everybody explains what they gain of each other.</p> : (
              <>
                <p class="warn">{flagged.length} pair{flagged.length === 1 ? " stands" : "s stand"} out among {of.permutations} permutations. That is a reason to look at games, not yet a proof.</p>
                <ul>{flagged.map((row) => <Flag of={of} row={row} />)}</ul>
              </>
            )}
          <p class="note">In worth: cash, and deeds at their printed price, mortgaged ones at their mortgage value.</p>
        </>
      )}
    </Section>
  );
}

/* ---- about ---- */

const seconds = (ms: number): string => `${ms / 1000} s`;

/** Where all games are, as one file: a link, or else the command that writes it. */
function allGames({ games_at, store }: Report) {
  const at = isServed() ? "/games.csv" : games_at?.endsWith("/games/") ? `${games_at.slice(0, -1)}.csv` : undefined;
  return at ? <a href={at} download="games.csv">games.csv</a> : <code>solvent games {quote(store)} --format csv &gt; games.csv</code>;
}

/** When, where and by whom the league was played, and a file of all its games. */
export const About = ({ of }: Of) => {
  const { author, machine, decision_ms, bank_ms, at_ms } = of.about;
  return (
    <Section id="about" title="About this league">
      <ul class="facts">
        {at_ms !== undefined && <li>last game: <b><time dateTime={new Date(at_ms).toISOString()}>{day(at_ms)}, {new Date(at_ms).toISOString().slice(11, 16)} UTC</time></b></li>}
        {author !== undefined && <li>by <b>{author}</b></li>}
        {machine !== undefined && <li>played on: <b>{machine}</b></li>}
        {decision_ms !== undefined && <li>clock: <b>{seconds(decision_ms)}</b> a decision{bank_ms !== undefined && <>, and <b>{seconds(bank_ms)}</b> more in a game</>}</li>}
        <li>all games: {allGames(of)}</li>
      </ul>
    </Section>
  );
};

/* ---- games, verify ---- */

/** The fragment of the address, as it changes. */
function useFragment(): string {
  const [fragment, set] = useState(location.hash.slice(1));
  useEffect(() => {
    const follow = () => set(location.hash.slice(1));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return fragment;
}

/** The games of the report. The fragments #b3 and #p3-7 show the games of a bot or a pair, and #g17 highlights a game. */
export function KeptGames({ of }: Of) {
  const fragment = useFragment();
  const names = useMemo(() => new Map([...of.ids].map(([name, id]) => [id, name])), [of.ids]);
  const asked = (/^[bp](\d+)(?:-(\d+))?$/.exec(fragment)?.slice(1) ?? []).filter((id) => id !== undefined).map(Number);
  const bots = asked.every((id) => names.has(id)) ? asked : [];
  const found = /^g(\d+)$/.exec(fragment)?.[1];
  const games = of.games.filter(({ seats }) => bots.every((bot) => seats.some(({ id }) => id === bot)));
  useEffect(() => {
    if (found !== undefined) {
      document.getElementById(fragment)?.scrollIntoView({ block: "center" });
    } else if (bots.length > 0) {
      document.getElementById("games")?.scrollIntoView();
    }
  }, [fragment]);
  const store = quote(of.store), who = bots.map((bot) => names.get(bot)!);
  return (
    <Section id="games" title="Games">
      <p class="lead" id="games-lead">
        Of {count(number(of.ranking, "games") ?? 0)} games this report keeps {of.games.length}: each pair's and each bot's last, the ones with incidents, the slowest
        decisions, the greatest transfers.{!hasGamePages() && <> To see game 17: <code>solvent replay {store}#17 --html game.html</code>.</>}
      </p>
      <p id="games-filter" hidden={bots.length === 0}>
        <span id="games-who">{who.join(" against ")}: {games.length} of their games are kept here.</span> <a href="#games" class="chip">show all</a><br />
        <code id="games-command">{`solvent games ${store}${who.map((name, i) => ` --${i === 0 ? "bot" : "against"} ${quote(name)}`).join("")}`}</code>
      </p>
      <GameTable games={games} id="games-table" found={found === undefined ? undefined : Number(found)} />
    </Section>
  );
}

export const Hashes = ({ of }: Of) => of.ranking["digest"] ? (
  <>
    <p>Digest of all games, equal for two stores when their games are, to the last byte of the replays:<br /><code class="digest">{text(of.ranking, "digest")}</code></p>
    <p>
      Head of the chain over settings, results and games. Published, it shows later that nothing before it was changed
      (<code>solvent verify --head</code>):<br /><code class="digest">{text(of.ranking, "head")}</code>
    </p>
  </>
) : <p>The digest of all games is shown when no deal is half played.</p>;

const COMMANDS = [
  ["verify", "", "plays every game again, and compares every row and the ranking with it"],
  ["rank", "", "the ranking, and the digest of all games"],
  ["rank", " --field", "each against each"],
  ["games", " --format csv > games.csv", "every game, for other programs"],
  ["replay", "#1 --html game.html", "a game to step through"],
] as const;

export const Verify = ({ of }: Of) => (
  <Section id="verify" title="How to verify">
    <p class="lead">With the store you can play every game again and compare every hash. You can also compute the ranking yourself from the games.</p>
    <Wide name="commands">
      <table class="commands"><tbody>{COMMANDS.map(([command, rest, what]) => <tr><td><code>solvent {command} {quote(of.store)}{rest}</code></td><td>{what}</td></tr>)}</tbody></table>
    </Wide>
    <Hashes of={of} />
    <p>
      Anybody can check that the dice were not chosen: each game's replay has its seed, salt and commitment. A program of twenty lines checks
      them: <Guide name="DETERMINISM" topic="determinism" />.
    </p>
  </Section>
);

