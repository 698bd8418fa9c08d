// A bot: its figures, versions, opponents, decisions, incidents and last games.
import { GameTable, type GameRow } from "../components/games";
import { Figure, ShareKeys, Shares } from "../components/interval";
import { Bot, Game, Guide, Section } from "../components/links";
import { Facts, Table, Wide } from "../components/table";
import { estimateOf, list, number, text, type Row } from "../data";
import { minute } from "../words";
import { IncidentTable, know, longestOf, Losses, Pairs, RatingLines, TimeTable, type Report } from "./sections";

interface Version {
  readonly id: number;
  readonly bot: string;
}

interface BotDocument extends Omit<Report, "bots" | "ranking"> {
  readonly id: number;
  readonly bot: string;
  readonly version: { readonly state: string; readonly reason?: string; readonly origin: string; readonly hash?: string };
  /** The bot itself, then others of its origin. */
  readonly versions: readonly Version[];
  readonly figures: readonly Row[];
  readonly pairs: readonly Row[];
  /** Its decisions against learner's, by kind. */
  readonly own: readonly Row[];
  /** Its habits that learner does not have, the costliest first. */
  readonly habits: readonly Row[];
  /** Its costliest decisions of those that were played on. */
  readonly costly: readonly Row[];
  readonly times: readonly Row[];
  readonly incidents: readonly Row[];
  /** Its quickest win. */
  readonly won?: number;
  readonly won_rounds?: number;
  readonly losses: readonly Row[];
  readonly last: readonly GameRow[];
}

/** The ratings over the deals in figures, the newest first. */
const StepTable = ({ of: { bot, ratings_over_deals } }: { of: BotDocument }) => {
  const rows = ratings_over_deals.map(({ ratings, ...step }) => ({ ...step, rating: estimateOf(ratings[bot] ?? []) })).filter(({ rating }) => rating.value !== null).reverse();
  const [hasNights, hasDates] = [rows.some(({ night }) => night), rows.some(({ at_ms }) => at_ms)];
  return (
    <Wide name="ratings over deals">
      <table>
        <thead><tr><th class="num">deals</th>{hasNights && <th class="num">night</th>}{hasDates && <th>played until, in UTC</th>}<th class="num">rating</th></tr></thead>
        <tbody>
          {rows.map(({ deals, night, at_ms, rating }) => (
            <tr key={deals}>
              <td class="num" data-label="deals">{deals}</td>
              {hasNights && <td class="num" data-label="night">{night ?? "–"}</td>}
              {hasDates && <td data-label="played until">{at_ms ? minute(at_ms) : "–"}</td>}
              <td class="num" data-label="rating"><Figure of={rating} decimals={0} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
};

/** Whether the bot takes part, and what program it is. */
const VersionFacts = ({ of: { version, versions } }: { of: BotDocument }) => (
  <Section title="Part in the league">
    <ul class="facts">
      <li>{version.state === "plays" ? <>Takes part as <b>{version.origin}</b> of the league file.</>
        : <>{version.state.startsWith("in ") ? "Takes part" : "Is"} <b>{version.state}</b>{version.reason !== undefined && `: ${version.reason}`}. In the league file: <b>{version.origin}</b>.</>}</li>
      {version.hash !== undefined && <li>Its program and files have the hash <code>{version.hash}</code>; another version gets another hash.</li>}
      {versions.slice(1).map(({ id, bot }) => <li>Another version: <Bot id={id} name={bot} /></li>)}
    </ul>
  </Section>
);

export function BotPage({ of }: { of: BotDocument }) {
  const { columns, versions } = of;
  const figures = of.figures[0]!, places = list(figures, "places");
  const known = know({ ...of, ranking: {}, bots: versions.map(({ id, bot }) => ({ id, bot })) });
  const names = versions.map(({ bot }) => bot);
  const ids = new Map(of.pairs.map((row) => [text(row, "against"), Number(row["against_id"])])).set(of.bot, of.id);
  return (
    <>
      {of.habits.length > 0 && (
        <Section id="habits" title="Habits">
          <p class="lead">What it does otherwise than learner, and the points a game that this brings: <Guide name="ANALYSIS" topic="analysis" />. Each row has games in which it went badly.</p>
          <Table columns={columns["habits"]} rows={of.habits} name="habits" id={(row) => text(row, "habit")}
            cell={({ name }, row) => {
              const [game, at] = ["first", "second", "third"].includes(name) && row[name] != null ? text(row, name).split("#") : [];
              return game !== undefined ? <Game number={Number(game)} at={at} /> : undefined;
            }} />
        </Section>
      )}
      {of.costly.length > 0 && (
        <Section id="costly" title="Costly decisions">
          <p class="lead">The costliest of those that the bots which played have played on: <Guide name="ANALYSIS" topic="analysis" />. As the greatest of several estimates, costs are somewhat too great.</p>
          <Table columns={columns["costly"]} rows={of.costly} name="costly" id={(row) => `${number(row, "game")} ${number(row, "decision")}`}
            cell={({ name }, row) => name === "game" ? <Game number={Number(row["game"])} at={`d=${number(row, "decision")}`} /> : undefined} />
        </Section>
      )}
      {of.own.length > 0 && (
        <Section id="decisions" title="Its decisions and learner's">
          <p class="lead">Points a game that its decisions brought against learner's in the same company: <Guide name="ANALYSIS" topic="analysis" />.</p>
          <Table columns={columns["own"]} rows={of.own} name="own" id={(row) => text(row, "kind")} />
        </Section>
      )}
      <Section title="Figures">
        <ul class="facts figures">
          <Facts columns={columns["figures"]} row={figures} />
          {of.won !== undefined && <li>quickest win: {of.won_rounds} rounds, game <Game number={of.won} /></li>}
        </ul>
        {of.last.length > 0 && <p class="legend">Places, first to last: <ShareKeys labels={places} /></p>}
        {of.last.length > 0 && <Shares counts={places} label={`places: ${places.join(", ")}`} />}
      </Section>
      {of.ratings_over_deals.length > 1 && of.ratings_over_deals.some(({ ratings }) => names.some((name) => ratings[name]?.[0] != null)) && (
        <Section id="versions" title={versions.length > 1 ? "Rating over deals, by version" : "Rating over deals"}>
          {of.nights.length > 0 && <p class="lead">Dashed line: a new night.</p>}
          <RatingLines of={known} names={names} linked={names.slice(1)} />
          <details><summary>With dates</summary><StepTable of={of} /></details>
        </Section>
      )}
      {of.pairs.length > 0 && <Section title="Against each"><Pairs columns={columns["pairs"]} pairs={of.pairs} ids={ids} /></Section>}
      {of.times.length > 0 && <Section title="Decision times"><TimeTable columns={columns["times"]} rows={of.times} most={longestOf(of.times)} /></Section>}
      {of.incidents.length > 0 && (
        <Section title="Incidents">
          <IncidentTable of={known} rows={of.incidents} />
          <Losses of={known} row={{ bot: of.bot, losses: of.losses, processes_lost: number(figures, "processes_lost") }} />
        </Section>
      )}
      <Section title="Last games">
        {of.last.length === 0 ? <p>None yet. A game appears when its deal is finished.</p> : (
          <>
            <GameTable games={of.last} of={of.id} />
            <p><a class="chip" href={`/games?bot=${of.id}`}>all games</a></p>
          </>
        )}
      </Section>
      <VersionFacts of={of} />
    </>
  );
}
