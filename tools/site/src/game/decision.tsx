// The decision at this moment: the question, legal choices, the answer, its verdict and the candidates.
import { render } from "preact";
import { isCostly, MARKS, type Judged } from "./analysis";
import { byId } from "./dom";
import type { RemarkEvent } from "./event";
import type { Exchange, Game } from "./game";
import { points } from "./luck";
import { Chip, FactList, isServed } from "./parts";
import type { Decision } from "./timeline";
import type { Words } from "./words";

/** Number of best candidates that are shown beside the answer given. */
const SHOWN = 3;

const Raw = ({ title, text, open }: { title: string; text: string; open?: boolean }) =>
  <details class="raw" {...(open && { open })}><summary>{title}</summary><pre tabIndex={0}>{text}</pre></details>;

/** The prompt and the reply that a bot's log line names. */
const Talk = ({ of: { model, tokens_in, tokens_out, seconds, dollars, system, prompt, failed, reply } }: { of: Exchange }) => (
  <div class="exchange">
    <p>{`${model}: ${tokens_in.toLocaleString("en-US")} + ${tokens_out.toLocaleString("en-US")} tokens, ${seconds.toFixed(1)} s, $${dollars.toFixed(4)}`}</p>
    <Raw title="System prompt" text={system} /><Raw title="Prompt" text={prompt} /><Raw title={failed ? `No reply: ${failed}` : "Reply"} text={reply} open />
  </div>
);

/** A word that links to its explanation: the guide on served pages, else the dialog of keys and signs. */
const Explained = ({ word }: { word: string }) => isServed() ? <a href="/docs/ANALYSIS.html">{word}</a>
  : <button type="button" class="link" onClick={() => byId<HTMLDialogElement>("help-dialog").showModal()}>{word}</button>;

