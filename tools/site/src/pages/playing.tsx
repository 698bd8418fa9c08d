// The games in play, by the last reports of the workers.
import { Bots, Section } from "../components/links";
import { Wide } from "../components/table";
import type { Document } from "../data";

interface Playing extends Document {
  readonly games_of_each_worker: number;
  readonly playing: readonly { readonly game: number; readonly seats: readonly string[]; readonly ids: readonly number[]; readonly still_in: readonly boolean[]; readonly round: number; readonly decisions: number }[];
}

export function PlayingPage({ of: { playing, games_of_each_worker: most } }: { of: Playing }) {
  return (
    <Section id="playing" title="In play">
      {playing.length === 0 ? <p>No game is being played now: see the <a href="/games">games</a> that are over.</p> : (
        <>
          <p class="lead">Up to {most} games of each worker, as they stood within the last three seconds. Money and deeds are shown when all games of the deal are over.</p>
          <Wide name="games in play">
            <table class="playing">
              <thead><tr><th class="num">game</th><th>bots, by seat</th><th class="num">still in</th><th class="num">round</th><th class="num">decisions</th></tr></thead>
              <tbody>
                {playing.map(({ game, seats, ids, still_in: stillIn, round, decisions }) => (
                  <tr id={`t${game}`} key={game}>
                    <td class="num" data-label="game">#{game}</td>
                    <td class="who" data-label="bots, by seat"><Bots ids={ids} names={seats} stillIn={stillIn} /></td>
                    <td class="num" data-label="still in">{stillIn.filter(Boolean).length} of {seats.length}</td>
                    <td class="num" data-label="round">{round}</td>
                    <td class="num" data-label="decisions">{decisions > 0 ? `${decisions}+` : "–"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        </>
      )}
    </Section>
  );
}
