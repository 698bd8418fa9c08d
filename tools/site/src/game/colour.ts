// Colours of groups: by the colour in their name when there is one, else in board order.
import type { Edition } from "./game";

const NAMED: [RegExp, string][] = [
  [/light\s*blue|sky|cyan/i, "#7cc4e8"],
  [/dark\s*blue|navy|indigo/i, "#2f55a8"],
  [/brown/i, "#8a5a3b"],
  [/pink|magenta/i, "#d85a9b"],
  [/orange/i, "#ee8c2e"],
  [/red/i, "#d93a3a"],
  [/yellow|gold/i, "#f2cb2e"],
  [/green/i, "#2f9e5b"],
  [/purple|violet/i, "#8456b8"],
  [/blue/i, "#3f78d0"],
];

const IN_ORDER = [
  "#8a5a3b", "#7cc4e8", "#d85a9b", "#ee8c2e", "#d93a3a", "#f2cb2e", "#2f9e5b", "#2f55a8",
  "#8456b8", "#2aa6a0", "#9bb53c", "#c7795a", "#5f86a8", "#b1478a", "#6d8b4a", "#a88d2f",
];

/** Returns a colour for each group. Railroads and utilities have their own greys. */
export function groupColours(edition: Edition): string[] {
  const streets = edition.groups.filter((group) => group.kind === "street");
  const named = streets.map((group) => NAMED.find(([pattern]) => pattern.test(group.name))?.[1]);
  const byName = named.every((colour) => colour !== undefined);
  let next = 0;
  return edition.groups.map((group) => {
    if (group.kind === "rail") {
      return "#59636b";
    }
    if (group.kind === "utility") {
      return "#98a4ac";
    }
    const i = next++;
    return (byName ? named[i] : IN_ORDER[i % IN_ORDER.length]) ?? "#888888";
  });
}
