// The question to you, and the controls that answer it. The server judges each change of an answer by the rules, shows the
// verdict below it, and an illegal answer cannot be sent.
import { render, type ComponentChildren } from "preact";
import { groupColours } from "../game/colour";
import type { Answer, Offer } from "../game/event";
import type { Game } from "../game/game";
import { cloneState, type State } from "../game/state";
import { money, type Words } from "../game/words";
import { DeedFacts, landing } from "./deeds";
import { OfferMaker } from "./offer";
import { PlanRows } from "./plan";
import { Draft, flip, isBid, post, priceOf, type Ask, type Verdict } from "./question";
import { sayChoice, sayQuestion, saySpace } from "./say";

type Mode = "choice" | "space" | "bid" | "plan" | "offer";

const PLANS = new Set(["manage", "debt", "interest", "layout"]);
/** Kinds of frequent small choices. */
const STANDING = new Set(["jail", "bus", "ride", "card", "gift", "claim", "tax"]);
const SPACES = new Set(["triple", "lot", "place"]);
const OFFERS_MOST = 4; // as SV_MAX_OFFERS

export interface AskHooks {
  /** An answer is being sent. */
  sent(ask: Ask, draft: Draft): void;
  /** Spaces that may be chosen on the board. */
  mark(spaces: readonly number[]): void;
  /** The answer holds for later questions of its kind. */
  holds(ask: Ask, draft: Draft): void;
  /** An offer was declined, and similar offers shall be declined too. */
  declineLike(from: number, offer: Offer): void;
}

interface ButtonProps {
  readonly name: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

const AnswerButton = ({ name, primary = false, disabled = false, onClick, children }: ButtonProps) => (
  <button type="button" class={primary ? "primary" : undefined} data-answer={name} disabled={disabled} onClick={onClick}>{children}</button>
);

/** Buttons that set a sum. */
const Raises = ({ texts, title, onPick }: { texts: readonly (readonly [key: string, text: string, value: number])[]; title?: (value: number) => string; onPick: (value: number) => void }) => (
  <span class="quick-raises">
    {texts.map(([key, text, value]) => <button type="button" data-key={key} title={title?.(value)} onClick={() => onPick(value)}>{text}</button>)}
  </span>
);

/** A field for a sum. It keeps the text as it is typed. */
const Sum = ({ id, label, text, least, most, onInput }: { id: string; label: string; text: string; least: number; most: number; onInput: (text: string) => void }) => (
  <label class="amount">
    <span>{label}</span>
    <input type="number" min={least} max={most} step={1} value={text} inputMode="numeric" id={id} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
  </label>
);

/** The ways on from a game that is over. */
export const overParts = (note: string, replay: boolean, again: boolean, you: number) => (
  <>
    {note && <p id="deal-note">{note}</p>}
    {replay && <p><a href={`game?you=${you}`} class="primary as-button" id="step">Step through the game, with its analysis</a></p>}
    {replay && <p><a href="game.svr" download="game.svr">Save its record</a>, for solvent replay and solvent analyse</p>}
    {again && <p><button type="button" id="again" onClick={() => void post("again", "")}>Play again</button></p>}
  </>
);

export class AskPanel {
  private ask?: Ask;
  private state?: State;
  private draft = new Draft();
  private mode: Mode = "choice";
  private plan?: PlanRows;
  private maker?: OfferMaker;
  private judging = 0;
  private sending = false;
  private message = "";
  private sum = "";
  private holds = false;
  /** Whether the plan or offer is legal. */
  private fine = true;
  /** The bid and its limit, as typed. */
  private typed = { bid: "", limit: "" };
  /** The question at the last click. */
  private clicked?: Ask;
  private readonly left = new AbortController();

  constructor(
    private readonly host: HTMLElement,
    private readonly game: Game,
    private readonly words: Words,
    private readonly hooks: AskHooks,
  ) {
    this.wait("The bots are being started.");
    // The second click of a double click must not answer a newer question.
    host.addEventListener("click", (event) => {
      if (event.detail > 1 && this.clicked !== this.ask) {
        event.stopPropagation();
        event.preventDefault();
      } else {
        this.clicked = this.ask;
      }
    }, { capture: true, signal: this.left.signal });
  }

  /** Ends this panel, because another one takes its place. */
  close(): void {
    this.left.abort();
    this.ask = undefined;
  }

