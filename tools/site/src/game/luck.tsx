// Luck of each seat: a figure for the plot, and a dialog with the luckiest and unluckiest moments.
import { render } from "preact";
import { happened } from "./analysis";
import type { Game, Luck } from "./game";
import { figure } from "../words";
import { Chip, isServed, Moment } from "./parts";
import type { Timeline } from "./timeline";
import type { Words } from "./words";

/** Units of a point (tools/game_data/luck.h). */
const UNIT = 100000;
const MOMENTS = 3;

/** "+0.123" */
export function points(units: number, digits = 3): string {
  const shown = figure(units / UNIT, digits);
  return Number(shown) > 0 ? `+${shown}` : shown;
}

export interface LuckSamples {
  n: number[];
  /** By seat: all luck up to that event. */
  sums: number[][];
}

/** The luck of each seat so far, where it changes; at the beginning and in the end, too. */
export function sumUp(luck: Luck, last: number): LuckSamples {
  const sums = luck.seats.map(() => 0);
  const samples: LuckSamples = { n: [], sums: luck.seats.map(() => []) };
  const put = (n: number) => {
    if (samples.n[samples.n.length - 1] === n) {
      sums.forEach((sum, seat) => (samples.sums[seat]![samples.n.length - 1] = sum));
      return;
    }
    samples.n.push(n);
    sums.forEach((sum, seat) => samples.sums[seat]!.push(sum));
  };
  put(0);
  for (const [at, ...given] of luck.events) {
    given.forEach((amount, seat) => (sums[seat]! += amount));
    put(at!);
  }
  put(last);
  return samples;
}

/** The events that gave a seat most, and those that took most, each the greatest first. */
function moments(luck: Luck, seat: number): { at: number; amount: number }[] {
  const all = luck.events.map((event) => ({ at: event[0]!, amount: event[seat + 1]! }));
  return [
    all.filter(({ amount }) => amount > 0).sort((a, b) => b.amount - a.amount).slice(0, MOMENTS),
    all.filter(({ amount }) => amount < 0).sort((a, b) => a.amount - b.amount).slice(0, MOMENTS),
  ].flat();
}

/** Explains the column of decisions, or says how to get it. */
function Accuracy({ of: { analysis, source } }: { of: Game }) {
  const own = (analysis?.own ?? []).filter((one) => one !== null), store = /^(.+)#\d+$/.exec(source)?.[1];
  const measured = own.reduce((sum, one) => sum + one.measured, 0);
  return own.length > 0 ? <p class="faint">{`Decisions: the points that a player's decisions brought against those of learner, by ${measured} decisions that were played on. One game says little; means over games stand with each bot.`}</p>
    : store !== undefined ? <p class="faint">How good were the decisions? This measures them against learner's: <code>{`solvent analyse ${store} --depth play`}</code></p> : null;
}

/** Fills the dialog; `go` shows the table after an event. */
export function tellLuck(host: HTMLElement, game: Game, timeline: Timeline, words: Words, go: (n: number) => void): void {
  const { luck, names } = game;
  if (!luck) {
    return;
  }
  const own = game.analysis?.own ?? [], isMeasured = own.some((one) => one);
  render(
    <>
      <p class="faint">
        Luck: the points that dice and cards gave a player, compared with what they give on average; ± is its standard deviation in a game like this one.
        Skill: the rest, that is points minus ½ minus luck. How they are computed, and when not to trust
        them: {isServed() ? <a href="/docs/RANKING.html#luck">ranking</a> : <code>solvent help ranking</code>}.
      </p>
      <table class="luck">
        <thead><tr><th>player</th>{["points", "luck", "±", "skill", ...(isMeasured ? ["decisions"] : [])].map((title) => <th class="number">{title}</th>)}</tr></thead>
        <tbody>
          {luck.seats.map((seat, s) => (
            <tr>
              <td><Chip seat={s} /> {names[s]}</td>
              {[((seat.luck + seat.skill) / UNIT + 0.5).toFixed(3), points(seat.luck), (seat.sd / UNIT).toFixed(3), points(seat.skill), ...(isMeasured ? [own[s] ? points(own[s].points) : "–"] : [])].map((text) => <td class="number">{text}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      <Accuracy of={game} />
      {luck.stopped && <p class="faint">A seat has forfeited: what came after that is not luck.</p>}
      <h2>Luckiest and unluckiest moments</h2>
      <div class="moments">
        {luck.seats.map((_seat, s) => (
          <>
            <h3><Chip seat={s} /> {names[s]}</h3>
            <ul>{moments(luck, s).map(({ at, amount }) => <li><span class="amount">{points(amount)}</span><Moment n={at} text={happened(game, timeline, words, at)} go={go} /></li>)}</ul>
          </>
        ))}
      </div>
    </>, host);
}
