// Where the spaces of a board lie: any number of them round a square of SIDE units, clockwise from GO in
// the bottom right corner.
import type { Edition } from "./game";

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
function corners(edition: Edition): number[] {
  const n = edition.spaces.length;
  const own: number[] = [];
  edition.spaces.forEach((space, i) => CORNER_KINDS.has(space.kind) && own.push(i));
  const sides = own.map((at, i) => (own[i + 1] ?? n) - at);
  if (own.length === 4 && own[0] === 0 && Math.min(...sides) > 1 && Math.max(...sides) <= 1.6 * Math.min(...sides)) {
    return own;
  }
  return [0, 1, 2, 3].map((i) => Math.round((i * n) / 4));
}

export function layOut(edition: Edition): Layout {
  const n = edition.spaces.length;
  const corner = corners(edition);
  const inner = corner.map((at, i) => (corner[i + 1] ?? n) - at - 1);
  // Cells about one and a half times as deep as wide, within what text and tokens need.
  const depth = Math.max(112, Math.min(158, (1.48 * SIDE) / (Math.max(...inner) + 2.96)));
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
export function strip(cell: Cell, edge: "inner" | "outer", size: number): Box {
  const atStart = (cell.inward === "up" || cell.inward === "left") === (edge === "inner");
  return cell.inward === "up" || cell.inward === "down"
    ? { x: 0, y: atStart ? 0 : cell.h - size, w: cell.w, h: size }
    : { x: atStart ? 0 : cell.w - size, y: 0, w: size, h: cell.h };
}

/** What is left of a cell without strips of these thicknesses. */
export function body(cell: Cell, inner: number, outer: number): Box {
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

/** Where in a jail corner those in jail stand, and those who only visit. */
export function jailBoxes(cell: Cell): { jail: Box; visit: Box } {
  if (!cell.corner) {
    const all = { x: 0, y: 0, w: cell.w, h: cell.h };
    return { jail: all, visit: all };
  }
  const size = cell.w * 0.66;
  const rest = cell.w - size;
  const left = cell.x === 0;
  const top = cell.y === 0;
  return {
    jail: { x: left ? rest : 0, y: top ? rest : 0, w: size, h: size },
    visit: { x: left ? 0 : size, y: 0, w: rest, h: cell.h },
  };
}

/** Middles and radius of `count` discs in a box, in rows. */
export function slots(box: Box, count: number, radius: number): { points: [number, number][]; radius: number } {
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
  const r = Math.min(radius, fits * 1.06);
  const rows = Math.ceil(count / columns);
  const points: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    points.push([
      box.x + box.w / 2 + ((i % columns) - (inRow - 1) / 2) * 2 * Math.min(r, box.w / columns / 2),
      box.y + box.h / 2 + (row - (rows - 1) / 2) * 2 * Math.min(r, box.h / rows / 2),
    ]);
  }
  return { points, radius: r };
}