/** What is known of an answer's cost. */
function Verdict({ of: judged }: { of: Judged }) {
  const { class: grade } = judged;
  const cost = points(judged.cost, 2).replace("+", ""), half = typeof judged.half === "number" ? ` ±${points(judged.half, 2).replace("+", "")}` : "";
  return grade === undefined ? (isCostly(judged) ? <><Explained word="Estimate" />{`: another answer is worth ${cost} points more`}</> : <><Explained word="Candidates" />, by a model's estimate of points</>)
    : grade === "good" ? <>No answer is certainly better, by <Explained word="games played on" /></>
    : <><b class={`mark ${grade}`}>{MARKS[grade]}</b>{` A${grade === "inaccuracy" ? "n" : ""} `}<Explained word={grade} />{`: ${cost}${half} points lost, by games played on`}</>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export class DecisionPanel {
  constructor(
    private readonly host: HTMLElement,
    private readonly game: Game,
    private readonly words: Words,
    private readonly judgedAt: (n: number) => Judged | undefined,
    private readonly onGo: (n: number) => void,
  ) {}

  /** Shows the decision at moment `n`. An earlier decision is shown as the last one. */
  show(decision: Decision | undefined, n: number): void {
    if (!decision) {
      return;
    }
    const { answer, question, number, seat, remarks } = decision, kind = question?.kind ?? answer?.kind;
    const judged = this.judgedAt(decision.n);
    render(
      <>
        <div class="decision-head">
          <span class="decision-who"><Chip seat={seat} /><b>{this.words.player(seat)}</b><span class="kind-tag">{(kind ?? "forfeit").replaceAll("_", " ")}</span></span>
          <a href={`#d=${number}`} class="faint" onClick={(event) => {
            event.preventDefault();
            this.onGo(decision.n);
          }}>{`${n > decision.n ? "last: " : ""}${number.toLocaleString("en-US")} of ${this.game.decisionEvents.length.toLocaleString("en-US")}`}</a>
        </div>
        {kind && !judged?.cost && <p class="asked">{this.words.question(kind)}</p>}
        {question && this.question(decision)}
        {remarks.length > 0 && (
          <ul class="remarks" aria-label="What the bot said" key={number}>{remarks.map((remark) => <li>{this.remark(remark)}</li>)}</ul>
        )}
        {(!isCostly(judged) || answer?.verdict !== "ok") && this.answer(decision) /* A costly answer stands among its candidates. */}
        {judged && answer && this.candidates(answer.kind, judged)}
        {judged && answer && judged.class === undefined && isCostly(judged) && this.game.source.includes("#") && (
          <p class="faint">What it cost, by games of the bots: <code>{`solvent what-if ${this.game.source} --at ${number}`}</code></p>
        )}
        <Raw title="As in the log" text={[question, answer].filter((line) => line !== undefined).map((line) => JSON.stringify(line)).join("\n")} />
      </>, this.host);
  }

  private remark(remark: RemarkEvent) {
    const name = remark.type === "log" ? /^exchange ([0-9a-f]{40}):/.exec(remark.text)?.[1] : undefined;
    const kept = name === undefined ? undefined : this.game.exchanges[name];
    return kept ? <Talk of={kept} /> : this.words.remark(remark);
  }

  private question({ question, answer }: Decision) {
    const q = question!, figures = this.words.figures(q), chosen = answer?.answer.choice;
    return (
      <>
        {figures.length > 0 && <FactList facts={figures} />}
        {q.offer && <p class="offer-line">{`${this.words.says(q.other as number, "offers")} ${this.words.offer(q.offer)}`}</p>}
        {q.choices?.length ? (
          <ul class="choices" aria-label="Legal choices">
            {q.choices.map((choice) => <li class={choice === chosen ? "chosen" : undefined}>{choice}{choice === chosen && <span class="visually-hidden"> (chosen)</span>}</li>)}
          </ul>
        ) : null}
      </>
    );
  }

  private answer({ answer, question }: Decision) {
    if (!answer) {
      return <p class="answer"><span class="verdict dead">forfeit</span>plays defaults from now on, and ranks last</p>;
    }
    const parts = this.words.answerParts(answer.kind, answer.answer), told = this.words.verdict(answer.verdict), isChoice = !!question?.choices?.length;
    if (isChoice) { // the choice itself stands marked among the legal ones
      parts.splice(0, answer.answer.choice === undefined ? 0 : 1);
    }
    return (
      <div class="answer">
        <span class={`verdict ${answer.verdict}`} title={told}>{answer.verdict}</span>
        <span class="does">{parts.map((part) => <span>{part}</span>)}{parts.length === 0 && !isChoice && <span class="faint">do nothing</span>}</span>
        {answer.verdict !== "ok" && <p class="why">{`${capital(told)}: the default is taken (${this.words.fallback(answer.kind)}).`}</p>}
      </div>
    );
  }

  /** Lists candidates with their expected points, or with the points that games played on gave them above the answer. */
  private candidates(kind: string, judged: Judged) {
    const { class: grade, given, best, candidates } = judged, isPlayed = grade !== undefined;
    const signless = (units?: number | null): string => (typeof units === "number" ? `±${points(units, 2).replace(/^[+−]/, "")}` : "");
    // The best first, as a model's candidates are.
    const order = candidates.map((_one, i) => i).sort((i, j) => isPlayed ? Number(j === best) - Number(i === best) || candidates[j]!.points - candidates[i]!.points : i - j);
    return (
      <table class="candidates">
        <caption><Verdict of={judged} /></caption>
        {order.map((i, place) => {
          const candidate = candidates[i]!, text = this.words.does(kind, candidate.answer), isGiven = i === given;
          return place >= SHOWN && !isGiven ? null : (
            <tr class={isGiven ? "given" : i === best ? "best" : undefined} title={text}>
              <td class="number">{!isPlayed ? points(candidate.points, 3).replace("+", "") : isGiven ? "" : points(candidate.points, 2)}</td>
              <td class="number faint">{isGiven ? "" : signless(candidate.half)}</td>
              <td><span class="what">{text}</span>{isGiven && <span class="faint"> (given)</span>}</td>
            </tr>
          );
        })}
      </table>
    );
  }
}
