// The report: every section, in one page.
import { Frame, type NavLink } from "../components/frame";
import { Headline } from "../components/headline";
import { Cross, Field, Incidents, KeptGames, Lengths, Luck, Places, Ranking, Steps, Times, Trades, Verify, type Known } from "./sections";

const SECTIONS: readonly NavLink[] = [
  ["ranking", "Ranking"], ["steps", "Over deals"], ["places", "Places"], ["luck", "Luck"], ["cross", "Each against each"], ["field", "Field"],
  ["lengths", "Lengths"], ["times", "Times"], ["incidents", "Incidents"], ["trades", "Trades"], ["games", "Games"], ["verify", "Verify"],
].map(([id, name]) => ({ href: `#${id}`, name: name! }));

export const ReportPage = ({ of }: { of: Known }) => (
  <Frame title={of.status.league} status={of.status} sections={SECTIONS.filter(({ href }) => href !== "#luck" || of.has_luck)}>
    <Headline rows={of.shown} status={of.status} steps={of.ratings_over_deals} nights={of.nights} />
    <Ranking of={of} />
    <Steps of={of} />
    <Places of={of} />
    <Luck of={of} />
    <Cross of={of} />
    <Field of={of} />
    <Lengths of={of} />
    <Times of={of} />
    <Incidents of={of} />
    <Trades of={of} />
    <KeptGames of={of} />
    <Verify of={of} />
  </Frame>
);
