// The board: spaces, owners, buildings, mortgages and tokens. Sizes of texts are in pixels, whatever the board's
// size is. A name without room is left out; the middle of the board tells it.
import { buildingOf, drawBuildings } from "./building";
import { groupColours } from "./colour";
import { setAttribute, setText, svg } from "./dom";
import type { Event } from "./event";
import { fitName, LEADING, textWidth } from "./fit";
import type { Game } from "./game";
import { iconPath, isIcon } from "./icons";
import { layOut, NAMED, partsOf, SIDE, type Box, type Cell, type Layout, type Parts } from "./layout";
import { shorterNames } from "./names";
import { isStriped, markOf, seatClass } from "./seat";
import type { State } from "./state";
import { Tip } from "./tip";
import { Tokens, type Standing } from "./tokens";
import { money, type Words } from "./words";

const MARGIN = 3; // round the spaces, for their edges
const PRICE = 10; // pixels
const NAME = 12; // pixels, at most

/** Parts that are drawn again when the board's size changes. */
interface Face {
  band?: SVGRectElement;
  hatch: SVGRectElement;
  tag: SVGGElement;
  buildings: SVGGElement;
  name: SVGTextElement;
  /** The icon and the price, while no token is on the space. */
  lane: SVGGElement;
  /** The text for screen readers. */
  said: SVGTextElement;
  cage?: SVGRectElement;
}

interface Drawn {
  cell: Cell;
  parts: Parts;
  group: SVGGElement;
  face: Face;
  /** The state that `lane`, `tag` and `buildings` show; "" if they must be drawn. */
  laneKey: string;
  tagKey: string;
  buildingsKey: string;
}

export class Board {
  private readonly layout: Layout;
  private readonly shorter: string[];
  private readonly drawn: Drawn[];
  private readonly tokens: Tokens;
  private readonly tip: Tip;
  private readonly drawing: SVGSVGElement;
  private scale = 0;
  private named = false;
  private focused = 0;
  private shown?: State;
  /** The space whose deed is shown. */
  private selected: number | undefined;