  /** Shows that no question is open. */
  wait(text: string, more?: ComponentChildren): void {
    this.ask = undefined;
    this.plan = this.maker = undefined;
    document.body.dataset["asked"] = "";
    this.hooks.mark([]);
    render(<><p class="faint waiting">{text}</p>{more}</>, this.host);
  }

  show(ask: Ask, state: State): void {
    this.ask = ask;
    this.state = cloneState(state);
    this.sending = false;
    this.begin();
    document.body.dataset["asked"] = String(ask.number);
    document.body.dataset["kind"] = ask.kind;
    const { top, bottom } = this.host.querySelector("#asked")!.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) {
      this.host.parentElement!.scrollIntoView({ block: "start" });
    }
  }

  /** Takes a space that was chosen on the board. Returns false if the question does not need it. */
  onSpace(space: number): boolean {
    if (this.mode === "offer" && this.maker) {
      return this.maker.toggle(space);
    }
    if (this.mode === "plan" && this.plan) {
      return this.plan.raise(space);
    }
    if (this.mode === "space" && this.ask?.spaces?.includes(space)) {
      this.draft.space = space;
      this.draw();
      return true;
    }
    return false;
  }

  /** Handles a key. Returns false if this panel has no such key. */
  onKey(key: string): boolean {
    if (!this.ask) {
      return false;
    }
    if (key === "Enter") {
      this.host.querySelector<HTMLButtonElement>(".answers .primary")?.click();
      return true;
    }
    if (key === "Escape" && (this.mode === "offer" || this.mode === "space" || this.mode === "plan") && this.first() !== this.mode) {
      this.leave();
      return true;
    }
    const buttons = this.host.querySelectorAll<HTMLButtonElement>(".answers button");
    const button = /^[1-9]$/.test(key) ? buttons[Number(key) - 1] : undefined;
    button?.click();
    return button !== undefined;
  }

  // ---- modes ----

  private first(): Mode {
    const { kind } = this.ask!;
    return PLANS.has(kind) ? "plan" : SPACES.has(kind) ? "space" : isBid(this.ask!) ? "bid" : "choice";
  }

  private begin(): void {
    const ask = this.ask!;
    this.draft = new Draft();
    this.mode = this.first();
    this.holds = false;
    this.fine = true;
    this.judging++;
    this.host.removeAttribute("aria-busy");
    this.message = this.sum = "";
    if (ask.kind === "debt" || ask.kind === "layout") {
      this.draft.plan(ask.usual);
    }
    if (isBid(ask)) {
      this.draft.bid = (ask.limit ?? 0) >= (ask.amount ?? 0) ? ask.amount ?? 0 : 0;
      this.typed = { bid: String(this.draft.bid), limit: "" };
    }
    if (this.mode === "plan") {
      this.beginPlan();
      return;
    }
    this.draw();
  }

  private beginPlan(): void {
    this.mode = "plan";
    this.maker = undefined;
    this.fine = true;
    this.plan = new PlanRows(this.game, this.words, this.state!, this.ask!, this.draft, () => {
      this.fine = true;
      this.draw();
      this.judge();
    });
    this.draw();
    if (this.draft.changes || this.ask!.kind === "layout" || this.ask!.kind === "debt" || this.ask!.kind === "buy") {
      this.judge();
    }
  }

  private beginOffer(first?: Offer): void {
    const partners = first ? [first.to] : this.game.names.flatMap((_name, seat) => (seat !== this.ask!.seat && !this.state!.place[seat] ? [seat] : []));
    this.mode = "offer";
    this.fine = false;
    this.maker = new OfferMaker(this.game, this.words, this.state!, this.ask!.seat, partners, first, () => {
      this.draw();
      this.judge();
    });
    this.draw();
    this.judge();
  }

  /** Returns to the first choice of the question. */
  private leave(): void {
    this.message = "";
    if (this.mode === "offer" && this.first() === "plan") {
      this.beginPlan();
    } else {
      this.begin();
    }
  }

  private choose(choice: string): void {
    const ask = this.ask!;
    this.draft.choice = ask.choice_numbers[ask.choices!.indexOf(choice)]!;
    if (ask.kind === "trade" && choice === "counter") {
      this.beginOffer(flip(ask.offer!, ask.other as number));
    } else if (ask.kind === "ticket" && choice === "use") {
      this.mode = "space";
      this.draw();
    } else if (ask.kind === "buy" && choice === "buy" && ask.raise) {
      this.draft.plan(ask.raise);
      this.beginPlan();
    } else {
      void this.send();
    }
  }

