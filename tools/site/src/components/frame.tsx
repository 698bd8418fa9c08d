// The frame of every page: the league's name, its progress, the navigation and the footer.
import type { ComponentChildren } from "preact";
import type { Status } from "../data";
import { count, words } from "../words";
import { Guide } from "./links";

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

export const Frame = ({ title, status, nav, children }: { title: string; status: Status; nav: readonly NavLink[]; children: ComponentChildren }) => (
  <>
    <header>
      <h1>{title}</h1>
      <Far status={status} />
      {status.progress !== undefined && <p class="status" id="progress">{status.progress}</p>}
      <nav>{nav.map(({ href, name }) => <a href={href}>{name}</a>)}</nav>
    </header>
    <main>{children}</main>
    <footer>Made by Solvent from the games alone. How each figure is computed, and when not to trust it: <Guide name="RANKING" topic="ranking" />.</footer>
  </>
);
