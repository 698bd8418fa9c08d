// Where the spaces of a board lie: any number of them round a square of SIDE units, clockwise from GO in
// the bottom right corner.
/** What the layout needs to know of an edition. */
interface Spaces {
  readonly spaces: readonly { readonly kind: string }[];
}

export const SIDE = 1000;

/** Which way the middle of the board lies from a cell; two ways from a corner. */
export interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
  inward: "up" | "right" | "down" | "left";
  corner: boolean;
}

export interface Layout {
  cells: Cell[];
  /** Depth of the ring of spaces. */
  depth: number;
}

const CORNER_KINDS = new Set(["go", "jail", "parking", "gotojail"]);

/** The four spaces that stand in the corners: those of the edition when they part it evenly enough. */
function corners(edition: Spaces): number[] {
  const n = edition.spaces.length;
  const own: number[] = [];
  edition.spaces.forEach((space, i) => CORNER_KINDS.has(space.kind) && own.push(i));
  const sides = own.map((at, i) => (own[i + 1] ?? n) - at);
  if (own.length === 4 && own[0] === 0 && Math.min(...sides) > 1 && Math.max(...sides) <= 1.6 * Math.min(...sides)) {
    return own;
  }
  return [0, 1, 2, 3].map((i) => Math.round((i * n) / 4));
}

export function layOut(edition: Spaces): Layout {
  const n = edition.spaces.length;
  const corner = corners(edition);
  const inner = corner.map((at, i) => (corner[i + 1] ?? n) - at - 1);
  // Cells about one and a half times as deep as wide, within what text and tokens need.
  const depth = Math.max(122, Math.min(158, (1.48 * SIDE) / (Math.max(...inner) + 2.96)));
  const far = SIDE - depth;
  const cells: Cell[] = [];
  for (let i = 0; i < n; i++) {
    const side = corner.findLastIndex((at) => at <= i);
    const k = i - corner[side]!;
    if (k === 0) {
      const x = side === 0 || side === 3 ? far : 0;
      const y = side === 0 || side === 1 ? far : 0;
      cells.push({ x, y, w: depth, h: depth, inward: side === 0 || side === 1 ? "up" : "down", corner: true });
      continue;
    }
    const length = (SIDE - 2 * depth) / inner[side]!;
    const along = depth + (k - 1) * length;
    const back = SIDE - along - length;
    cells.push(
      side === 0
        ? { x: back, y: far, w: length, h: depth, inward: "up", corner: false }
        : side === 1
          ? { x: 0, y: back, w: depth, h: length, inward: "right", corner: false }
          : side === 2
            ? { x: along, y: 0, w: length, h: depth, inward: "down", corner: false }
            : { x: far, y: along, w: depth, h: length, inward: "left", corner: false },
    );
  }
  return { cells, depth };
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A strip of a cell along its inner or outer edge, as thick as `size`; in the cell's own coordinates. */
function strip(cell: Cell, edge: "inner" | "outer", size: number): Box {
  const atStart = (cell.inward === "up" || cell.inward === "left") === (edge === "inner");
  return cell.inward === "up" || cell.inward === "down"
    ? { x: 0, y: atStart ? 0 : cell.h - size, w: cell.w, h: size }
    : { x: atStart ? 0 : cell.w - size, y: 0, w: size, h: cell.h };
}

/** What is left of a cell without strips of these thicknesses. */
function body(cell: Cell, inner: number, outer: number): Box {
  const box = { x: 0, y: 0, w: cell.w, h: cell.h };
  const upright = cell.inward === "up" || cell.inward === "down";
  const start = cell.inward === "up" || cell.inward === "left" ? inner : outer;
  if (upright) {
    box.y = start;
    box.h -= inner + outer;
  } else {
    box.x = start;
    box.w -= inner + outer;
  }
  return box;
}

/** Which parts of a cell are whose; in the cell's own coordinates. */
export interface Parts {
  /** Of the set's colour, and of buildings; no height or width where there are none. */
  band: Box;
  /** The owner's. */
  tag: Box;
  body: Box;
  /** The name's, in the body; nothing where names are not written. */
  name: Box;
  /** The rest of the body: tokens stand here, and never on the name. */
  lane: Box;
  /** In a jail corner the lane's part for those in jail; elsewhere the lane. */
  jail: Box;
}

/** Narrower cells, in pixels, have no names. */
export const NAMED = 32;

/** The parts of a cell at a scale of `scale` pixels a unit. */
export function partsOf(cell: Cell, scale: number, named: boolean, built: boolean, deed: boolean, isJail: boolean): Parts {
  const px = 1 / scale;
  const depth = Math.max(cell.w, cell.h);
  const bandSize = built ? Math.max(depth * 0.19, (named ? 12 : 11) * px) : 0;
  const tagSize = deed ? Math.max(depth * 0.12, (named ? 13 : 11) * px) : 0;
  const inside = body(cell, bandSize, tagSize);
  const laneHeight = cell.corner
    ? inside.h - Math.min(inside.h * 0.42, 27 * px)
    : Math.min(26 * px, Math.max(17 * px, inside.h * 0.36));
  const lane = named ? { ...inside, y: inside.y + inside.h - laneHeight, h: laneHeight } : inside;
  const name = { ...inside, y: inside.y + 1.5 * px, h: inside.h - lane.h - 1.5 * px };
  const parts = { band: strip(cell, "inner", bandSize), tag: strip(cell, "outer", tagSize), body: inside, name, lane, jail: lane };
  if (isJail && cell.corner) {
    // Those who only visit stand on the board's outer side.
    const w = lane.w * 0.56;
    const left = cell.x === 0;
    parts.jail = { ...lane, x: left ? lane.x + lane.w - w : lane.x, w };
    parts.lane = { ...lane, x: left ? lane.x : lane.x + w, w: lane.w - w };
  }
  return parts;
}

export function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, w: Math.max(0, box.w - 2 * by), h: Math.max(0, box.h - 2 * by) };
}

/** Middles and radius of `count` discs in a box, in rows. */
export function slots(box: Box, count: number, most: number): { points: [number, number][]; radius: number } {
  let columns = 1;
  let fits = 0;
  for (let c = 1; c <= count; c++) {
    const rows = Math.ceil(count / c);
    const r = Math.min(box.w / c, box.h / rows) / 2;
    if (r > fits) {
      fits = r;
      columns = c;
    }
  }
  const radius = Math.min(most, fits);
  const rows = Math.ceil(count / columns);
  const points: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    points.push([
      box.x + box.w / 2 + ((i % columns) - (inRow - 1) / 2) * 2 * radius,
      box.y + box.h / 2 + (row - (rows - 1) / 2) * 2 * radius,
    ]);
  }
  return { points, radius };
}
