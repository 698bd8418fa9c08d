// The question to you, and the controls that answer it. The server judges each change of an answer by the rules, shows the
// verdict below it, and an illegal answer cannot be sent.
import { groupColours } from "../game/colour";
import { h } from "../game/dom";
import type { Answer, Offer } from "../game/event";
import type { Game } from "../game/game";
import { cloneState, type State } from "../game/state";
import { money, type Words } from "../game/words";
import { deedFacts, landing } from "./deeds";
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

export class AskPanel {
  private ask?: Ask;
  private state?: State;
  private draft = new Draft();
  private mode: Mode = "choice";
  private plan?: PlanRows;
  private maker?: OfferMaker;
  private judging = 0;
  private sending = false;
  private readonly message = h("p", { class: "message", role: "alert" });
  private readonly sum = h("p", { class: "sum" });
  private readonly hold = h("input", { type: "checkbox", id: "hold" });
  private primary?: HTMLButtonElement;
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
  wait(text: string, ...more: HTMLElement[]): void {
    this.ask = undefined;
    this.plan = this.maker = undefined;
    document.body.dataset["asked"] = "";
    this.hooks.mark([]);
    this.host.replaceChildren(h("p", { class: "faint waiting" }, text), ...more);
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
      this.primary?.click();
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
    this.hold.checked = false;
    this.judging++;
    this.host.removeAttribute("aria-busy");
    this.say("");
    this.sum.textContent = "";
    if (ask.kind === "debt" || ask.kind === "layout") {
      this.draft.plan(ask.usual);
    }
    if (isBid(ask)) {
      this.draft.bid = (ask.limit ?? 0) >= (ask.amount ?? 0) ? ask.amount ?? 0 : 0;
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
    this.plan = new PlanRows(this.game, this.words, this.state!, this.ask!, this.draft, () => {
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
    this.maker = new OfferMaker(this.game, this.words, this.state!, this.ask!.seat, partners, first, () => this.judge());
    this.draw();
    this.judge();
  }

  /** Returns to the first choice of the question. */
  private leave(): void {
    this.say("");
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

  private say(text: string): void {
    this.message.textContent = text;
    this.message.hidden = text === "";
  }

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
    this.say(text && begun ? (!offer && lack > 0 ? `You are ${money(lack)} short.` : `Not allowed: ${text}.`) : "");
    if (!offer) {
      this.plan?.judged(verdict);
      const cash = this.state!.cash[this.ask!.seat]!;
      const owed = this.ask!.kind === "debt" || this.ask!.kind === "buy" ? `, of ${money(this.ask!.amount ?? 0)} you need` : "";
      // A layout costs nothing, and what it leaves out is sold whatever it is.
      this.sum.textContent = verdict.cash === undefined || this.ask!.kind === "layout" ? "" : `Cash ${money(cash)} → ${money(verdict.cash)}${owed}`;
      this.markBoard(verdict.build);
    }
    if (this.primary) {
      this.primary.disabled = offer ? text !== "" : !verdict.ok;
    }
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
    if (this.hold.checked) {
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
      this.say(verdict ? `Not taken: ${verdict.text ?? ""}.` : "The program cannot be reached. Is it still running?");
    }
  }

  // ---- drawing ----

  private markBoard(build: readonly number[] = this.ask!.build ?? []): void {
    const ask = this.ask!;
    const chosen = this.mode === "space" || (this.mode === "plan" && ask.kind === "layout");
    this.hooks.mark(chosen ? ask.spaces ?? [] : this.mode === "plan" && ask.kind === "manage" ? build : []);
  }

  private draw(): void {
    const parts: (HTMLElement | undefined)[] = [h("p", { class: "asked", id: "asked" }, this.mode === "offer" ? "Your offer: what you give, and what you get for it."
      : this.mode === "space" && this.first() !== "space" ? "The bus ticket: move to which space?" : sayQuestion(this.ask!, this.state!, this.words, this.game.edition))];
    const { kind, space, seat, amount } = this.ask!;
    if (space !== undefined && (kind === "buy" || isBid(this.ask!))) {
      parts.push(deedFacts(this.game, this.state!, this.words, space, seat, kind === "buy" && !this.ask!.raise ? amount : undefined));
    }
    const answers = h("div", { class: "answers" });
    this.primary = undefined;
    switch (this.mode) {
      case "choice":
        if (STANDING.has(this.ask!.kind)) {
          parts.push(h("label", { class: "hold" }, this.hold, "Always answer this way"));
        }
        this.drawChoices(answers);
        break;
      case "space":
        parts.push(this.spaces());
        this.drawSpaceAnswers(answers);
        break;
      case "bid":
        parts.push(...this.bid(answers));
        break;
      case "plan":
        parts.push(this.plan?.element, this.offers());
        this.drawPlanAnswers(answers);
        break;
      case "offer":
        parts.push(this.maker!.element);
        this.drawOfferAnswers(answers);
        break;
    }
    // The total of an answer stays in sight with the buttons that send it.
    this.host.replaceChildren(...parts.filter((part) => part !== undefined), h("div", { class: "foot" }, ...(this.mode === "plan" ? [this.sum] : []), this.message, answers));
    this.markBoard();
  }

  private button(text: string, action: () => void, primary = false, key?: string): HTMLButtonElement {
    const button = h("button", { type: "button", class: primary ? "primary" : undefined, "data-answer": key ?? text }, text);
    button.addEventListener("click", action);
    if (primary) {
      this.primary = button;
    }
    return button;
  }

  private drawChoices(answers: HTMLElement): void {
    const ask = this.ask!;
    const { choice: usual } = ask.usual;
    for (const choice of [...ask.choices ?? []].sort((a, b) => Number(b === usual) - Number(a === usual))) {
      answers.append(this.button(sayChoice(ask, choice, this.state!, this.words, this.game.edition), () => this.choose(choice), choice === ask.usual.choice, choice));
    }
    if (ask.kind === "trade") {
      answers.append(this.button("Decline offers like this", () => {
        this.hooks.declineLike(ask.other as number, ask.offer!);
        this.choose("reject");
      }, false, "decline-like"));
    }
  }

  private spaces(): HTMLElement {
    const list = h("div", { class: "space-list", role: "group", "aria-label": "Spaces" });
    const colours = groupColours(this.game.edition);
    for (const space of this.ask!.spaces ?? []) {
      const button = h("button", { type: "button", class: "good", "aria-pressed": String(space === this.draft.space), "data-key": `space${space}` }, this.saySpace(space));
      button.style.setProperty("--g", colours[this.game.edition.spaces[space]!.group] || "var(--line)");
      button.addEventListener("click", () => {
        this.draft.space = space;
        this.draw();
      });
      list.append(button);
    }
    return list;
  }

  private saySpace(space: number): string {
    const { edition } = this.game;
    if (this.ask!.kind === "triple" || this.ask!.kind === "ticket") {
      return landing(edition, this.state!, this.words, space, this.ask!.seat);
    }
    return saySpace(this.ask!, space, this.words, edition.spaces.length);
  }

  private drawSpaceAnswers(answers: HTMLElement): void {
    const chosen = this.draft.space;
    const confirm = this.button(chosen === undefined ? "Choose a space" : `Choose ${this.saySpace(chosen)}`, () => void this.send(), true, "confirm");
    confirm.disabled = chosen === undefined;
    answers.append(confirm);
    if (this.first() !== "space") {
      answers.append(this.button("Back", () => this.leave(), false, "back"));
    }
  }

  private bid(answers: HTMLElement): HTMLElement[] {
    const ask = this.ask!;
    const [least, most] = [ask.amount ?? 0, ask.limit ?? 0];
    const none = ask.kind !== "bid" ? "No bid" : this.game.edition.rules["auction"] === 2 ? "Pass" : "Drop out";
    const refuse = () => {
      this.draft.bid = this.draft.limit = 0;
      void this.send();
    };
    if (most < least) {
      answers.append(this.button(none, refuse, true, "none"));
      return [];
    }
    const input = h("input", { type: "number", min: least, max: most, step: 1, value: this.draft.bid, inputmode: "numeric", id: "bid" });
    const limit = h("input", { type: "number", min: 0, max: most, step: 1, value: this.draft.limit || "", inputmode: "numeric", id: "limit" });
    const submit = this.button("", () => void this.send(), true, "bid");
    const price = priceOf(ask, this.game.edition);
    const part = h("span", {});
    const always = h("label", { class: "hold" }, this.hold, part);
    const update = () => {
      this.draft.bid = Math.floor(Number(input.value) || 0);
      this.draft.limit = Math.floor(Number(limit.value) || 0);
      const fine = this.draft.bid >= least && this.draft.bid <= most;
      // Without a limit the answer would not hold for a higher bid.
      always.hidden = ask.kind === "bid" && this.draft.limit === 0;
      this.hold.checked &&= !always.hidden;
      part.textContent = `Always answer this way: up to ${Math.floor((100 * (this.draft.limit || this.draft.bid)) / (price || 1))}% of the price`;
      const limited = this.draft.limit === 0 || (this.draft.limit >= this.draft.bid && this.draft.limit <= most);
      submit.textContent = `Bid ${money(this.draft.bid)}${this.draft.limit ? `, up to ${money(this.draft.limit)}` : ""}`;
      submit.disabled = !fine || !limited;
      this.say(!fine ? `A bid is from ${money(least)} to ${money(most)}.` : !limited ? `A limit is from your bid to ${money(most)}.` : "");
    };
    input.addEventListener("input", update);
    limit.addEventListener("input", update);
    const quick = h("span", { class: "quick-raises" });
    for (const more of [0, 10, 50, 100]) {
      const value = Math.min(most, least + more);
      const button = h("button", { type: "button", "data-key": `raise${more}` }, more ? `+${more}` : "Least");
      button.addEventListener("click", () => {
        input.value = String(value);
        update();
      });
      quick.append(button);
    }
    const rows = [h("label", { class: "amount" }, h("span", {}, "Your bid"), input), quick];
    if (ask.kind === "bid") {
      rows.push(h("label", { class: "amount" }, h("span", {}, "Then raise for me, up to"), limit), this.limits(least, most, (value) => {
        limit.value = String(value);
        update();
      }));
    }
    if (price > 0) {
      rows.push(always);
    }
    rows.push(h("p", { class: "faint", id: "bidders" }, this.bidders()));
    answers.append(submit, this.button(none, refuse, false, "none"));
    update();
    return [h("div", { class: "bid" }, ...rows)];
  }

  /** Lists the bidders who are still in the auction, and those who have dropped out. */
  private bidders(): string {
    const { place, auction } = this.state!;
    const out = auction?.out ?? [];
    const others = this.game.names.flatMap((_name, seat) => (seat !== this.ask!.seat && !place[seat] && !out.includes(seat) ? [seat] : []));
    const list = (seats: readonly number[]) => seats.map((seat) => this.words.player(seat)).join(", ");
    return `In with you: ${list(others) || "nobody"}.${out.length ? ` Out: ${list(out)}.` : ""}`;
  }

  /** Offers limits around the price of the deed. You are not asked above your limit. */
  private limits(least: number, most: number, set: (value: number) => void): HTMLElement {
    const price = priceOf(this.ask!, this.game.edition);
    const row = h("span", { class: "quick-raises" });
    for (const [key, text, value] of [["half", "Half price", Math.floor(price / 2)], ["price", "Price", price], ["most", "All I have", most]] as const) {
      if (value >= least && value <= most) {
        const button = h("button", { type: "button", "data-key": `limit-${key}`, title: `Raise for me up to ${money(value)}, then drop out` }, text);
        button.addEventListener("click", () => set(value));
        row.append(button);
      }
    }
    return row;
  }

  private offers(): HTMLElement | undefined {
    if (!this.draft.offers.length) {
      return undefined;
    }
    return h("ul", { class: "offers", "aria-label": "Offers to be made" }, ...this.draft.offers.map((offer, i) => {
      const remove = h("button", { type: "button", "aria-label": `Take back offer ${i + 1}` }, "Take back");
      remove.addEventListener("click", () => {
        this.draft.offers.splice(i, 1);
        this.beginPlan();
      });
      return h("li", {}, h("span", {}, `Offer ${this.words.offer(offer)}`), remove);
    }));
  }

  private drawPlanAnswers(answers: HTMLElement): void {
    const { ask, draft } = this;
    const kind = ask!.kind;
    const words: Record<string, [idle: string, busy: string]> = {
      manage: ["Go on", "Carry it out"], debt: ["Give up", "Pay with this"], interest: ["Lift none", "Lift these"],
      layout: ["Build so", "Build so"], buy: ["Buy", "Buy with this"],
    };
    const [idle, busy] = words[kind] ?? ["Go on", "Go on"];
    answers.append(this.button(draft.changes ? busy : idle, () => void this.send(), true, "confirm"));
    if ((kind === "manage" || kind === "debt") && draft.offers.length < Math.min(OFFERS_MOST, ask!.offers ?? 0)) {
      answers.append(this.button("Offer a trade…", () => this.beginOffer(), false, "offer"));
    }
    const restart = (fill: Answer | undefined) => () => {
      this.draft.clear();
      if (fill) {
        this.draft.plan(fill);
      }
      this.say("");
      this.sum.textContent = "";
      this.beginPlan();
    };
    const suggested = kind === "buy" ? ask!.raise : kind === "debt" || kind === "layout" ? ask!.usual : undefined;
    if (suggested) {
      answers.append(this.button(kind === "layout" ? "As suggested" : "Raise just enough", restart(suggested), false, "usual"));
    } else if (draft.changes) {
      answers.append(this.button("Change nothing", restart(undefined), false, "clear"));
    }
    if (this.first() !== "plan") {
      answers.append(this.button("Back", () => this.leave(), false, "back"));
    }
  }

  private drawOfferAnswers(answers: HTMLElement): void {
    const counter = this.ask!.kind === "trade";
    const add = this.button(counter ? "Send the counter-offer" : "Add this offer", () => {
      this.draft.offers.push(this.maker!.offer);
      if (counter) {
        void this.send();
      } else {
        this.beginPlan();
      }
    }, true, "add");
    add.disabled = true;
    answers.append(add, this.button("Back", () => this.leave(), false, "back"));
  }
}