  constructor(
    host: HTMLElement,
    private readonly game: Game,
    private readonly words: Words,
    private readonly onSpace: (space: number) => void,
  ) {
    const whole = SIDE + 2 * MARGIN;
    this.layout = layOut(game.edition);
    this.shorter = shorterNames(game.edition);
    this.drawing = svg("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${whole} ${whole}`, class: "board", role: "group", "aria-label": "Board" });
    this.drawing.append(patterns(game.names.length));
    const colours = groupColours(game.edition);
    this.drawn = game.edition.spaces.map((_space, i) => this.drawSpace(i, colours));
    this.tokens = new Tokens(this.drawing, game.names);
    host.prepend(this.drawing);
    host.style.setProperty("--inset", String(this.layout.depth / whole));
    this.tip = new Tip(host);
    this.drawing.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  show(state: State, event: Event, quick: boolean): void {
    this.shown = state;
    this.drawing.classList.toggle("quick", quick);
    this.tip.hide();
    const touched = touchedSpaces(event);
    const visited = new Set(state.space.filter((_at, seat) => !state.place[seat]));
    this.drawn.forEach((drawn, i) => {
      const { group } = drawn;
      const owner = state.owner[i]!;
      const level = state.level[i]!;
      const mortgaged = state.mortgaged[i]!;
      setAttribute(group, "data-owner", String(owner));
      setAttribute(group, "data-level", String(level));
      setAttribute(group, "data-mortgaged", String(mortgaged));
      const classes = ["cell", drawn.face.cage && "jail", owner >= 0 && `owned ${seatClass(owner)}`, mortgaged && "mortgaged",
        touched.includes(i) && "touched", visited.has(i) && "visited"];
      setAttribute(group, "class", classes.filter(Boolean).join(" "));
      this.face(i, owner, level);
      setText(drawn.face.said, this.describe(i, state).join(", "));
    });
    this.placeTokens(state);
  }

  /** Marks the space whose deed is shown. */
  select(space: number | undefined): void {
    this.selected = space;
    if (space !== undefined) {
      this.tip.hide(); // the deed stands where tips do, and tells as much
    }
    this.drawn.forEach((drawn, i) => drawn.group.setAttribute("aria-pressed", String(i === space)));
  }

  /** Marks the spaces that an answer may name. */
  mark(spaces: readonly number[]): void {
    this.drawn.forEach((drawn, i) => setAttribute(drawn.group, "data-may", spaces.includes(i) ? "true" : undefined));
  }

  // ---- drawing ----

  private resize(): void {
    const { width } = this.drawing.getBoundingClientRect();
    const scale = width / (SIDE + 2 * MARGIN);
    if (!width || Math.abs(scale - this.scale) < 0.002) {
      return;
    }
    this.scale = scale;
    this.named = Math.min(...this.layout.cells.map((cell) => Math.min(cell.w, cell.h))) * scale >= NAMED;
    this.drawing.classList.toggle("named", this.named);
    this.drawn.forEach((_drawn, i) => this.arrange(i));
    if (this.shown) {
      const state = this.shown;
      this.drawn.forEach((_drawn, i) => this.face(i, state.owner[i]!, state.level[i]!));
      this.placeTokens(state);
    }
  }

  private px(pixels: number): number {
    return pixels / this.scale;
  }

  private drawSpace(i: number, colours: string[]): Drawn {
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
    const face: Face = {
      band: space.kind === "street" ? svg("rect", { class: "band" }) : undefined,
      hatch: svg("rect", { class: "hatch" }),
      cage: space.kind === "jail" && cell.corner ? svg("rect", { class: "cage" }) : undefined,
      tag: svg("g", { class: "owner", "aria-hidden": "true" }),
      buildings: svg("g", { class: "buildings", "aria-hidden": "true" }),
      name: svg("text", { class: "name", "aria-hidden": "true" }),
      lane: svg("g", { class: "lane", "aria-hidden": "true" }),
      said: svg("text", { class: "visually-hidden" }),
    };
    face.band?.style.setProperty("fill", colours[space.group] ?? "");
    const { band, hatch, cage, name, lane, tag, buildings, said } = face;
    group.append(svg("rect", { class: "ground", width: cell.w, height: cell.h }),
      ...[band, hatch, cage, name, lane, tag, buildings, said].filter((part) => part !== undefined),
      svg("rect", { class: "edge", width: cell.w, height: cell.h }));
    group.addEventListener("click", () => {
      this.focus(i, false);
      this.onSpace(i);
    });
    const tell = () => this.shown && this.selected === undefined && this.tip.show(group, this.describe(i, this.shown));
    group.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && tell());
    group.addEventListener("pointerleave", () => this.tip.hide());
    group.addEventListener("focus", () => group.matches(":focus-visible") && tell());
    group.addEventListener("blur", () => this.tip.hide());
    this.drawing.append(group);
    const parts = partsOf(cell, 1, false, false, false, false);
    return { cell, parts, group, face, laneKey: "", tagKey: "", buildingsKey: "" };
  }

  /** Lays a space out anew, for the board's size. */
  private arrange(i: number): void {
    const drawn = this.drawn[i]!;
    const { face, cell } = drawn;
    const space = this.game.edition.spaces[i]!;
    const deed = space.group >= 0;
    const built = space.kind === "street" || space.depot_cost > 0;
    const parts = partsOf(cell, this.scale, this.named, built, deed, space.kind === "jail");
    drawn.parts = parts;
    drawn.laneKey = drawn.tagKey = drawn.buildingsKey = "";
    for (const [rect, box] of [[face.band, parts.band], [face.hatch, parts.body], [face.cage, parts.jail]] as const) {
      if (rect) {
        Object.entries({ x: box.x, y: box.y, width: box.w, height: box.h }).forEach(([name, value]) => rect.setAttribute(name, String(value)));
      }
    }
    face.name.replaceChildren();
    if (this.named) {
      const { name: box } = parts;
      const room = { w: box.w * this.scale - 3, h: box.h * this.scale };
      const { lines, size } = fitName(space.name, this.shorter[i]!, room.w, room.h, NAME);
      const top = box.y + (box.h - this.px(lines.length * size * LEADING)) / 2;
      face.name.setAttribute("font-size", String(this.px(size)));
      face.name.append(...lines.map((line, k) =>
        svg("tspan", { x: box.x + box.w / 2, y: top + this.px(size * (0.84 + LEADING * k)) }, line)));
    }
  }

  /** Draws the parts that follow the state: owner, buildings and the lane. */
  private face(i: number, owner: number, level: number): void {
    const drawn = this.drawn[i]!;
    const { face, parts } = drawn;
    const space = this.game.edition.spaces[i]!;
    const laneKey = `for sale ${owner < 0}`;
    if (drawn.laneKey !== laneKey) {
      drawn.laneKey = laneKey;
      face.lane.replaceChildren(...this.lane(i, owner < 0));
    }
    const tagKey = `owner ${owner}`;
    if (drawn.tagKey !== tagKey) {
      drawn.tagKey = tagKey;
      face.tag.replaceChildren(...(owner >= 0 ? this.tag(parts.tag, owner) : []));
    }
    const buildingsKey = `level ${level}`;
    if (drawn.buildingsKey !== buildingsKey) {
      drawn.buildingsKey = buildingsKey;
      const kind = buildingOf(space.kind, level);
      face.buildings.replaceChildren(...(level > 0 ? drawBuildings(kind, level, parts.band, this.scale, this.named) : []));
    }
  }

  /** The owner's letter on a tag of its colour, along the outer edge. */
  private tag(box: Box, owner: number): SVGElement[] {
    const x = box.x + box.w / 2;
    const y = box.y + box.h / 2;
    const plate = Math.min(this.px(14), Math.max(box.w, box.h));
    const upright = box.h > box.w;
    const inner = { w: upright ? box.w : plate, h: upright ? plate : box.h };
    const parts: SVGElement[] = [svg("rect", { class: "tag", x: box.x, y: box.y, width: box.w, height: box.h })];
    if (isStriped(owner)) {
      parts[0]!.style.fill = `url(#stripes${owner})`;
      parts.push(svg("rect", { class: "plate", x: x - inner.w / 2, y: y - inner.h / 2, width: inner.w, height: inner.h }));
    }
    return [...parts, svg("text", { x, y, "font-size": this.px(this.named ? 11 : 10) }, markOf(owner))];
  }

  /** The drawing of a kind of space, and price or amount. */
  private lane(i: number, forSale: boolean): SVGElement[] {
    const { parts } = this.drawn[i]!;
    const space = this.game.edition.spaces[i]!;
    const box = parts.jail; // the lane, but in a jail corner
    const deed = space.group >= 0;
    const amount = deed ? (forSale ? space.price : 0) : space.amount;
    const text = amount ? money(amount) : "";
    const kind = space.kind !== "street" && isIcon(space.kind) ? space.kind : undefined;
    const w = textWidth(text, PRICE);
    const room = box.w * this.scale - 3;
    const size = Math.min(room, box.h * this.scale - 2, this.named ? (this.drawn[i]!.cell.corner ? 40 : 18) : 22);
    const wanted = kind && (!text || !this.named || deed) ? size : 0;
    const both = wanted && text && this.named && wanted + 2 + w <= room;
    const price = text && this.named && (!wanted || both) && w <= room;
    let x = box.x + (box.w - this.px(wanted + (price ? w : 0) + (both ? 2 : 0))) / 2;
    const middle = box.y + box.h / 2;
    const result: SVGElement[] = [];
    if (wanted && kind) {
      result.push(svg("g", { class: "kind", transform: `translate(${x} ${middle - this.px(size / 2)}) scale(${this.px(size / 24)})` }, iconPath(kind)));
      x += this.px(wanted + 2);
    }
    if (price) {
      result.push(svg("text", { class: "foot", "font-size": this.px(PRICE), x: x + this.px(w / 2), y: middle + this.px(PRICE * 0.36) }, text));
    }
    return result;
  }

  private placeTokens(state: State): void {
    const standing = new Map<string, Standing>();
    const at = state.space.map((space, seat) => (state.place[seat] ? undefined : space));
    at.forEach((space, seat) => {
      if (space === undefined) {
        return;
      }
      const { cell, parts } = this.drawn[space]!;
      const lane = state.jail[seat] ? parts.jail : parts.lane;
      const key = `${space} ${lane === parts.lane}`;
      const group = standing.get(key) ?? { lane: { ...lane, x: cell.x + lane.x, y: cell.y + lane.y }, seats: [] };
      group.seats.push(seat);
      standing.set(key, group);
    });
    this.tokens.show(at, [...standing.values()], state.turnSeat, this.scale);
  }

  // ---- telling ----

  /** Describes a space: name, set, price, owner, buildings and tokens. */
  private describe(i: number, state: State): string[] {
    const { edition } = this.game;
    const space = edition.spaces[i]!;
    const parts = [space.name];
    if (space.group >= 0) {
      parts.push(edition.groups[space.group]!.name);
      const owner = state.owner[i]!;
      parts.push(owner >= 0 ? `owned by ${this.words.player(owner)}` : `unowned, price ${money(space.price)}`);
      if (state.level[i]) {
        parts.push(this.words.level(i, state.level[i]!));
      }
      if (state.mortgaged[i]) {
        parts.push("mortgaged");
      }
    } else if (space.amount) {
      parts.push(money(space.amount));
    }
    state.space.forEach((at, seat) => {
      if (at === i && !state.place[seat]) {
        parts.push(`${this.words.player(seat)} ${state.jail[seat] ? "in jail" : "here"}`);
      }
    });
    return parts;
  }

  // ---- keys ----

  private focus(to: number, move: boolean): void {
    this.drawn[this.focused]!.group.setAttribute("tabindex", "-1");
    this.focused = to;
    const { group } = this.drawn[to]!;
    group.setAttribute("tabindex", "0");
    if (move) {
      group.focus();
    }
  }

  /** Arrow keys move round the board, and Enter shows the deed. */
  private onKey(event: KeyboardEvent): void {
    const n = this.drawn.length;
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === "ArrowRight" || event.key === "ArrowDown") {
      this.focus((this.focused + 1) % n, true);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowUp") {
      this.focus((this.focused + n - 1) % n, true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.onSpace(this.focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

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

/** Defines the hatching of mortgaged deeds and of striped owners' tags. */
function patterns(seats: number): SVGDefsElement {
  const defs = svg("defs", {},
    svg("pattern", { id: "hatch", width: 11, height: 11, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 2.5, height: 11, class: "hatch-line" })));
  for (let seat = 0; seat < seats; seat++) {
    if (isStriped(seat)) {
      defs.append(svg("pattern", { id: `stripes${seat}`, class: seatClass(seat), width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
        svg("rect", { width: 9, height: 9, class: "stripe-ground" }), svg("rect", { width: 5.5, height: 9, class: "stripe" })));
    }
  }
  return defs;
}
