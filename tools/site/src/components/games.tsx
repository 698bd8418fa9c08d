// Tables of games, with the places of their bots.
import { text, type Row } from "../data";
import { figure, words } from "../words";
import { Deal, gameAddress, hasGamePages } from "./links";
import { Wide } from "./table";

export interface Seat {
  readonly bot: string;
  readonly id: number;
  readonly place: number;
  /** Luck, in points. */
  readonly luck?: number | null;
  readonly note?: string | null;
  /** The decision of its first incident. */
  readonly incident?: number | null;
}

export interface GameRow extends Row {
  readonly game: number;
  readonly deal: number;
  readonly rounds: number;
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
      {placed.map((seat, i) => <>{i > 0 && (placed[i - 1]!.place === seat.place ? " = " : " > ")}{seat.bot}<SeatNotes seat={seat} /></>)}
    </>
  );
};

/** `found` is the game to highlight. */
export function GameTable({ games, id, found }: { games: readonly GameRow[]; id?: string; found?: number | undefined }) {
  const hasLuck = games.some(({ seats }) => seats.some(({ luck }) => typeof luck === "number"));
  return (
    <Wide name="games">
      <table class="games" id={id}>
        <thead><tr><th class="num">game</th><th class="num">deal</th><th class="num">rounds</th><th>ended</th><th>finishing order{hasLuck && ", with the points that chance gave"}</th></tr></thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.game} id={`g${game.game}`} data-b={game.seats.map((seat) => seat.id).join(" ")} class={game.game === found ? "found" : undefined}>
              <td class="num" data-label="game">{hasGamePages() ? <a href={gameAddress(game.game)}>#{game.game}</a> : `#${game.game}`}</td>
              <td class="num" data-label="deal"><Deal number={game.deal} /></td>
              <td class="num" data-label="rounds">{game.rounds}</td>
              <td data-label="ended">{words(text(game, "ended"))}</td>
              <td class="who"><Finish seats={game.seats} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
