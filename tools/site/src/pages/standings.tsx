// The standings, a hundred bots a page.
import { Headline } from "../components/headline";
import { Section } from "../components/links";
import { About, Costs, Cross, Hashes, Incidents, know, Luck, Ranking, Steps, Test, Versions, type Report } from "./sections";

interface Standings extends Report {
  /** The column that sorts the rows; by rank if it is missing. */
  readonly order?: string;
  readonly ascending?: boolean;
  /** Bots on the pages before this one. */
  readonly after: number;
  readonly more: boolean;
}

/** Links to the bots before and after these. */
const Others = ({ of: { after, more, bots } }: { of: Standings }) => (after > 0 || more) ? (
  <p>
    Bots {after + 1} to {after + bots.length}.{" "}
    {after > 0 && <><a class="chip" href={location.pathname}>first</a> </>}
    {more && <a class="chip" href={`${location.pathname}?after=${after + bots.length}`}>next</a>}
  </p>
) : null;

export function StandingsPage({ of }: { of: Standings }) {
  const known = know(of);
  const order = of.order === undefined ? undefined : { column: of.order, up: of.ascending === true };
  return (
    <>
      {of.after === 0 && of.order === undefined && <Headline rows={known.shown} status={of.status} steps={of.ratings_over_deals} nights={of.nights} />}
      <Ranking of={known} order={order} href={({ column, up }) => `/standings/${column}/${up ? "up" : "down"}`} />
      <Others of={of} />
      <Test of={known} />
      <Costs of={known} />
      <Luck of={known} />
      <Steps of={known} />
      <Versions of={known} />
      <Cross of={known} />
      <Incidents of={known} />
      <About of={known} />
      <Section id="hashes" title="Hashes"><Hashes of={known} /></Section>
    </>
  );
}
