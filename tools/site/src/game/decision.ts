// The decision at this moment: the question, legal choices, the answer, its verdict and the candidates.
import { isCostly, MARKS, type Judged } from "./analysis";
import { byId, h } from "./dom";
import type { Game } from "./game";
import { points } from "./luck";
import { seatChip } from "./seat";
import type { Decision } from "./timeline";
import type { RemarkEvent } from "./event";
import type { Words } from "./words";

/** Number of best candidates that are shown beside the answer given. */
const SHOWN = 3;

export class DecisionPanel {
  private shown?: Decision;
  private opened = false;
  private following = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly game: Game,
    private readonly words: Words,
    private readonly judgedAt: (n: number) => Judged | undefined,
    private readonly onGo: (n: number) => void,
  ) {}

  /** Shows the decision at moment `n`. An earlier decision is shown as the last one. */
  show(decision: Decision | undefined, n: number): void {
    const following = decision !== undefined && n > decision.n;
    if (decision === this.shown && following === this.following && this.host.hasChildNodes()) {
      return;
    }
    this.shown = decision;
    this.following = following;
    if (!decision) {
      return;
    }
    const kind = decision.question?.kind ?? decision.answer?.kind;
    const head = h("div", { class: "decision-head" },
      h("span", { class: "decision-who" }, seatChip(decision.seat), h("b", {}, this.words.player(decision.seat)),
        h("span", { class: "kind-tag" }, (kind ?? "forfeit").replaceAll("_", " "))),
      h("a", { href: `#d=${decision.number}`, class: "faint" },
        `${following ? "last: " : ""}${decision.number.toLocaleString("en-US")} of ${this.game.decisionEvents.length.toLocaleString("en-US")}`));
    head.querySelector("a")!.addEventListener("click", (event) => {
      event.preventDefault();
      this.onGo(decision.n);
    });
    const parts: HTMLElement[] = [head];
    if (kind && !this.judgedAt(decision.n)?.cost) {
      parts.push(h("p", { class: "asked" }, this.words.question(kind)));
    }
    if (decision.question) {
      parts.push(...this.question(decision));
    }
    if (decision.remarks.length) {
      parts.push(h("ul", { class: "remarks", "aria-label": "What the bot said" },
        ...decision.remarks.map((remark) => h("li", {}, this.exchange(remark) ?? this.words.remark(remark)))));
    }
    const judged = this.judgedAt(decision.n);
    // A costly answer stands among its candidates.
    if (!isCostly(judged) || decision.answer?.verdict !== "ok") {
      parts.push(this.answer(decision));
    }
    if (judged && decision.answer) {
      parts.push(this.candidates(decision.answer.kind, judged));
      if (judged.class === undefined && isCostly(judged) && this.game.source.includes("#")) {
        parts.push(h("p", { class: "faint" }, "What it cost, by games of the bots: ", h("code", {}, `solvent what-if ${this.game.source} --at ${decision.number}`)));
      }
    }
    parts.push(this.raw(decision));
    this.host.replaceChildren(...parts);
  }

  /** The prompt and the reply that a bot's log line names, if they are kept. */
  private exchange(remark: RemarkEvent): HTMLElement | undefined {
    const name = remark.type === "log" ? /^exchange ([0-9a-f]{40}):/.exec(remark.text)?.[1] : undefined;
    const kept = name === undefined ? undefined : this.game.exchanges[name];
    if (!kept) {
      return undefined;
    }
    const part = (title: string, text: string, open: boolean) => {
      const details = h("details", { class: "raw" }, h("summary", {}, title), h("pre", { tabindex: 0 }, text));
      details.open = open;
      return details;
    };
    return h("div", { class: "exchange" },
      h("p", {}, `${kept.model}: ${kept.tokens_in.toLocaleString("en-US")} + ${kept.tokens_out.toLocaleString("en-US")} tokens, ${kept.seconds.toFixed(1)} s, $${kept.dollars.toFixed(4)}`),
      part("System prompt", kept.system, false), part("Prompt", kept.prompt, false),
      part(kept.failed ? `No reply: ${kept.failed}` : "Reply", kept.reply, true));
  }

  private question(decision: Decision): HTMLElement[] {
    const q = decision.question!;
    const parts: HTMLElement[] = [];
    const figures = this.words.figures(q);
    if (figures.length) {
      const list = h("dl", { class: "facts" });
      for (const [label, text] of figures) {
        list.append(h("div", {}, h("dt", {}, label), h("dd", {}, text)));
      }
      parts.push(list);
    }
    if (q.offer) {
      parts.push(h("p", { class: "offer-line" }, `${this.words.says(q.other as number, "offers")} ${this.words.offer(q.offer)}`));
    }
    if (q.choices?.length) {
      const chosen = decision.answer?.answer.choice;
      const list = h("ul", { class: "choices", "aria-label": "Legal choices" });
      for (const choice of q.choices) {
        list.append(h("li", { class: choice === chosen ? "chosen" : undefined }, choice, choice === chosen ? h("span", { class: "visually-hidden" }, " (chosen)") : undefined));
      }
      parts.push(list);
    }
    return parts;
  }

  private answer(decision: Decision): HTMLElement {
    const { answer, question } = decision;
    if (!answer) {
      return h("p", { class: "answer" }, h("span", { class: "verdict dead" }, "forfeit"), "plays defaults from now on, and ranks last");
    }
    const parts = this.words.answerParts(answer.kind, answer.answer);
    if (question?.choices?.length) {
      // The choice itself stands marked among the legal ones.
      parts.splice(0, answer.answer.choice === undefined ? 0 : 1);
    }
    const list = h("span", { class: "does" });
    if (parts.length) {
      list.append(...parts.map((part) => h("span", {}, part)));
    } else if (!question?.choices?.length) {
      list.append(h("span", { class: "faint" }, "do nothing"));
    }
    const box = h("div", { class: "answer" },
      h("span", { class: `verdict ${answer.verdict}`, title: this.words.verdict(answer.verdict) }, answer.verdict), list);
    if (answer.verdict !== "ok") {
      box.append(h("p", { class: "why" }, `${capital(this.words.verdict(answer.verdict))}: the default is taken (${this.words.fallback(answer.kind)}).`));
    }
    return box;
  }

  /** Lists candidates with their expected points, or with the points that games played on gave them above the answer. */
  private candidates(kind: string, judged: Judged): HTMLElement {
    const isPlayed = judged.class !== undefined;
    const signless = (units: number | null): string => (units === null ? "" : `±${points(units, isPlayed ? 2 : 3).replace(/^[+−]/, "")}`);
    const table = h("table", { class: "candidates" }, h("caption", {}, ...this.verdict(judged)));
    // The best first, as a model's candidates are.
    const order = judged.candidates.map((_one, i) => i).sort((i, j) => isPlayed ? Number(j === judged.best) - Number(i === judged.best) || judged.candidates[j]!.points - judged.candidates[i]!.points : i - j);
    order.forEach((i, place) => {
      if (place >= SHOWN && i !== judged.given) {
        return;
      }
      const candidate = judged.candidates[i]!;
      const text = this.words.does(kind, candidate.answer);
      const figure = isPlayed ? (i === judged.given ? "" : points(candidate.points, 2)) : points(candidate.points, 3).replace("+", "");
      table.append(h("tr", { class: i === judged.given ? "given" : i === judged.best ? "best" : undefined, title: text },
        h("td", { class: "number" }, figure),
        h("td", { class: "number faint" }, i === judged.given ? "" : signless(candidate.half)),
        h("td", {}, h("span", { class: "what" }, text), i === judged.given ? h("span", { class: "faint" }, " (given)") : undefined)));
    });
    return table;
  }

  /** What is known of an answer's cost. */
  private verdict(judged: Judged): (Node | string)[] {
    const cost = points(judged.cost, 2).replace("+", ""), half = judged.half === null ? "" : ` ±${points(judged.half, 2).replace("+", "")}`;
    if (judged.class === undefined) {
      return isCostly(judged) ? [explained("Estimate"), `: another answer is worth ${cost} points more`] : [explained("Candidates"), ", by a model's estimate of points"];
    }
    return judged.class === "good" ? ["No answer is certainly better, by ", explained("games played on")]
      : [h("b", { class: `mark ${judged.class}` }, MARKS[judged.class]), ` A${judged.class === "inaccuracy" ? "n" : ""} `, explained(judged.class), `: ${cost}${half} points lost, by games played on`];
  }

  private raw(decision: Decision): HTMLElement {
    const lines = [decision.question, decision.answer].filter((line) => line !== undefined);
    const details = h("details", { class: "raw" }, h("summary", {}, "As in the log"),
      h("pre", { tabindex: 0 }, lines.map((line) => JSON.stringify(line)).join("\n")));
    details.open = this.opened;
    details.addEventListener("toggle", () => (this.opened = details.open));
    return details;
  }
}

/** Makes a word a link to its explanation: to the guide on served pages, else to the dialog of keys and signs. */
function explained(word: string): HTMLElement {
  if (document.querySelector("nav.league")) {
    return h("a", { href: "/docs/ANALYSIS.html" }, word);
  }
  const button = h("button", { type: "button", class: "link" }, word);
  button.addEventListener("click", () => byId<HTMLDialogElement>("help-dialog").showModal());
  return button;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
