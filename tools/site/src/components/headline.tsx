// A sentence or two about a league: the leader, the bots that may be as good, and the changes of the last night.
import { number, text, type Row, type Status } from "../data";
import { day } from "../words";
import { BotOf } from "./links";

interface Step {
  readonly deals: number;
  readonly at_ms?: number;
  readonly ratings: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Equals that are named. */
const NAMED = 3;

/** Bots by rating at a step, best first. */
function order(step: Step, names: readonly string[]): string[] {
  const rating = (name: string): number | null => step.ratings[name]?.[0] ?? null;
  return names.filter((name) => rating(name) !== null).sort((a, b) => rating(b)! - rating(a)!);
}

/** How many places each bot has gone up since the last night, best bots first; undefined if no night before is known. */
export function movesOf(names: readonly string[], steps: readonly Step[], nights: readonly number[]): ReadonlyMap<string, number> | undefined {
  const before = steps.findLast(({ deals }) => deals <= (nights.at(-1) ?? 0)), now = steps.at(-1);
  if (!before || !now || before === now) {
    return undefined;
  }
  const old = order(before, names), known = order(now, names).filter((name) => old.includes(name));
  return new Map(known.map((name, k) => [name, old.filter((other) => known.includes(other)).indexOf(name) - k]));
}

/** "up 2", "down 1". */
export const moved = (up: number): string => `${up > 0 ? "up" : "down"} ${Math.abs(up)}`;

/** "Since the last night: learner up 2, trader down 1."; "" if nothing is known of a night before. */
function movement(moves: ReadonlyMap<string, number> | undefined): string {
  const told = [...moves ?? []].filter(([, up]) => up !== 0).map(([name, up]) => `${name} ${moved(up)}`);
  return moves ? `Since the last night: ${told.join(", ") || "the same order"}.` : "";
}

export function Headline({ rows, status, steps, nights }: { rows: readonly Row[]; status: Status; steps: readonly Step[]; nights: readonly number[] }) {
  const first = rows.find((row) => number(row, "rank") === 1 && number(row, "rating") !== null);
  if (!first) {
    return null;
  }
  const equals = rows.filter((row) => row !== first && number(row, "rank_low") === 1);
  const at = steps.at(-1)?.at_ms;
  return (
    <p class="headline" id="headline">
      <BotOf row={first} /> {status.games < status.planned ? "leads" : "is first"}
      {number(first, "rank_high") === null ? "; no rank is certain yet"
        : equals.length === 0 ? ", with 95% confidence"
          : equals.length > NAMED ? `; ${equals.length} others may be its equals`
            : <>; {equals.map((row, i) => <>{i > 0 && (i + 1 < equals.length ? ", " : " and ")}<BotOf row={row} /></>)} may be its {equals.length > 1 ? "equals" : "equal"}</>}.
      {" "}{movement(movesOf(rows.map((row) => text(row, "bot")), steps, nights))}
      {at !== undefined && <> <span class="quiet">Last deal: <time dateTime={new Date(at).toISOString()}>{day(at)}</time>.</span></>}
    </p>
  );
}
