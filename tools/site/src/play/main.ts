// The page to play on: shows the table, event by event, and asks you the questions of your seat.
import "../theme.css";
import "../game/theme.css";
import "../game/style.css";
import "../game/board.css";
import "../game/sizes.css";
import "./play.css";
import { Board } from "../game/board";
import { byId, h } from "../game/dom";
import { eventsBefore, type Event } from "../game/event";
import type { Game } from "../game/game";
import { icon } from "../game/icons";
import { EventList, FILTERS, type Filter } from "../game/list";
import { cashBefore } from "../game/money";
import { namesOf } from "../game/names";
import { Players } from "../game/players";
import { markOf, useSeats } from "../game/seat";
import { Stage } from "../game/stage";
import { applyEvent, initialState, type State } from "../game/state";
import { ThemeSwitch } from "../game/theme";
import { Words } from "../game/words";
import { AskPanel, overParts } from "./ask";
import { Beforehand, WHEN, type When } from "./beforehand";
import { post, type Ask, type Verdict } from "./question";

/** Events a second; 0: all at once. */
const SPEEDS = [2, 4, 8, 16, 40, 0];
const USUAL_SPEED = 8;
/** More waiting events than this are shown at once. */
const BACKLOG = 150;

const SETTLE_MS = 20;
/** Without steps, events within this time are shown together. */
const GATHER_MS = 20;

type Head = Pick<Game, "edition" | "decisions" | "verdicts" | "seats"> & { seat: number; league: boolean };
/** `more`: another game may begin at this table by itself. `again`: another one begins when you want it. */
interface Over {
  replay: boolean;
  more: boolean;
  again: boolean;
  note: string;
}
type Message =
  | { type: "event"; event: Event }
  | { type: "ask"; ask: Ask; waited?: boolean }
  | { type: "asked"; number: number }
  | ({ type: "over" } & Over);

