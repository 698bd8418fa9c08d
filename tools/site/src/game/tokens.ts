// The tokens: each in its space's lane, and where they would be too small to be told apart, how many there are.
import { setAttribute, svg } from "./dom";
import { LEAST } from "./fit";
import { inset, slots, type Box } from "./layout";
import { isStriped, markOf, seatClass } from "./seat";

/** Radii in pixels. */
const MOST = 12;
const FEWEST = 5.75;

export interface Standing {
  /** In the drawing's own units. */
  lane: Box;
  seats: number[];
}

export class Tokens {
  private readonly tokens: SVGGElement[];
  private readonly crowds = svg("g", { class: "crowds" });

  constructor(drawing: SVGSVGElement, names: readonly string[]) {
    this.tokens = names.map((_name, seat) =>
      svg("g", { class: `token ${seatClass(seat)}`, "data-token": seat, "aria-hidden": "true" },
        isStriped(seat) ? svg("rect", {}) : svg("circle", {}),
        svg("text", {}, markOf(seat))));
    drawing.append(...this.tokens, this.crowds);
  }

  /** `at`: the space of every seat, undefined for those out of the game. `scale`: pixels a unit. */
  show(at: readonly (number | undefined)[], standing: readonly Standing[], turn: number, scale: number): void {
    this.tokens.forEach((token, seat) => {
      setAttribute(token, "data-at", at[seat] === undefined ? undefined : String(at[seat]));
      token.classList.toggle("gone", at[seat] === undefined);
      token.classList.toggle("turn", seat === turn && at[seat] !== undefined);
    });
    const crowds: SVGElement[] = [];
    for (const { lane, seats } of standing) {
      const { points, radius } = slots(inset(lane, 0.8 / scale), seats.length, MOST / scale);
      const crowded = radius * scale < FEWEST;
      if (crowded) {
        crowds.push(crowd(lane, seats, seats.includes(turn), scale));
      }
      seats.forEach((seat, k) => this.place(this.tokens[seat]!, points[k]!, radius, scale, crowded));
    }
    this.crowds.replaceChildren(...crowds);
  }

  private place(token: SVGGElement, [x, y]: [number, number], radius: number, scale: number, crowded: boolean): void {
    const [disc, text] = [token.firstElementChild!, token.lastElementChild!];
    const r = radius - 0.6 / scale;
    if (disc.tagName === "circle") {
      setAttribute(disc, "r", String(r));
    } else {
      for (const [name, value] of Object.entries({ x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r * 0.35 })) {
        setAttribute(disc, name, String(value));
      }
    }
    setAttribute(text, "font-size", String(Math.max(LEAST / scale, r * 1.2)));
    token.style.transform = `translate(${x}px, ${y}px)`;
    token.classList.toggle("crowded", crowded);
  }
}

/** "x3", on a plate of its own. */
function crowd(lane: Box, seats: readonly number[], turn: boolean, scale: number): SVGElement {
  const [w, h] = [20 / scale, 15 / scale];
  return svg("g", { class: `crowd${turn ? " turn" : ""}`, "data-crowd": seats.join(" "), "aria-hidden": "true",
      transform: `translate(${lane.x + lane.w / 2} ${lane.y + lane.h / 2})` },
    svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 }),
    svg("text", { "font-size": 10 / scale }, `×${seats.length}`));
}
