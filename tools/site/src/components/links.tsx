// Links of bots, games and guides. With a server they lead to pages of their own, in a file to the games within the page.
import type { ComponentChildren } from "preact";
import { text, type Row } from "../data";

/** How links are made: with a server, or in a file, where `games` may have pages elsewhere. */
interface Site {
  served: boolean;
  games: string | null;
  kept: ReadonlySet<number> | null;
}

const site: Site = { served: false, games: null, kept: null };

/** `games` stands before a game's number in a link; null if games have no pages. `kept` are the games in this page; null for all. */
export function setSite(served: boolean, games: string | null, kept: ReadonlySet<number> | null): void {
  Object.assign(site, { served, games, kept });
}

export const isServed = (): boolean => site.served;
export const hasGamePages = (): boolean => site.games !== null;

export const botAddress = (id: number): string => `${site.served ? "/bots/" : "#b"}${id}`;
export const pairAddress = (a: number, b: number): string => `${site.served ? "/pairs/" : "#p"}${a}-${b}`;
/** `at` is the fragment of a moment in the game, such as "d=65". */
export const gameAddress = (number: number, at?: string): string => `${site.games ?? "#g"}${number}${site.games !== null && at ? `#${at}` : ""}`;

export const Bot = ({ id, name }: { id: number; name: string }) => <a href={botAddress(id)}>{name}</a>;

/** Bots of a game or deal, by seat; those that are not `stillIn` are bankrupt. */
export const Bots = ({ ids, names, stillIn }: { ids: readonly number[]; names: readonly string[]; stillIn?: readonly boolean[] }) =>
  <>{names.map((name, i) => <>{i > 0 && ", "}<Bot id={ids[i] ?? 0} name={name} />{stillIn?.[i] === false && <span class="note"> (bankrupt)</span>}</>)}</>;

/** The bot that a row names. */
export const BotOf = ({ row, name = "bot" }: { row: Row; name?: string }) => <Bot id={Number(row[`${name}_id`])} name={text(row, name)} />;

export const Game = ({ number, at }: { number: number; at?: string | undefined }) =>
  site.kept === null || site.kept.has(number) ? <a href={gameAddress(number, at)}>#{number}</a> : <>#{number}</>;

export const Games = ({ numbers }: { numbers: readonly number[] }) =>
  <>{numbers.map((number, i) => <>{i > 0 && " "}<Game number={number} /></>)}</>;

export const Deal = ({ number }: { number: number }) => (site.served ? <a href={`/deals/${number}`}>{number}</a> : <>{number}</>);

/** Names a guide: a link where pages are served, else the command that shows it. */
export const Guide = ({ name, topic }: { name: string; topic: string }) =>
  site.served ? <a href={`/docs/${name}.html`}>{topic}</a> : <code>solvent help {topic}</code>;

export const Section = ({ id, title, children }: { id?: string; title: string; children: ComponentChildren }) =>
  <section id={id}><h2>{title}</h2>{children}</section>;