function kept(key: string, fallback: string): string {
  try {
    return localStorage.getItem(`solvent-play-${key}`) ?? fallback;
  } catch {
    return fallback;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`solvent-play-${key}`, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

class Table {
  private readonly game: Game;
  private readonly words: Words;
  private readonly state: State;
  private readonly board: Board;
  private readonly stage: Stage;
  private readonly players: Players;
  private readonly list: EventList;
  private readonly panel: AskPanel;
  private readonly left = new AbortController();
  private readonly queue: Message[] = [];
  private timer = 0;
  private speed = SPEEDS.includes(Number(kept("speed", String(USUAL_SPEED)))) ? Number(kept("speed", String(USUAL_SPEED))) : USUAL_SPEED;
  private readonly beforehand: Beforehand;
  private deed: number | undefined;
  private questions = 0;
  private readonly answered = new Set<number>();
  /** Questions to which this page has sent an answer. */
  private readonly sent = new Set<number>();
  /** Whether what you have said beforehand is given by itself: once you have answered here, and until you answer in another
   * browser. A page that is only open, or that has just been loaded, answers nothing by itself. */
  private answersItself = false;

  /** `beforehand`: what you had said when the table was shown last. */
  constructor(head: Head, start: Event, beforehand?: Beforehand) {
    this.game = { page: 0, program: "", source: "", meta: {}, ...head, you: head.seat, events: [], decisionEvents: [], names: namesOf([start]), luck: null, analysis: null, exchanges: {} };
    this.words = new Words(this.game);
    this.beforehand = beforehand ?? new Beforehand(head.edition, kept("when", "changes") in WHEN ? (kept("when", "changes") as When) : "changes");
    this.beforehand.beginAgain();
    this.state = initialState(head.edition);
    applyEvent(this.state, start);
    this.game.events.push(start);
    this.board = new Board(byId("board"), this.game, this.words, (space) => this.onSpace(space));
    this.stage = new Stage(byId("stage"), this.game, this.words, [], () => undefined, () => this.showDeed(undefined));
    this.players = new Players(byId("players"), this.game, () => undefined);
    this.list = new EventList(byId("events"), byId("event-count"), this.game.events, this.words, () => undefined, () => undefined);
    this.panel = new AskPanel(byId("ask"), this.game, this.words, {
      sent: (ask, draft) => {
        this.beforehand.sent(ask, draft);
        this.sent.add(ask.number);
        this.answersItself = true;
        byId("back").removeAttribute("disabled");
      },
      mark: (spaces) => this.board.mark(spaces),
      holds: (ask, draft) => {
        this.beforehand.holds(ask, draft);
        this.showForget();
      },
      declineLike: (from, offer) => {
        this.beforehand.declineLike(from, offer);
        this.showForget();
      },
    });
    this.panel.wait("The others are playing.");
    byId("back").hidden = byId("end").hidden = head.league;
    byId("back").setAttribute("disabled", "");
    byId("resign").hidden = false;
    byId("resign").removeAttribute("disabled");
    byId("end").removeAttribute("disabled");
    document.body.dataset["restarts"] = String(Number(document.body.dataset["restarts"] ?? -1) + 1);
    byId("title").textContent = head.edition.title || head.edition.name;
    byId("subtitle").textContent = `you are ${markOf(head.seat)} (${this.game.names[head.seat]}), at a table of ${this.game.names.length}`;
    this.wire();
    this.render(true);
  }

  /** Ends this table, because it is set again. Answers in advance are kept. */
  leave(): Beforehand {
    clearTimeout(this.timer);
    this.queue.length = 0;
    this.left.abort();
    this.panel.close();
    document.querySelectorAll(".nothing").forEach((line) => line.remove());
    for (const id of ["board", "players", "events", "filters", "speed", "when"]) {
      byId(id).replaceChildren(...(id === "board" ? [h("div", { id: "stage" })] : []));
    }
    return this.beforehand;
  }

  take(message: Message): void {
    this.queue.push(message);
    if (!this.timer) {
      if (this.quick) {
        // Events come one by one, and a picture of each would take longer than the game.
        this.timer = window.setTimeout(() => this.pump(), GATHER_MS);
      } else {
        this.pump();
      }
    }
  }

  private get quick(): boolean {
    return this.speed === 0 || this.queue.length > BACKLOG;
  }

  // ---- what happens, in its pace ----

  private pump(): void {
    this.timer = 0;
    const { quick } = this;
    let shown = false;
    for (let message = this.queue.shift(); message; message = this.queue.shift()) {
      if (message.type === "ask" && !message.waited && !this.queue.length) {
        // A page that comes again is told old questions too, each with the word that it was answered right behind it.
        message.waited = true;
        this.queue.unshift(message);
        this.timer = window.setTimeout(() => this.pump(), SETTLE_MS);
        break;
      }
      if (message.type !== "event") {
        if (shown) {
          this.render(true);
          shown = false;
        }
        this.act(message);
        continue;
      }
      applyEvent(this.state, message.event);
      if (message.event.type === "auction") {
        this.beforehand.auctionBegins();
      }
      this.game.events.push(message.event);
      shown = true;
      if (!quick) {
        this.render(false);
        this.timer = window.setTimeout(() => this.pump(), 1000 / this.speed);
        return;
      }
    }
    if (shown) {
      this.render(true);
    }
  }

  /** Shows all waiting events at once. */
  private hurry(): void {
    const speed = this.speed;
    clearTimeout(this.timer);
    this.speed = 0;
    this.pump();
    this.speed = speed;
  }

  private act(message: Exclude<Message, { type: "event" }>): void {
    if (message.type === "ask") {
      if (!this.isAnswered(message.ask.number)) {
        this.asked(message.ask);
      }
    } else if (message.type === "asked") {
      this.answered.add(message.number);
      this.answersItself &&= this.sent.has(message.number);
      if (document.body.dataset["asked"] === String(message.number)) {
        this.panel.wait("The others are playing.");
      }
    } else {
      this.over(message);
    }
  }

  /** Whether the question was answered here or in another browser. */
  private isAnswered(number: number): boolean {
    return this.answered.has(number) || this.queue.some((later) => later.type === "asked" && later.number === number);
  }

  private asked(ask: Ask): void {
    const draft = this.beforehand.answer(ask, this.state);
    if (draft && this.answersItself) {
      this.sent.add(ask.number);
      void post("answer", `${draft.form(ask.number)}&auto=1`).then((verdict) => this.answeredItself(ask, verdict));
      return;
    }
    byId("back").toggleAttribute("disabled", !ask.back);
    this.questions++;
    if (ask.space !== undefined) {
      this.board.show(this.state, { ...ask, type: "question", n: this.game.events.length }, false); // marks the space that is asked about
    }
    byId("ask-count").textContent = `question ${this.questions}`;
    this.panel.show(ask, this.state);
    byId("live").textContent = byId("asked").textContent ?? "";
    document.title = `Your move: ${this.game.edition.title || this.game.edition.name}`;
  }

  /** Handles the result of an answer in advance. If it was refused, you are asked, unless another browser has answered. */
  private answeredItself(ask: Ask, verdict: Verdict | undefined): void {
    if (verdict?.ok || this.left.signal.aborted) {
      return;
    }
    this.answersItself = false;
    if (!this.answered.has(ask.number)) {
      this.panel.show(ask, this.state);
    }
  }

  private showForget(): void {
    byId("forget").hidden = !this.beforehand.any;
  }

  private over({ replay, more, again, note }: Over): void {
    const text = replay ? `The game is over. ${this.came()}` : more ? "The game is over. Your next one begins by itself." : note ? "There is no further game." : "The game was broken off.";
    this.panel.wait(text, overParts(note, replay, again, this.game.you!));
    document.getElementById("step")?.focus({ preventScroll: true });
    byId("resign").hidden = byId("back").hidden = byId("end").hidden = true;
    byId("live").textContent = text;
    if (!more) {
      document.body.dataset["over"] = String(replay);
    }
  }

  /** "You came third." */
  private came(): string {
    const end = this.game.events.at(-1)!;
    const place = end.type === "game_end" ? end.places[this.game.you!]! : this.state.place[this.game.you!]!;
    return `You came ${["last", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"][place]}.`;
  }

  // ---- showing ----

  private render(quick: boolean): void {
    const event = this.game.events[this.game.events.length - 1]!;
    const ended = event.type === "game_end" ? event.places.flatMap((place, seat) => (place === 1 ? [seat] : [])) : [];
    this.board.show(this.state, event, quick);
    this.players.show(this.state, cashBefore(this.state.cash, this.game.events, event.n), ended);
    this.showDeed(this.deed);
    this.list.grow();
    this.list.show(event.n, true);
    document.body.dataset["moment"] = String(event.n);
    if (!quick && event.type !== "turn") {
      byId("live").textContent = this.words.event(event);
    }
  }

  private showDeed(space: number | undefined): void {
    const { events } = this.game;
    this.deed = space;
    this.board.select(space);
    if (space === undefined) {
      this.stage.showMoment(this.state, events[events.length - 1]!, eventsBefore(events, events.length - 1));
    } else {
      this.stage.showDeed(this.state, space);
    }
  }

  private onSpace(space: number): void {
    if (!this.panel.onSpace(space)) {
      this.showDeed(space === this.deed ? undefined : space);
    }
  }

  // ---- the page around it ----

  private wire(): void {
    const { signal } = this.left;
    const speed = byId<HTMLSelectElement>("speed");
    speed.append(...SPEEDS.map((value) => h("option", { value, selected: value === this.speed }, value ? `${value} events/s` : "all at once")));
    speed.addEventListener("change", () => {
      this.speed = Number(speed.value);
      keep("speed", speed.value);
      if (this.speed === 0) {
        clearTimeout(this.timer);
        this.pump();
      }
    }, { signal });
    const when = byId<HTMLSelectElement>("when");
    when.append(...Object.entries(WHEN).map(([value, text]) => h("option", { value, selected: value === this.beforehand.when }, text)));
    when.addEventListener("change", () => {
      this.beforehand.when = when.value as When;
      keep("when", when.value);
    }, { signal });
    const filters = byId("filters");
    for (const filter of ["play", "money", "trades", "all"] as const satisfies readonly Filter[]) {
      const button = h("button", { type: "button", class: "chip-button", "aria-pressed": String(filter === "play") }, FILTERS[filter]);
      button.addEventListener("click", () => {
        filters.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
        this.list.setFilter(filter);
      });
      filters.append(button);
    }
    this.showForget();
    byId("forget").addEventListener("click", () => {
      this.beforehand.forget();
      this.showForget();
      say("You are asked everything again.");
    }, { signal });
    byId("back").addEventListener("click", () => void this.takeBack(), { signal });
    this.confirm("resign", "You have resigned. The others play on.", signal);
    this.confirm("end", "The game is being ended.", signal);
    addEventListener("keydown", (event) => this.onKey(event), { signal });
  }

  /** Makes a button that asks for confirmation. */
  private confirm(what: "resign" | "end", text: string, signal: AbortSignal): void {
    const dialog = byId<HTMLDialogElement>(`${what}-dialog`);
    byId(what).addEventListener("click", () => dialog.showModal(), { signal });
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") {
        dialog.returnValue = "";
        byId(what).setAttribute("disabled", "");
        void post(what, "");
        this.panel.wait(text);
      }
    }, { signal });
  }

  /** Takes the last answer back: the table begins again, up to that question. */
  private async takeBack(): Promise<void> {
    const verdict = await post("back", "");
    if (!verdict?.ok) {
      say(verdict?.text ? `Nothing is taken back: ${verdict.text}.` : "The program cannot be reached.");
    }
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || target.matches("select")) {
      return;
    }
    const typing = target.matches("input");
    if (typing && event.key !== "Enter") {
      return;
    }
    if (target.matches("button, a, [role=button]") && (event.key === "Enter" || event.key === " ")) {
      return;
    }
    if (event.key === " ") {
      this.hurry();
    } else if (event.key === "Escape" && this.deed !== undefined) {
      this.showDeed(undefined);
    } else if (event.key === "?") {
      byId<HTMLDialogElement>("help-dialog").showModal();
    } else if (event.key === "l") {
      theme.next();
    } else if (event.repeat || !this.panel.onKey(event.key)) {
      return;
    }
    event.preventDefault();
  }
}

