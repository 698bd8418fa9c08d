// A deal: its seatings side by side.
import { SeatNotes, type GameRow } from "../components/games";
import { Bot, Game, Section } from "../components/links";
import { Table, Wide } from "../components/table";
import type { Column, Document, Row } from "../data";
import { words } from "../words";

interface Deal extends Document {
  readonly deal: number;
  readonly is_last: boolean;
  readonly columns: { readonly sides: readonly Column[] };
  readonly sides: readonly Row[];
  readonly games: readonly GameRow[];
}

function Seatings({ games }: { games: readonly GameRow[] }) {
  const seats = games.reduce((most, game) => Math.max(most, game.seats.length), 0);
  return (
    <Wide name="seatings">
      <table class="seatings">
        <thead>
          <tr>
            <th class="num">game</th><th class="num">table</th><th class="num">rounds</th><th>ended</th>
            {Array.from({ length: seats }, (_, seat) => <th>seat {seat}</th>)}
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.game}>
              <td class="num" data-label="game"><Game number={game.game} /></td>
              <td class="num" data-label="table">{String(game["table"])}</td>
              <td class="num" data-label="rounds">{game.rounds}</td>
              <td data-label="ended">{words(String(game["ended"]))}</td>
              {game.seats.map((seat, k) => <td data-label={`seat ${k}`}><Bot id={seat.id} name={seat.bot} /> <b>{seat.place}</b><SeatNotes seat={seat} /></td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

export function DealPage({ of: { deal, games, columns, sides, is_last: isLast } }: { of: Deal }) {
  const hasLuck = typeof games[0]?.seats[0]?.luck === "number";
  return (
    <>
      <Section title={`Deal ${deal}`}>
        <p class="lead">{games.length} games on one seed: the same dice and cards by seat, other bots in the seats.</p>
        <Table name="sides" columns={columns.sides} rows={sides} />
      </Section>
      <Section title="Seatings">
        <p class="lead">Who sat where, in bold the place{hasLuck && ", and the points that chance gave"}.</p>
        <Seatings games={games} />
        <p>
          {deal > 1 && <a class="chip" href={`/deals/${deal - 1}`}>previous deal</a>}{" "}
          {!isLast && <a class="chip" href={`/deals/${deal + 1}`}>next deal</a>}
        </p>
      </Section>
    </>
  );
}
