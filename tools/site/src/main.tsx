// The light bundle: all pages but the board's. A page gets its data as one document (data.ts, docs/DOCUMENTS.md): the HTML that C prints
// has it in <script id="document">, so the first picture needs no request. `page` in it says which component draws it. A page that is
// served asks for the same document again when the league has news, and renders it in place: what a reader has opened, sorted, selected
// or focused stays.
import "./style.css";
import { render } from "preact";
import { setSite } from "./components/links";
import type { Document } from "./data";
import { ReportPage } from "./pages/report";
import { know, type Report } from "./pages/sections";

function draw(page: Document): void {
  if (page.page === "report") {
    const report = know(page as Report);
    setSite(false, report.games_at, new Set(report.games.map(({ game }) => game)));
    render(<ReportPage of={report} />, document.getElementById("site")!);
  }
}

draw(JSON.parse(document.getElementById("document")!.textContent!) as Document);
document.body.dataset["ready"] = "";