const theme = new ThemeSwitch(byId<HTMLButtonElement>("theme"), () => undefined);
byId("theme").prepend(icon("theme"));
byId("help").prepend(icon("help"));
byId("help").addEventListener("click", () => byId<HTMLDialogElement>("help-dialog").showModal());
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

function say(text: string): void {
  const toast = byId("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  setTimeout(() => toast.classList.remove("shown"), 4000);
}

function connect(): void {
  const source = new EventSource("events");
  let head: Head | undefined;
  let table: Table | undefined;
  let ended = false;
  let beforehand: Beforehand | undefined; // of the game that goes on
  const failure = byId("failure");
  const read = <T>(message: MessageEvent<string>) => JSON.parse(message.data) as T;
  source.addEventListener("open", () => (failure.hidden = true));
  source.addEventListener("error", () => {
    failure.hidden = document.body.dataset["over"] !== undefined;
    failure.textContent = source.readyState === EventSource.CLOSED
      ? "This table cannot be reached: it may be open in too many browsers."
      : "The program cannot be reached. The page tries again by itself.";
  });
  source.addEventListener("head", (message) => {
    // The program was started again, and tells everything anew.
    beforehand = table?.leave() ?? beforehand;
    table = undefined;
    head = read<Head>(message);
    useSeats(head.seats);
  });
  source.addEventListener("restart", () => {
    const left = table?.leave();
    beforehand = ended ? undefined : left ?? beforehand;
    ended = false;
    table = undefined;
    delete document.body.dataset["over"];
  });
  source.addEventListener("event", (message) => {
    const event = read<Event>(message);
    if (!table && head) {
      table = new Table(head, event, beforehand);
      document.body.dataset["ready"] = "true";
      return;
    }
    table?.take({ type: "event", event });
  });
  source.addEventListener("ask", (message) => table?.take({ type: "ask", ask: read<Ask>(message) }));
  source.addEventListener("asked", (message) => table?.take({ type: "asked", number: read<{ number: number }>(message).number }));
  source.addEventListener("over", (message) => {
    const over = read<Over>(message);
    ended = true;
    table?.take({ type: "over", ...over });
    if (!over.more && !over.again) {
      source.close();
    }
  });
}

connect();
