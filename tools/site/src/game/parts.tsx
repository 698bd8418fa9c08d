// Small parts of the pages with a board.
import { PATHS, type IconName } from "./icons";
import { markOf, seatClass } from "./seat";

/** A chip in the seat's colour with its mark. */
export const Chip = ({ seat }: { seat: number | undefined }) => seat === undefined ? <span class="chip none" aria-hidden="true" />
  : <span class={`chip seat ${seatClass(seat)}`} aria-hidden="true">{markOf(seat)}</span>;

export const Icon = ({ name }: { name: IconName }) => <svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d={PATHS[name]} class="icon-path" /></svg>;

/** Names and what is known of them. */
export const FactList = ({ facts, id }: { facts: readonly (readonly [label: string, text: string])[]; id?: string }) =>
  <dl class="facts" id={id}>{facts.map(([label, text]) => <div><dt>{label}</dt><dd>{text}</dd></div>)}</dl>;

/** A guide on served pages, which have the league's navigation. */
export const isServed = (): boolean => document.querySelector("nav.league") !== null;

/** A link to a moment of the game, which this page shows by `go`. */
export const Moment = ({ n, text, mark, go }: { n: number; text: string; mark?: string; go: (n: number) => void }) => (
  <a href={`#e=${n}`} title={mark === undefined ? undefined : text} onClick={(event) => {
    event.preventDefault();
    go(n);
  }}>{mark && <b class="mark">{`${mark} `}</b>}{text}</a>
);
