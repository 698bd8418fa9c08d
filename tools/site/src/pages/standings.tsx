// How the bots stand.
import { Section } from "../components/links";
import { Cross, Hashes, Incidents, know, Luck, Ranking, Steps, type Report } from "./sections";

interface Standings extends Report {
  /** The column that the rows are sorted by; by rank without one. */
  readonly order?: string;
  readonly ascending?: boolean;
}

export function StandingsPage({ of }: { of: Standings }) {
  const known = know(of);
  const order = of.order === undefined ? undefined : { column: of.order, up: of.ascending === true };
  return (
    <>
      <Ranking of={known} order={order} href={({ column, up }) => `/standings/${column}/${up ? "up" : "down"}`} />
      <Luck of={known} />
      <Steps of={known} />
      <Cross of={known} />
      <Incidents of={known} />
      <Section id="hashes" title="Hashes"><Hashes of={known} /></Section>
    </>
  );
}
