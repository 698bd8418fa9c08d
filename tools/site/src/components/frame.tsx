// The frame of every page: the league's name, its progress, the navigation and the footer.
import type { ComponentChildren } from "preact";
import type { Status } from "../data";
import { count, words } from "../words";
import { Guide, isServed } from "./links";

export interface NavLink {
  readonly href: string;
  readonly name: string;
}

const Far = ({ status }: { status: Status }) => (
  <p class="status" id="status">
    <b>{count(status.games)}</b> of <b>{count(status.planned)}</b> games · <b>{count(status.deals)}</b> deals · <b>{status.bots}</b> bots
    {" · "}{words(status.format)}, tables of {status.seats} · edition {status.edition}
    {status.left_out > 0 && ` · ${count(status.left_out)} left out, as a bot at the table is disqualified`}
    {status.hidden > 0 && <> · <span class="quiet">{count(status.hidden)} more games count when their deals are finished</span></>}
  </p>
);

const PLACES: readonly NavLink[] = [
  ["/", "Standings"], ["/schedule", "Schedule"], ["/playing", "In play"], ["/games", "Games"], ["/game", "The game"], ["/report", "Report"],
  ["/open", "Open a file"], ["/docs/", "Documents"], ["/api/ranking", "JSON"],
].map(([href = "", name = ""]) => ({ href, name }));

/** The navigation of a served site, with the place of this page marked. */
const Places = () => (
  <nav aria-label="Site">
    {PLACES.map(({ href, name }) => {
      const isHere = href === "/" ? location.pathname === "/" || location.pathname.startsWith("/standings/") : location.pathname === href;
      return <a href={href} aria-current={isHere ? "page" : undefined}>{name}</a>;
    })}
  </nav>
);

/** `sections` are links within the page. */
export const Frame = ({ title, status, sections, children }: { title: string; status: Status; sections?: readonly NavLink[]; children: ComponentChildren }) => (
  <>
    <a class="skip" href="#main">Skip to the content</a>
    <header>
      <h1>{title}</h1>
      <Far status={status} />
      {status.progress !== undefined && <p class="status" id="progress">{status.progress}</p>}
      {isServed() && <Places />}
      {sections && <nav aria-label="Sections">{sections.map(({ href, name }) => <a href={href}>{name}</a>)}</nav>}
    </header>
    <main id="main" tabIndex={-1}>{children}</main>
    <footer>Made by Solvent from the games alone. How each figure is computed, and when not to trust it: <Guide name="RANKING" topic="ranking" />.{isServed() && <> News: <a href="/news.atom">Atom feed</a>.</>}</footer>
  </>
);
