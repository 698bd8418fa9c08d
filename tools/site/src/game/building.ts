// Houses, hotels, skyscrapers and depots on a space's band.
import { svg } from "./dom";
import { LEAST } from "./fit";
import type { Box } from "./layout";

type Building = "house" | "hotel" | "tower" | "depot";

/** Outlines on a 20 x 20 grid. */
const SHAPES: Record<Building, string> = {
  house: "M10 1.5 18.5 9v9.5h-17V9z",
  hotel: "M1 6.5 10 1l9 5.5V19H1zM5 9.5h2.5M12.5 9.5H15M5 13.5h2.5M12.5 13.5H15",
  tower: "M4 19.5V5l6-4.5L16 5v14.5zM7.5 7.5H9M11 7.5h1.5M7.5 11.5H9M11 11.5h1.5M7.5 15.5H9M11 15.5h1.5",
  depot: "M1 19V8.5L10 3l9 5.5V19h-4v-6H5v6z",
};

/** The letters of the terminal's board. */
const LETTERS: Record<Building, string> = { house: "", hotel: "H", tower: "S", depot: "D" };

export function buildingOf(kind: string, level: number): Building {
  return kind === "rail" ? "depot" : level > 5 ? "tower" : level > 4 ? "hotel" : "house";
}

/** A level above 0: a house each on a board with names, else one sign with their number or letter. */
export function drawBuildings(kind: Building, level: number, band: Box, scale: number, named: boolean): SVGElement[] {
  const [x, y] = [band.x + band.w / 2, band.y + band.h / 2];
  const across = Math.min(band.w, band.h);
  if (!named) {
    const h = Math.max(across * 0.92, 11 / scale);
    const w = Math.max(h, 13 / scale);
    return [
      svg("rect", { class: `building ${kind}`, x: x - w / 2, y: y - h / 2, width: w, height: h, rx: h * 0.2 }),
      svg("text", { class: "built", x, y, "font-size": LEAST / scale }, LETTERS[kind] || String(level)),
    ];
  }
  const count = kind === "house" ? level : 1;
  const lying = band.w >= band.h;
  const pitch = Math.min(Math.max(band.w, band.h) / 4, across);
  const size = Math.min(pitch * 0.92, across * 0.84) * (kind === "house" ? 1 : kind === "tower" ? 1.2 : 1.12);
  return Array.from({ length: count }, (_, k) => {
    const offset = (k - (count - 1) / 2) * pitch;
    const [left, top] = [x + (lying ? offset : 0) - size / 2, y + (lying ? 0 : offset) - size / 2];
    return svg("path", { class: `building ${kind}`, d: SHAPES[kind], transform: `translate(${left} ${top}) scale(${size / 20})` });
  });
}
