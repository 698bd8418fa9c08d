// The report: every section, in one page.
import { Frame, type NavLink } from "../components/frame";
import { Headline } from "../components/headline";
import { About, costOf, Costs, Cross, Field, Incidents, KeptGames, Lengths, Luck, Places, Ranking, Steps, Test, Times, Trades, Verify, Versions, type Known } from "./sections";

const SECTIONS: readonly NavLink[] = [
  ["ranking", "Ranking"], ["test", "Test"], ["costs", "Costs"], ["steps", "Over deals"], ["versions", "Versions"], ["places", "Places"], ["luck", "Luck"], ["cross", "Each against each"], ["field", "Field"],
  ["lengths", "Lengths"], ["times", "Times"], ["incidents", "Incidents"], ["trades", "Trades"], ["games", "Games"], ["about", "About"], ["verify", "Verify"],
].map(([id, name]) => ({ href: `#${id}`, name: name! }));

export const ReportPage = ({ of }: { of: Known }) => {
  const shows: Readonly<Record<string, boolean>> = {
    "#luck": of.has_luck, "#costs": costOf(of.shown) !== undefined, "#test": (of.sprt?.deals.length ?? 0) > 1, "#versions": new Set(of.bots.map((bot) => bot["origin"])).size < of.bots.length,
  };
  return (
  <Frame title={of.status.league} status={of.status} sections={SECTIONS.filter(({ href }) => shows[href] ?? true)}>
    <Headline rows={of.shown} status={of.status} steps={of.ratings_over_deals} nights={of.nights} />
    <Ranking of={of} />
    <Test of={of} />
    <Costs of={of} />
    <Steps of={of} />
    <Versions of={of} />
    <Places of={of} />
    <Luck of={of} />
    <Cross of={of} />
    <Field of={of} />
    <Lengths of={of} />
    <Times of={of} />
    <Incidents of={of} />
    <Trades of={of} />
    <KeptGames of={of} />
    <About of={of} />
    <Verify of={of} />
  </Frame>
  );
};
