// The next deals.
import { Bots, Section } from "../components/links";
import { Wide } from "../components/table";
import type { Document } from "../data";
import { count } from "../words";

interface Schedule extends Document {
  readonly deals: readonly { readonly deal: number; readonly table: number; readonly bots: readonly string[]; readonly ids: readonly number[] }[];
}

export function SchedulePage({ of: { status, deals } }: { of: Schedule }) {
  if (status.games + status.hidden >= status.planned) {
    return <Section id="schedule" title="Schedule"><p>All scheduled games have been played: see the <a href="/">standings</a> and the <a href="/games">games</a>.</p></Section>;
  }
  return (
    <Section id="schedule" title="Schedule">
      <p>{count(status.planned - status.games)} games of {count(status.planned)} are to be played, or hidden until their deal is over; a deal has {status.games_of_a_deal} games.</p>
      <h3>Next deals</h3>
      <p class="lead">Sorted by number. Several deals are played at once, so that all bots have played about as many games.</p>
      <Wide name="next deals">
        <table>
          <thead><tr><th class="num">deal</th><th class="num">table</th><th>bots, in the first seating</th></tr></thead>
          <tbody>
            {deals.map(({ deal, table, bots, ids }) => (
              <tr key={deal}><td class="num" data-label="deal">{deal}</td><td class="num" data-label="table">{table}</td><td class="who"><Bots ids={ids} names={bots} /></td></tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Section>
  );
}
