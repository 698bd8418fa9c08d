// The board: spaces, owners, buildings, mortgages and tokens.
import { groupColours } from "./colour";
import { setAttribute, setText, svg } from "./dom";
import type { Event } from "./event";
import { fit, fitLine } from "./fit";
import type { Game } from "./game";
import { iconPath, isIcon } from "./icons";
import { body, jailBoxes, layOut, SIDE, slots, strip, type Box, type Cell, type Layout } from "./layout";
import type { State } from "./state";
import { money, type Words } from "./words";

const OWNER = 15; // thickness of an owner's mark
const FOOT = 11.5; // size of prices

interface Drawn {
  cell: Cell;
  group: SVGGElement;
  owner: SVGGElement;
  ownerText: SVGTextElement;
  buildings: SVGGElement;
  foot?: SVGTextElement;
  /** Sizes of the foot with a price, and with the word for a mortgage. */
  footSizes: [number, number];
  level: number;
}

export class Board {
  private readonly layout: Layout;
  private readonly drawn: Drawn[] = [];
  private readonly tokens: SVGGElement[] = [];
  private readonly drawing: SVGSVGElement;
  private readonly band: number;
  private compact = false;
  private focused = 0;
  private shown?: State;

  constructor(
    host: HTMLElement,
    private readonly game: Game,
    private readonly words: Words,
    private readonly onSpace: (space: number) => void,
  ) {
    this.layout = layOut(game.edition);
    this.band = this.layout.depth * 0.21;
    this.drawing = svg("svg", { viewBox: `-3 -3 ${SIDE + 6} ${SIDE + 6}`, class: "board", role: "group", "aria-label": "Board" });
    this.drawing.append(hatch());
    const colours = groupColours(game.edition);
    game.edition.spaces.forEach((_space, i) => this.drawSpace(i, colours));
    game.names.forEach((name, seat) => {
      const token = svg("g", { class: `token p${seat}`, "data-token": seat },
        svg("circle", { r: 1 }),
        svg("text", { class: "token-number" }, String(seat)),
        svg("title", {}, name));
      this.tokens.push(token);
      this.drawing.append(token);
    });
    host.prepend(this.drawing);
    host.style.setProperty("--inset", String(this.layout.depth / (SIDE + 6)));
    this.drawing.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  show(state: State, event: Event, quick: boolean): void {
    this.shown = state;
    this.drawing.classList.toggle("quick", quick);
    const touched = touchedSpaces(event);
    this.drawn.forEach((drawn, i) => {
      const owner = state.owner[i]!;
      const level = state.level[i]!;
      const mortgaged = state.mortgaged[i]!;
      const { group } = drawn;
      setAttribute(group, "data-owner", String(owner));
      setAttribute(group, "data-level", String(level));
      setAttribute(group, "data-mortgaged", String(mortgaged));
      const classes = `cell${owner >= 0 ? ` owned p${owner}` : ""}${mortgaged ? " mortgaged" : ""}${touched.includes(i) ? " touched" : ""}`;
      setAttribute(group, "class", classes);
      setText(drawn.ownerText, owner >= 0 ? String(owner) : "");
      if (drawn.foot) {
        setText(drawn.foot, mortgaged ? "mortgaged" : money(this.game.edition.spaces[i]!.price));
        setAttribute(drawn.foot, "font-size", String(drawn.footSizes[mortgaged ? 1 : 0]));
      }
      if (drawn.level !== level) {
        drawn.level = level;
        drawn.buildings.replaceChildren(...this.buildings(i, level));
      }
      setAttribute(group, "aria-label", this.describe(i, state));
    });
    this.placeTokens(state);
  }

  /** Marks the space whose deed is shown. */
  select(space: number | undefined): void {
    this.drawn.forEach((drawn, i) => drawn.group.setAttribute("aria-pressed", String(i === space)));
  }

  private resize(): void {
    const compact = this.drawing.getBoundingClientRect().width < 460;
    this.drawing.classList.toggle("compact", compact);
    if (compact !== this.compact && this.shown) {
      this.compact = compact;
      this.placeTokens(this.shown);
    }
    this.compact = compact;
  }

  /** Room for buildings. */
  private innerEdge(i: number): number {
    const space = this.game.edition.spaces[i]!;
    return space.kind === "street" || space.depot_cost ? this.band : 0;
  }

  private drawSpace(i: number, colours: string[]): void {
    const space = this.game.edition.spaces[i]!;
    const cell = this.layout.cells[i]!;
    const group = svg("g", {
      class: "cell",
      transform: `translate(${cell.x} ${cell.y})`,
      role: "button",
      tabindex: i === 0 ? 0 : -1,
      "aria-pressed": "false",
      "data-space": i,
      "data-kind": space.kind,
    });
    group.append(svg("rect", { class: "ground", width: cell.w, height: cell.h }));
    const deed = space.group >= 0;
    const street = space.kind === "street";
    if (street) {
      const band = svg("rect", { class: "band", ...attributes(strip(cell, "inner", this.band)) });
      band.style.setProperty("fill", colours[space.group] ?? "");
      group.append(band);
    }
    const outer = deed ? OWNER : 0;
    const inside = body(cell, this.innerEdge(i), outer);
    const foot = this.drawText(group, i, cell, inside, deed);
    group.append(svg("rect", { class: "hatch", ...attributes(inside) }));
    const owner = svg("g", { class: "owner" });
    const tag = strip(cell, "outer", OWNER);
    const ownerText = svg("text", { x: tag.x + tag.w / 2, y: tag.y + tag.h / 2 });
    owner.append(svg("rect", attributes(tag)), ownerText);
    const buildings = svg("g", { class: "buildings" });
    group.append(owner, buildings, svg("rect", { class: "edge", width: cell.w, height: cell.h }));
    group.addEventListener("click", () => {
      this.focused = i;
      this.onSpace(i);
    });
    const footSizes: [number, number] = [FOOT, fitLine("mortgaged", inside.w - 4, FOOT)];
    this.drawn.push({ cell, group, owner, ownerText, buildings, foot, footSizes, level: 0 });
    this.drawing.append(group);
  }

  /** Name, drawing of the kind, and price or amount; gives the price's text back. */
  private drawText(group: SVGGElement, i: number, cell: Cell, inside: Box, deed: boolean): SVGTextElement | undefined {
    const space = this.game.edition.spaces[i]!;
    const street = space.kind === "street";
    const upright = cell.w < cell.h || cell.corner;
    const amount = deed ? space.price : space.amount;
    const footSize = amount ? FOOT : 0;
    const hasIcon = !street && isIcon(space.kind);
    let iconSize = hasIcon ? Math.min(inside.w, inside.h) * (cell.corner ? 0.42 : upright ? (space.depot_cost ? 0.36 : 0.5) : 0.38) : 0;
    let name: Box = { x: inside.x + 4, y: inside.y + 5, w: inside.w - 8, h: inside.h - 10 - footSize * 1.3 };
    let box = inside;
    if (space.kind === "jail" && cell.corner) {
      const { jail } = jailBoxes(cell);
      box = jail;
      group.append(svg("rect", { class: "cage", ...attributes(jail) }));
      iconSize = jail.w * 0.5;
      name = { x: jail.x + 4, y: jail.y + 5, w: jail.w - 8, h: jail.h * 0.42 };
    } else if (hasIcon && upright) {
      name.h -= iconSize;
    } else if (hasIcon) {
      name = { ...name, x: name.x + iconSize + 2, w: name.w - iconSize - 2 };
    }
    const fitted = fit(space.name, name.w, name.h, 13.5, 8.5);
    const lines = fitted.lines.length * fitted.size * 1.1;
    // Names stand at the inner end of an upright cell, and in the middle of a lying one.
    const top = upright && !(street && cell.inward === "down") ? name.y : name.y + Math.max(0, (name.h - lines) / 2);
    const text = svg("text", { class: "name", "font-size": fitted.size });
    fitted.lines.forEach((line, k) =>
      text.append(svg("tspan", { x: name.x + name.w / 2, y: top + fitted.size * (0.85 + 1.1 * k) }, line)));
    group.append(text);
    if (hasIcon && isIcon(space.kind)) {
      const x = upright ? box.x + (box.w - iconSize) / 2 : box.x + 5;
      const y = upright ? name.y + Math.max(lines, name.h) - 1 : box.y + (box.h - iconSize) / 2;
      const drawing = svg("g", { class: "kind", transform: `translate(${x} ${y}) scale(${iconSize / 24})` }, iconPath(space.kind));
      const big = Math.min(inside.w, inside.h) * 0.6;
      const alone = svg("g", {
        class: "kind alone",
        transform: `translate(${box.x + (box.w - big) / 2} ${box.y + (box.h - big) / 2}) scale(${big / 24})`,
      }, iconPath(space.kind));
      group.append(drawing, alone);
    }
    if (!amount) {
      return undefined;
    }
    const foot = svg("text", {
      class: "foot", "font-size": footSize,
      x: inside.x + inside.w / 2, y: inside.y + inside.h - 5,
    }, money(amount));
    group.append(foot);
    return deed ? foot : undefined;
  }

  private buildings(i: number, level: number): SVGElement[] {
    const cell = this.layout.cells[i]!;
    const rail = this.game.edition.spaces[i]!.kind === "rail";
    const band = strip(cell, "inner", this.band);
    const kind = rail ? "depot" : level > 5 ? "tower" : level > 4 ? "hotel" : "house";
    const count = kind === "house" ? level : level > 0 ? 1 : 0;
    const lying = band.w >= band.h;
    const length = Math.max(band.w, band.h);
    const pitch = Math.min(length / 4, this.band * 0.98);
    const size = Math.min(pitch * 0.94, this.band * 0.86) * (kind === "house" ? 1 : kind === "tower" ? 1.25 : 1.15);
    return Array.from({ length: count }, (_, k) => {
      const offset = (k - (count - 1) / 2) * pitch;
      const x = band.x + band.w / 2 + (lying ? offset : 0);
      const y = band.y + band.h / 2 + (lying ? 0 : offset);
      return svg("path", {
        class: `building ${kind}`, d: BUILDINGS[kind],
        transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})`,
      });
    });
  }

  private placeTokens(state: State): void {
    const groups = new Map<string, number[]>();
    this.tokens.forEach((token, seat) => {
      const gone = state.place[seat] !== 0;
      token.classList.toggle("gone", gone);
      token.classList.toggle("turn", state.turnSeat === seat && !gone);
      setAttribute(token, "data-at", gone ? undefined : String(state.space[seat]));
      if (!gone) {
        const key = `${state.space[seat]}${state.jail[seat] ? " jail" : ""}`;
        groups.set(key, [...(groups.get(key) ?? []), seat]);
      }
    });
    for (const [key, seats] of groups) {
      const space = parseInt(key, 10);
      const cell = this.layout.cells[space]!;
      const { points, radius } = slots(this.tokenBox(space, key.endsWith("jail")), seats.length, this.compact ? 27 : 19);
      seats.forEach((seat, k) => {
        const [x, y] = points[k]!;
        this.tokens[seat]!.style.transform = `translate(${cell.x + x}px, ${cell.y + y}px) scale(${radius})`;
      });
    }
  }

  private tokenBox(space: number, inJail: boolean): Box {
    const cell = this.layout.cells[space]!;
    if (this.game.edition.spaces[space]!.kind === "jail") {
      return inset(jailBoxes(cell)[inJail ? "jail" : "visit"], 3);
    }
    const outer = this.game.edition.spaces[space]!.group >= 0 ? OWNER : 0;
    const box = inset(body(cell, this.innerEdge(space), outer), 3);
    // In an upright cell below the name, so that both can be read.
    const upright = cell.w < cell.h || cell.corner;
    const name = upright && !this.compact ? box.h * 0.38 : 0;
    return { ...box, y: box.y + name, h: box.h - name };
  }

  private describe(i: number, state: State): string {
    const space = this.game.edition.spaces[i]!;
    const parts = [space.name];
    if (space.group >= 0) {
      parts.push(this.game.edition.groups[space.group]!.name);
      const owner = state.owner[i]!;
      parts.push(owner >= 0 ? `owned by ${this.words.player(owner)}` : "unowned");
      if (state.level[i]) {
        parts.push(this.words.level(i, state.level[i]!));
      }
      if (state.mortgaged[i]) {
        parts.push("mortgaged");
      }
    }
    state.space.forEach((at, seat) => {
      if (at === i && !state.place[seat]) {
        parts.push(`${this.words.player(seat)} ${state.jail[seat] ? "in jail" : "here"}`);
      }
    });
    return parts.join(", ");
  }

  /** Arrows go round the board, Enter shows the deed. */
  private onKey(event: KeyboardEvent): void {
    const n = this.drawn.length;
    let to = this.focused;
    if (event.key === "ArrowRight" || event.key === "ArrowDown") {
      to = (this.focused + 1) % n;
    } else if (event.key === "ArrowLeft" || event.key === "ArrowUp") {
      to = (this.focused + n - 1) % n;
    } else if (event.key === "Enter" || event.key === " ") {
      this.onSpace(this.focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.drawn[this.focused]!.group.setAttribute("tabindex", "-1");
    this.focused = to;
    this.drawn[to]!.group.setAttribute("tabindex", "0");
    this.drawn[to]!.group.focus();
  }
}

/** On a 20 x 20 grid. */
const BUILDINGS: Record<string, string> = {
  house: "M10 1.500 18.500 9v9.500h-17V9z",
  hotel: "M1 6.500 10 1l9 5.500V19H1zM5 9.500h2.500M12.500 9.500H15M5 13.500h2.500M12.500 13.500H15",
  tower: "M4 19.500V5l6-4.500L16 5v14.500zM7.500 7.500h1.500M11 7.500h1.500M7.500 11.500h1.500M11 11.500h1.500M7.500 15.500h1.500M11 15.500h1.500",
  depot: "M1 19V8.500L10 3l9 5.500V19h-4v-6H5v6z",
};

function touchedSpaces(event: Event): number[] {
  switch (event.type) {
    case "move":
      return [event.to];
    case "question":
    case "cash":
    case "deed":
    case "level":
    case "depot":
    case "mortgage":
    case "auction":
      return event.space === undefined ? [] : [event.space];
    case "offer":
      return [...event.offer.give_deeds, ...event.offer.get_deeds];
    default:
      return [];
  }
}

function attributes(box: Box): Record<string, number> {
  return { x: box.x, y: box.y, width: Math.max(0, box.w), height: Math.max(0, box.h) };
}

function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, w: box.w - 2 * by, h: box.h - 2 * by };
}

function hatch(): SVGDefsElement {
  return svg("defs", {},
    svg("pattern", { id: "hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 3, height: 9, class: "hatch-line" })));
}