  // ---- the rules ----

  /** Asks the rules about the draft, and shows the verdict if the draft has not changed meanwhile. */
  private judge(): void {
    const number = ++this.judging;
    const offer = this.mode === "offer" ? this.maker!.offer : undefined;
    if (offer && this.ask!.kind === "trade") {
      this.draft.offers = [];
    }
    this.host.setAttribute("aria-busy", "true");
    void post("judge", this.draft.form(this.ask!.number, offer)).then((verdict) => {
      if (number === this.judging) {
        this.host.removeAttribute("aria-busy");
      }
      if (verdict && number === this.judging && this.ask) {
        this.judged(verdict, offer);
      }
    });
  }

  private judged(verdict: Verdict, offer: Offer | undefined): void {
    const text = offer ? verdict.offers?.at(-1) ?? "" : verdict.ok ? "" : verdict.text ?? "";
    const begun = !offer || this.maker?.begun;
    const lack = verdict.rule === "3.1" || verdict.rule === "9.1" ? (this.ask!.amount ?? 0) - (verdict.cash ?? Infinity) : 0;
    this.message = text && begun ? (!offer && lack > 0 ? `You are ${money(lack)} short.` : `Not allowed: ${text}.`) : "";
    if (!offer) {
      this.plan?.judged(verdict);
      const cash = this.state!.cash[this.ask!.seat]!;
      const owed = this.ask!.kind === "debt" || this.ask!.kind === "buy" ? `, of ${money(this.ask!.amount ?? 0)} you need` : "";
      // A layout costs nothing, and what it leaves out is sold whatever it is.
      this.sum = verdict.cash === undefined || this.ask!.kind === "layout" ? "" : `Cash ${money(cash)} → ${money(verdict.cash)}${owed}`;
    }
    this.fine = offer ? text === "" : verdict.ok;
    this.draw(verdict.build);
  }

  private async send(): Promise<void> {
    const ask = this.ask!;
    if (this.sending) {
      return;
    }
    this.sending = true;
    this.judging++;
    this.host.removeAttribute("aria-busy");
    const draft = this.draft;
    // Set before sending: the next question may arrive before the confirmation.
    this.hooks.sent(ask, draft);
    if (this.holds) {
      this.hooks.holds(ask, draft);
    }
    const verdict = await post("answer", draft.form(ask.number));
    if (this.ask !== ask) {
      return;
    }
    this.sending = false;
    if (verdict?.ok) {
      this.wait("The others are playing.");
    } else {
      this.message = verdict ? `Not taken: ${verdict.text ?? ""}.` : "The program cannot be reached. Is it still running?";
      this.draw();
    }
  }

  // ---- drawing ----

  private markBoard(build: readonly number[] = this.ask!.build ?? []): void {
    const ask = this.ask!;
    const chosen = this.mode === "space" || (this.mode === "plan" && ask.kind === "layout");
    this.hooks.mark(chosen ? ask.spaces ?? [] : this.mode === "plan" && ask.kind === "manage" ? build : []);
  }

  /** `build`: where one more building is legal, if that has changed. */
  private draw(build?: readonly number[]): void {
    const { kind, space, seat, amount, raise } = this.ask!;
    const { game, words, mode } = this, state = this.state!;
    const [body, answers] = this.parts();
    render((
      <>
        <p class="asked" id="asked">{mode === "offer" ? "Your offer: what you give, and what you get for it."
          : mode === "space" && this.first() !== "space" ? "The bus ticket: move to which space?" : sayQuestion(this.ask!, state, words, game.edition)}</p>
        {space !== undefined && (kind === "buy" || isBid(this.ask!)) && (
          <DeedFacts game={game} state={state} words={words} space={space} me={seat} price={kind === "buy" && !raise ? amount : undefined} />
        )}
        {body}
        {/* The total of an answer stays in sight with the buttons that send it. */}
        <div class="foot">
          {mode === "plan" && <p class="sum">{this.sum}</p>}
          <p class="message" role="alert" hidden={this.message === ""}>{this.message}</p>
          <div class="answers">{answers}</div>
        </div>
      </>
    ), this.host);
    this.markBoard(build);
  }

