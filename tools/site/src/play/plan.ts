// Plans for deeds: a row for each, to build, sell, mortgage and lift.
import { groupColours } from "../game/colour";
import { h } from "../game/dom";
import type { Game } from "../game/game";
import type { State } from "../game/state";
import { money, type Words } from "../game/words";
import type { Ask, Draft, Verdict } from "./question";

export class PlanRows {
  readonly element = h("div", { class: "plan", role: "group", "aria-label": "Your deeds" });
  private readonly colours: string[];
  private build: ReadonlySet<number>;

  constructor(
    private readonly game: Game,
    private readonly words: Words,
    private readonly state: State,
    private readonly ask: Ask,
    private readonly draft: Draft,
    private readonly onChange: () => void,
  ) {
    this.colours = groupColours(game.edition);
    this.build = new Set(ask.build ?? []);
    this.draw();
  }

  /** Takes over the verdict on the draft: the spaces where one more building is legal. */
  judged(verdict: Verdict): void {
    this.build = new Set(verdict.build ?? []);
    this.draw();
  }

  /** Adds a building on a space that was chosen on the board. Returns false if none is legal there. */
  raise(space: number): boolean {
    if (!this.deeds().includes(space) || !this.mayRaise(space)) {
      return false;
    }
    this.setLevel(space, this.level(space) + 1);
    return true;
  }

  private deeds(): number[] {
    return this.ask.kind === "interest" || this.ask.kind === "layout"
      ? this.ask.spaces ?? []
      : this.state.owner.flatMap((owner, space) => (owner === this.ask.seat ? [space] : []));
  }

  private level(space: number): number {
    return this.draft.levels.get(space) ?? this.state.level[space]!;
  }

  private mayRaise(space: number): boolean {
    return this.ask.kind === "layout" ? this.level(space) < 6 : this.build.has(space) || this.level(space) < this.state.level[space]!;
  }

  private setLevel(space: number, level: number): void {
    if (level === this.state.level[space]) {
      this.draft.levels.delete(space);
    } else {
      this.draft.levels.set(space, level);
    }
    this.changed();
  }

  private changed(): void {
    this.draw();
    this.onChange();
  }

  private draw(): void {
    const focus = (document.activeElement as HTMLElement | null)?.dataset["key"];
    const rows = this.deeds().map((space) => this.row(space));
    this.element.replaceChildren(...(rows.length ? rows : [h("p", { class: "faint" }, "You have no deeds.")]));
    const again = focus && this.element.querySelector<HTMLButtonElement>(`[data-key="${focus}"]`);
    if (again && !again.disabled) {
      again.focus();
    }
  }

  private row(space: number): HTMLElement {
    const { state, draft, ask, words } = this;
    const s = this.game.edition.spaces[space]!;
    const level = this.level(space);
    const was = state.level[space]!;
    const built = s.kind === "street" || (s.kind === "rail" && s.depot_cost > 0);
    const levels = built && ask.kind !== "interest";
    const status: string[] = [];
    if (state.mortgaged[space]) {
      status.push(draft.lift.has(space) ? "mortgage lifted" : "mortgaged");
    } else if (draft.mortgage.has(space)) {
      status.push(`mortgaged for ${money(s.mortgage)}`);
    }
    if (level !== was) {
      status.push(`${words.level(space, was)} → ${words.level(space, level)}`);
    } else if (level > 0) {
      status.push(words.level(space, level));
    }
    if (levels) {
      const next = s.kind === "rail" ? ["depot", s.depot_cost] : level < 4 ? ["house", s.house_cost] : level === 4 ? ["hotel", s.hotel_cost] : ["skyscraper", s.tower_cost];
      status.push(`${next[0]} ${next[1] ? money(Number(next[1])) : "none"}`);
    }
    if (!state.mortgaged[space] && !draft.mortgage.has(space)) {
      status.push(`mortgage ${money(s.mortgage)}`);
    }
    const name = words.space(space);
    const row = h("div", { class: `deed-row${draft.levels.has(space) || draft.mortgage.has(space) || draft.lift.has(space) ? " changed" : ""}`, "data-deed": space },
      h("span", { class: "deed-name" }, h("b", {}, name), h("small", { class: "faint" }, status.join(", "))));
    row.style.setProperty("--g", this.colours[s.group] ?? "");
    if (levels) {
      const lower = this.button(`less${space}`, "−", `Sell a building of ${name}`, level === 0, () => this.setLevel(space, level - 1));
      const raise = this.button(`more${space}`, "+", `Build on ${name}`, !this.mayRaise(space), () => this.setLevel(space, level + 1));
      row.append(h("span", { class: "stepper" }, lower, raise));
    }
    if (ask.kind !== "layout") {
      const mortgaged = state.mortgaged[space]!;
      const set = mortgaged ? draft.lift : draft.mortgage;
      const may = mortgaged ? ask.kind === "manage" || ask.kind === "interest" : ask.kind !== "interest";
      if (may) {
        const button = this.button(`pledge${space}`, mortgaged ? "Lift" : "Mortgage", `${mortgaged ? "Lift the mortgage of" : "Mortgage"} ${name}`, false, () => {
          if (!set.delete(space)) {
            set.add(space);
          }
          this.changed();
        });
        button.setAttribute("aria-pressed", String(set.has(space)));
        button.classList.add("pledge");
        row.append(button);
      }
    }
    return row;
  }

  private button(key: string, text: string, label: string, disabled: boolean, action: () => void): HTMLButtonElement {
    const button = h("button", { type: "button", "aria-label": label, title: label, disabled, "data-key": key }, text);
    button.addEventListener("click", action);
    return button;
  }
}
