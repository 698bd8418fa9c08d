// Plans for deeds: a row for each, to build, sell, mortgage and lift.
import { groupColours } from "../game/colour";
import type { Game } from "../game/game";
import type { State } from "../game/state";
import { money, type Words } from "../game/words";
import type { Ask, Draft, Verdict } from "./question";

interface ButtonProps {
  readonly name: string;
  readonly text: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

/** `isOn`: of a button that stays pressed. */
const Button = ({ name, text, label, disabled = false, isOn, onClick }: ButtonProps) => (
  <button type="button" aria-label={label} title={label} disabled={disabled} data-key={name} class={isOn === undefined ? undefined : "pledge"} aria-pressed={isOn} onClick={onClick}>{text}</button>
);

export class PlanRows {
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
  }

  /** Takes over the verdict on the draft: the spaces where one more building is legal. */
  judged(verdict: Verdict): void {
    this.build = new Set(verdict.build ?? []);
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
    this.onChange();
  }

  view() {
    const deeds = this.deeds();
    return <div class="plan" role="group" aria-label="Your deeds">{deeds.length > 0 ? deeds.map((space) => this.row(space)) : <p class="faint">You have no deeds.</p>}</div>;
  }

  /** Whether the deed takes buildings now. */
  private takesLevels(space: number): boolean {
    const { kind, depot_cost } = this.game.edition.spaces[space]!;
    return this.ask.kind !== "interest" && (kind === "street" || (kind === "rail" && depot_cost > 0));
  }

  private status(space: number): string {
    const { state, draft, words } = this, s = this.game.edition.spaces[space]!;
    const level = this.level(space), was = state.level[space]!;
    const next = s.kind === "rail" ? ["depot", s.depot_cost] : level < 4 ? ["house", s.house_cost] : level === 4 ? ["hotel", s.hotel_cost] : ["skyscraper", s.tower_cost];
    return [
      state.mortgaged[space] ? (draft.lift.has(space) ? "mortgage lifted" : "mortgaged") : draft.mortgage.has(space) ? `mortgaged for ${money(s.mortgage)}` : "",
      level !== was ? `${words.level(space, was)} → ${words.level(space, level)}` : level > 0 ? words.level(space, level) : "",
      this.takesLevels(space) ? `${next[0]} ${next[1] ? money(Number(next[1])) : "none"}` : "",
      !state.mortgaged[space] && !draft.mortgage.has(space) ? `mortgage ${money(s.mortgage)}` : "",
    ].filter(Boolean).join(", ");
  }

  private row(space: number) {
    const { state, draft, ask } = this;
    const level = this.level(space), name = this.words.space(space), mortgaged = state.mortgaged[space]!;
    const set = mortgaged ? draft.lift : draft.mortgage;
    const mayPledge = ask.kind !== "layout" && (mortgaged ? ask.kind === "manage" || ask.kind === "interest" : ask.kind !== "interest");
    return (
      <div key={space} class={`deed-row${draft.levels.has(space) || draft.mortgage.has(space) || draft.lift.has(space) ? " changed" : ""}`} data-deed={space}
        style={{ "--g": this.colours[this.game.edition.spaces[space]!.group] ?? "" }}>
        <span class="deed-name"><b>{name}</b><small class="faint">{this.status(space)}</small></span>
        {this.takesLevels(space) && (
          <span class="stepper">
            <Button name={`less${space}`} text="−" label={`Sell a building of ${name}`} disabled={level === 0} onClick={() => this.setLevel(space, level - 1)} />
            <Button name={`more${space}`} text="+" label={`Build on ${name}`} disabled={!this.mayRaise(space)} onClick={() => this.setLevel(space, level + 1)} />
          </span>
        )}
        {mayPledge && (
          <Button name={`pledge${space}`} text={mortgaged ? "Lift" : "Mortgage"} label={`${mortgaged ? "Lift the mortgage of" : "Mortgage"} ${name}`} isOn={set.has(space)} onClick={() => {
            if (!set.delete(space)) {
              set.add(space);
            }
            this.onChange();
          }} />
        )}
      </div>
    );
  }
}
