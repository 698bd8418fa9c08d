// Tips: the description of a space under the mouse or the focus, and the values under the pointer on a plot.
import { render } from "preact";
import { h } from "./dom";
import { Chip } from "./parts";

/** The values of all players below the pointer, on a plot. */
export class ValueTip {
  private readonly box = h("div", { class: "tip values", "aria-hidden": "true" });

  /** `host` must be positioned. */
  constructor(private readonly host: HTMLElement) {
    this.box.hidden = true;
    host.append(this.box);
  }

  /** Beside the place `x` of the host. */
  show(x: number, title: string, values: readonly string[]): void {
    render(<><strong>{title}</strong>{values.map((value, seat) => <span><Chip seat={seat} />{value}</span>)}</>, this.box);
    this.box.classList.toggle("many", values.length > 4);
    this.box.hidden = false;
    const gap = 10;
    this.box.style.left = `${x > this.host.clientWidth / 2 ? Math.max(0, x - gap - this.box.offsetWidth) : x + gap}px`;
  }

  hide(): void {
    this.box.hidden = true;
  }
}

export class Tip {
  private readonly box = h("div", { class: "tip", "aria-hidden": "true" });

  /** `host` must be positioned. */
  constructor(private readonly host: HTMLElement) {
    this.box.hidden = true;
    host.append(this.box);
  }

  /** `[title, line...]` beside an element of the host, on the side where there is room. */
  show(beside: Element, [title, ...lines]: readonly string[]): void {
    render(<><strong>{title}</strong>{lines.map((line) => <span>{line}</span>)}</>, this.box);
    this.box.hidden = false;
    const frame = this.host.getBoundingClientRect();
    const cell = beside.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const middle = (from: number, size: number, own: number) => from + size / 2 - own / 2;
    // Towards the middle of the board: it covers no other space.
    const gap = 6;
    const [dx, dy] = [cell.left - frame.left, cell.top - frame.top];
    const sides = cell.width >= cell.height * 1.05 && dy > cell.height / 2 && dy + 1.5 * cell.height < frame.height;
    const left = sides ? (dx < frame.width / 2 ? dx + cell.width + gap : dx - width - gap) : middle(dx, cell.width, width);
    const top = sides ? middle(dy, cell.height, height) : dy < frame.height / 2 ? dy + cell.height + gap : dy - height - gap;
    this.box.style.transform = `translate(${clamp(left, frame.width - width)}px, ${clamp(top, frame.height - height)}px)`;
  }

  hide(): void {
    this.box.hidden = true;
  }
}
