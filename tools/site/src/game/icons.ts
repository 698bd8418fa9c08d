// Line drawings on a 24 x 24 grid: of the kinds of space, and of the controls.
import { svg } from "./dom";

export const PATHS = {
  go: "M21 12H4m0 0 6-6m-6 6 6 6",
  rail: "M7 3h10a2 2 0 0 1 2 2v9a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V5a2 2 0 0 1 2-2zM5 10h14M8.5 13.6v.01M15.5 13.6v.01M8 17l-3 4M16 17l3 4",
  utility: "M13 2 5 13.5h6l-1 8.5 9-12.5h-6.5z",
  chance: "M8 8.5a4 4 0 1 1 5.6 3.7c-1.1.5-1.6 1.3-1.6 2.4v.6M12 19.4v.01",
  chest: "M3 10h18v10H3zM3 10l2.5-6h13L21 10M12 9v5",
  tax: "M19 5 5 19M7.5 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM16.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  jail: "M5 3v18M10 3v18M14 3v18M19 3v18M3 6h18M3 18h18",
  gotojail: "M2 12h9m0 0-3.5-3.5M11 12l-3.5 3.5M14 4v16M18 4v16M22 4v16",
  parking: "M8.5 21V3.5H14a4.75 4.75 0 0 1 0 9.5H8.5",
  auction: "m13.5 3.5 7 7M10 7l7 7M11.7 5.3l7 7M13 10.5l-9 9M4 21.5h9",
  busticket: "M3 8.5V6h18v2.5a2.5 2.5 0 0 0 0 5V18H3v-4.5a2.5 2.5 0 0 0 0-5zM14 6v2M14 11v2M14 16v2",
  birthday: "M4 11h16v10H4zM3 7h18v4H3zM12 7v14M12 7C10 2.5 5.5 3.5 7 7M12 7c2-4.5 6.5-3.5 5 0",
  first: "M5 5v14M19 5l-10 7 10 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
  back: "m15 5-8 7 8 7",
  forward: "m9 5 8 7-8 7",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.5v.01M15.5 8.5v.01M12 12v.01M8.5 15.5v.01M15.5 15.5v.01",
  seat: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 21a7.500 7.500 0 0 1 15 0",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2.9-1.2 1.7M12 16.6v.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6v.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.200 1.200M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1.200-1.200",
  close: "M6 6l12 12M18 6 6 18",
  key: "M8.500 19a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM12 11.500 20 4M16.500 7.500l3 3",
} as const;

export type IconName = keyof typeof PATHS;

export function isIcon(name: string): name is IconName {
  return name in PATHS;
}

/** The drawing alone, to put into another one. */
export function iconPath(name: IconName): SVGPathElement {
  return svg("path", { d: PATHS[name], class: "icon-path" });
}

export function icon(name: IconName): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, iconPath(name));
}
