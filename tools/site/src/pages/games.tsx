// The games of a league with a form to filter them. Each page of the list has an address of its own.
import { GameTable, type GameRow } from "../components/games";
import { Bot } from "../components/links";
import type { Document } from "../data";
import { count, words } from "../words";

/** The filter, by the names of the address. */
interface Asked {
  readonly bot?: number;
  readonly against?: number;
  readonly place?: number;
  readonly ended?: string;
  readonly incident?: string;
  readonly order?: string;
  readonly before?: number;
}

interface Games extends Document {
  readonly asked: Asked;
  /** On all pages. */
  readonly chosen: number;
  readonly more: boolean;
  readonly has_luck: boolean;
  readonly bots: readonly string[];
  readonly games: readonly GameRow[];
}

type Choice = readonly (readonly [value: string, text: string])[];

const ENDS: Choice = ["last_solvent", "max_rounds", "forfeit"].map((end) => [end, words(end)] as const);
const INCIDENTS: Choice = [
  ["all", "any incident"], ["late", "late answers"], ["malformed", "malformed answers"], ["illegal", "illegal answers"],
  ["dead", "process gone"], ["overtime", "time for the game used up"], ["forfeited", "forfeits"],
];
const ORDERS: Choice = [["newest", "newest first"], ["luckiest", "luckiest first"], ["unluckiest", "unluckiest first"]];

const textIn = (choice: Choice, value: string | undefined): string => choice.find(([name]) => name === value)?.[1] ?? "";

function addressOf(asked: Asked, before: number | undefined): string {
  const query = Object.entries({ ...asked, before }).filter(([name, value]) => value !== undefined && !["limit", "after"].includes(name) && value !== "newest");
  return `/games${query.length > 0 ? "?" : ""}${query.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

function Title({ asked, bots }: Games) {
  const isNewest = asked.order === undefined || asked.order === "newest";
  return (
    <h2>
      Games
      {asked.bot !== undefined && <> of <Bot id={asked.bot} name={bots[asked.bot] ?? ""} /></>}
      {asked.against !== undefined && <>{asked.bot !== undefined ? " against " : " with "}<Bot id={asked.against} name={bots[asked.against] ?? ""} /></>}
      {asked.place !== undefined && `, place ${asked.place}`}
      {asked.ended !== undefined && `, ended: ${words(asked.ended)}`}
      {asked.incident !== undefined && `, ${textIn(INCIDENTS, asked.incident)}`}
      {asked.before !== undefined && isNewest && ` before #${asked.before}`}
    </h2>
  );
}

function Select({ label, name, any, choice, chosen }: { label: string; name: string; any?: string; choice: Choice; chosen: string | undefined }) {
  return (
    <label>
      {label}{" "}
      <select name={name}>
        {any !== undefined && <option value="any" selected={chosen === undefined}>{any}</option>}
        {choice.map(([value, text]) => <option value={value} selected={value === chosen}>{text}</option>)}
      </select>
    </label>
  );
}

/** A number that is not given stays out of the address. */
function leaveOutEmpty({ currentTarget }: { currentTarget: HTMLFormElement }): void {
  currentTarget.querySelectorAll<HTMLInputElement>("input[type=number]").forEach((input) => (input.disabled = input.value === ""));
}

function Form({ asked, bots, has_luck, status }: Games) {
  const names: Choice = bots.map((bot, id) => [String(id), bot] as const);
  const places: Choice = Array.from({ length: status.seats }, (_, k) => [String(k + 1), String(k + 1)] as const);
  const text = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value));
  return (
    <form action="/games" class="choose" onSubmit={leaveOutEmpty}>
      <Select label="Bot" name="bot" any="all bots" choice={names} chosen={text(asked.bot)} />
      <Select label="against" name="against" any="all bots" choice={names} chosen={text(asked.against)} />
      <Select label="its place" name="place" any="any" choice={places} chosen={text(asked.place)} />
      <Select label="ended" name="ended" any="any way" choice={ENDS} chosen={asked.ended} />
      <Select label="incidents" name="incident" any="with or without" choice={INCIDENTS} chosen={asked.incident} />
      {has_luck && <Select label="order" name="order" choice={ORDERS} chosen={asked.order ?? "newest"} />}
      <label>before game{" "}<input type="number" name="before" min={1} max={999999999} value={asked.before} /></label>
      <button class="chip">show</button>
    </form>
  );
}

export function GamesPage({ of }: { of: Games }) {
  const { asked, games, chosen, more } = of;
  const isNewest = asked.order === undefined || asked.order === "newest";
  const luck = asked.order === "luckiest" ? "from the most luck to the least" : "from the least luck to the most";
  return (
    <section>
      <Title {...of} />
      <Form {...of} />
      <p class="lead">{count(chosen)} {chosen === 1 ? "game" : "games"}, {isNewest ? "newest first" : `${luck} ${asked.bot !== undefined ? "of the bot" : "of any bot"}`}.</p>
      <GameTable games={games} of={asked.bot} />
      <p>
        <a class="chip" href={addressOf(asked, undefined)}>{isNewest ? "newest" : "first"}</a>{" "}
        {more && <a class="chip" href={addressOf(asked, games.at(-1)?.game)}>{isNewest ? "older" : "next"}</a>}
      </p>
    </section>
  );
}
