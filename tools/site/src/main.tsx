// The light bundle: all pages without a board. The data of a page are one document (data.ts, docs/JSON.md), which stands in the HTML
// as <script id="document">, so the first picture needs no request. Its member `page` selects the component. When the league has
// news, a served page asks for the document again, below /api, and renders it in place. So open details, sorting, selection and
// focus stay.
import "./theme.css";
import "./style.css";
import { render, type FunctionComponent } from "preact";
import { Frame } from "./components/frame";
import { setSite } from "./components/links";
import type { Document } from "./data";
import { follow } from "./live";
import { BotPage } from "./pages/bot";
import { DealPage } from "./pages/deal";
import { GamesPage } from "./pages/games";
import { PairPage } from "./pages/pair";
import { PlayingPage } from "./pages/playing";
import { ReportPage } from "./pages/report";
import { SchedulePage } from "./pages/schedule";
import { know, type Report } from "./pages/sections";
import { StandingsPage } from "./pages/standings";
import { TheGamePage } from "./pages/the_game";

/** The component of each kind of served page, and whether the kind follows its league. */
const PAGES: Readonly<Record<string, readonly [page: FunctionComponent<{ of: never }>, follows: boolean]>> = {
  bot: [BotPage, true],
  deal: [DealPage, false],
  games: [GamesPage, false],
  pair: [PairPage, true],
  playing: [PlayingPage, true],
  schedule: [SchedulePage, true],
  standings: [StandingsPage, true],
  the_game: [TheGamePage, true],
};

const site = document.getElementById("site")!;

function drawReport(page: Report): void {
  const report = know(page);
  setSite("served" in document.body.dataset, report.games_at, new Set(report.games.map(({ game }) => game)));
  render(<ReportPage of={report} />, site);
}

function drawServed(page: Document): void {
  const Page = PAGES[page.page]?.[0] as FunctionComponent<{ of: Document }>;
  render(<Frame title={document.title} status={page.status}><Page of={page} /></Frame>, site);
}

const page = JSON.parse(document.getElementById("document")!.textContent!) as Document;
if (page.page === "report") {
  drawReport(page as Report);
} else {
  setSite(true, "/games/", null);
  drawServed(page);
}
if (PAGES[page.page]?.[1]) {
  follow(page, drawServed);
}
document.body.dataset["ready"] = "";