  /** What the mode shows between the question and the answers, and its answers. */
  private parts(): [body: ComponentChildren, answers: ComponentChildren] {
    switch (this.mode) {
      case "choice":
        return [STANDING.has(this.ask!.kind) && this.holder("Always answer this way"), this.choices()];
      case "space":
        return [this.spaces(), this.spaceAnswers()];
      case "bid":
        return this.bid();
      case "plan":
        return [<>{this.plan!.view()}{this.offers()}</>, this.planAnswers()];
      case "offer":
        return [this.maker!.view(), this.offerAnswers()];
    }
  }

  private holder(text: string, hidden = false) {
    return <label class="hold" hidden={hidden}><input type="checkbox" id="hold" checked={this.holds} onChange={({ currentTarget }) => (this.holds = currentTarget.checked)} /><span>{text}</span></label>;
  }

  private choices() {
    const ask = this.ask!;
    const { choice: usual } = ask.usual;
    return (
      <>
        {[...ask.choices ?? []].sort((a, b) => Number(b === usual) - Number(a === usual)).map((choice) => (
          <AnswerButton key={choice} name={choice} primary={choice === usual} onClick={() => this.choose(choice)}>{sayChoice(ask, choice, this.state!, this.words, this.game.edition)}</AnswerButton>
        ))}
        {ask.kind === "trade" && (
          <AnswerButton name="decline-like" onClick={() => {
            this.hooks.declineLike(ask.other as number, ask.offer!);
            this.choose("reject");
          }}>Decline offers like this</AnswerButton>
        )}
      </>
    );
  }

  private spaces() {
    const colours = groupColours(this.game.edition);
    return (
      <div class="space-list" role="group" aria-label="Spaces">
        {(this.ask!.spaces ?? []).map((space) => (
          <button key={space} type="button" class="good" aria-pressed={space === this.draft.space} data-key={`space${space}`} style={{ "--g": colours[this.game.edition.spaces[space]!.group] || "var(--line)" }}
            onClick={() => {
              this.draft.space = space;
              this.draw();
            }}>{this.saySpace(space)}</button>
        ))}
      </div>
    );
  }

  private saySpace(space: number): string {
    const { edition } = this.game;
    if (this.ask!.kind === "triple" || this.ask!.kind === "ticket") {
      return landing(edition, this.state!, this.words, space, this.ask!.seat);
    }
    return saySpace(this.ask!, space, this.words, edition.spaces.length);
  }

  private readonly back = () => <AnswerButton name="back" onClick={() => this.leave()}>Back</AnswerButton>;

  private spaceAnswers() {
    const chosen = this.draft.space;
    return (
      <>
        <AnswerButton name="confirm" primary disabled={chosen === undefined} onClick={() => void this.send()}>{chosen === undefined ? "Choose a space" : `Choose ${this.saySpace(chosen)}`}</AnswerButton>
        {this.first() !== "space" && this.back()}
      </>
    );
  }

  private bid(): [body: ComponentChildren, answers: ComponentChildren] {
    const ask = this.ask!, { draft, typed } = this;
    const [least, most] = [ask.amount ?? 0, ask.limit ?? 0];
    const none = ask.kind !== "bid" ? "No bid" : this.game.edition.rules["auction"] === 2 ? "Pass" : "Drop out";
    const refuse = (primary: boolean) => (
      <AnswerButton name="none" primary={primary} onClick={() => {
        draft.bid = draft.limit = 0;
        void this.send();
      }}>{none}</AnswerButton>
    );
    if (most < least) {
      return [undefined, refuse(true)];
    }
    const price = priceOf(ask, this.game.edition);
    const type = (field: "bid" | "limit") => (value: number | string) => {
      typed[field] = String(value);
      draft[field] = Math.floor(Number(value) || 0);
      // Without a limit the answer would not hold for a higher bid.
      this.holds &&= ask.kind !== "bid" || draft.limit > 0;
      this.message = !isFine() ? `A bid is from ${money(least)} to ${money(most)}.` : !isLimited() ? `A limit is from your bid to ${money(most)}.` : "";
      this.draw();
    };
    const isFine = () => draft.bid >= least && draft.bid <= most;
    const isLimited = () => draft.limit === 0 || (draft.limit >= draft.bid && draft.limit <= most);
    const limits = ([["limit-half", "Half price", Math.floor(price / 2)], ["limit-price", "Price", price], ["limit-most", "All I have", most]] as const)
      .filter(([, , value]) => value >= least && value <= most);
    return [
      <div class="bid">
        <Sum id="bid" label="Your bid" text={typed.bid} least={least} most={most} onInput={type("bid")} />
        <Raises texts={[0, 10, 50, 100].map((more) => [`raise${more}`, more ? `+${more}` : "Least", Math.min(most, least + more)])} onPick={type("bid")} />
        {ask.kind === "bid" && (
          <>
            <Sum id="limit" label="Then raise for me, up to" text={typed.limit} least={0} most={most} onInput={type("limit")} />
            <Raises texts={limits} title={(value) => `Raise for me up to ${money(value)}, then drop out`} onPick={type("limit")} />
          </>
        )}
        {price > 0 && this.holder(`Always answer this way: up to ${Math.floor((100 * (draft.limit || draft.bid)) / price)}% of the price`, ask.kind === "bid" && draft.limit === 0)}
        <p class="faint" id="bidders">{this.bidders()}</p>
      </div>,
      <>
        <AnswerButton name="bid" primary disabled={!isFine() || !isLimited()} onClick={() => void this.send()}>{`Bid ${money(draft.bid)}${draft.limit ? `, up to ${money(draft.limit)}` : ""}`}</AnswerButton>
        {refuse(false)}
      </>,
    ];
  }

