// Tables of games, with the places of their bots.
import { text, type Row } from "../data";
import { day, figure, words } from "../words";
import { Bot, Deal, gameAddress, hasGamePages } from "./links";
import { Wide } from "./table";

export interface Seat {
  readonly bot: string;
  readonly id: number;
  readonly place: number;
  /** Luck, in points. */
  readonly luck?: number | null;
  readonly note?: string | null;
}

export interface GameRow extends Row {
  readonly game: number;
  readonly deal: number;
  readonly rounds: number;
  /** About when it was played. */
  readonly at_ms?: number | null;
  readonly seats: readonly Seat[];
}

const Luck = ({ points }: { points: number }) => {
  const shown = figure(points, 2);
  return <> <small>{points > 0 && shown !== "0.00" && "+"}{shown}</small></>;
};

/** A seat's luck and its incidents. */
export const SeatNotes = ({ seat: { luck, note } }: { seat: Seat }) => (
  <>
    {luck !== null && luck !== undefined && <Luck points={luck} />}
    {note && <> <em>{note}</em></>}
  </>
);

/** "trader > careful = tiny", with luck and incidents. */
export const Finish = ({ seats }: { seats: readonly Seat[] }) => {
  const placed = [...seats].sort((a, b) => a.place - b.place);
  return (
    <>
      {placed.map((seat, i) => <>{i > 0 && (placed[i - 1]!.place === seat.place ? " = " : " > ")}<Bot id={seat.id} name={seat.bot} /><SeatNotes seat={seat} /></>)}
    </>
  );
};

/** "trader won", or who shared the first place. */
const won = ({ seats }: GameRow): string => {
  const first = seats.filter(({ place }) => place === 1).map(({ bot }) => bot);
  return first.length > 1 ? `${first.join(" and ")} share the first place` : `${first[0]} won`;
};

/** The decision that lost a game, where games have pages: their analysis finds it. */
const Lost = ({ game: { game, seats }, of }: { game: GameRow; of: number }) => {
  const seat = seats.findIndex(({ id, place }) => id === of && place > 1);
  return seat < 0 ? null : <a href={gameAddress(game, `m=${seat}`)}>where it lost</a>;
};

/** `found` is the game to highlight; with `of`, a bot, each game that it did not win links to the decision that lost it. */
export function GameTable({ games, id, found, of }: { games: readonly GameRow[]; id?: string; found?: number | undefined; of?: number | undefined }) {
  const hasLost = of !== undefined && hasGamePages() && games.some(({ seats }) => seats.some(({ id: bot, place }) => bot === of && place > 1));
  const isDated = games.some(({ at_ms }) => at_ms);
  const hasLuck = games.some(({ seats }) => seats.some(({ luck }) => typeof luck === "number"));
  return (
    <Wide name="games">
      <table class="games" id={id}>
        <thead><tr><th class="num">game</th><th class="num">deal</th><th class="num">rounds</th>{isDated && <th class="num">played</th>}<th>ended</th>{hasLost && <th>decision</th>}<th>finishing order{hasLuck && ", with the points that chance gave"}</th></tr></thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.game} id={`g${game.game}`} data-b={game.seats.map((seat) => seat.id).join(" ")} class={game.game === found ? "found" : undefined}>
              <td class="num" data-label="game">{hasGamePages() ? <a href={gameAddress(game.game)}>#{game.game}</a> : `#${game.game}`}</td>
              <td class="num" data-label="deal"><Deal number={game.deal} /></td>
              <td class="num" data-label="rounds">{game.rounds}</td>
              {isDated && <td class="num" data-label="played">{game.at_ms ? <time dateTime={new Date(game.at_ms).toISOString()}>{day(game.at_ms, "short")}</time> : "–"}</td>}
              <td class="ended" data-label="ended">{won(game)}, {words(text(game, "ended"))}</td>
              {hasLost && <td data-label="decision"><Lost game={game} of={of} /></td>}
              <td class="who"><Finish seats={game.seats} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