  /** Lists the bidders who are still in the auction, and those who have dropped out. */
  private bidders(): string {
    const { place, auction } = this.state!;
    const out = auction?.out ?? [];
    const others = this.game.names.flatMap((_name, seat) => (seat !== this.ask!.seat && !place[seat] && !out.includes(seat) ? [seat] : []));
    const list = (seats: readonly number[]) => seats.map((seat) => this.words.player(seat)).join(", ");
    return `In with you: ${list(others) || "nobody"}.${out.length ? ` Out: ${list(out)}.` : ""}`;
  }

  private offers() {
    const { offers } = this.draft;
    return offers.length > 0 && (
      <ul class="offers" aria-label="Offers to be made">
        {offers.map((offer, i) => (
          <li>
            <span>Offer {this.words.offer(offer)}</span>
            <button type="button" aria-label={`Take back offer ${i + 1}`} onClick={() => {
              offers.splice(i, 1);
              this.beginPlan();
            }}>Take back</button>
          </li>
        ))}
      </ul>
    );
  }

  private planAnswers() {
    const ask = this.ask!, { draft } = this, { kind } = ask;
    const words: Record<string, [idle: string, busy: string]> = {
      manage: ["Go on", "Carry it out"], debt: ["Give up", "Pay with this"], interest: ["Lift none", "Lift these"],
      layout: ["Build so", "Build so"], buy: ["Buy", "Buy with this"],
    };
    const [idle, busy] = words[kind] ?? ["Go on", "Go on"];
    const restart = (fill?: Answer) => () => {
      draft.clear();
      if (fill) {
        draft.plan(fill);
      }
      this.message = this.sum = "";
      this.beginPlan();
    };
    const suggested = kind === "buy" ? ask.raise : kind === "debt" || kind === "layout" ? ask.usual : undefined;
    return (
      <>
        <AnswerButton name="confirm" primary disabled={!this.fine} onClick={() => void this.send()}>{draft.changes ? busy : idle}</AnswerButton>
        {(kind === "manage" || kind === "debt") && draft.offers.length < Math.min(OFFERS_MOST, ask.offers ?? 0) && (
          <AnswerButton name="offer" onClick={() => this.beginOffer()}>Offer a trade…</AnswerButton>
        )}
        {suggested ? <AnswerButton name="usual" onClick={restart(suggested)}>{kind === "layout" ? "As suggested" : "Raise just enough"}</AnswerButton>
          : draft.changes && <AnswerButton name="clear" onClick={restart()}>Change nothing</AnswerButton>}
        {this.first() !== "plan" && this.back()}
      </>
    );
  }

  private offerAnswers() {
    const counter = this.ask!.kind === "trade";
    return (
      <>
        <AnswerButton name="add" primary disabled={!this.fine} onClick={() => {
          this.draft.offers.push(this.maker!.offer);
          if (counter) {
            void this.send();
          } else {
            this.beginPlan();
          }
        }}>{counter ? "Send the counter-offer" : "Add this offer"}</AnswerButton>
        {this.back()}
      </>
    );
  }
}
