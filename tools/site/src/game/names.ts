// Names: of players, and of spaces, shorter, for where there is little room.
import type { Event } from "./event";
import type { Edition } from "./game";

/** Names by seat, of a game's events; never empty, and no two the same. */
export function namesOf(events: Event[]): string[] {
  const start = events[0];
  const given = start?.type === "game_start" ? start.players.map((player) => player.name) : [];
  return given.map((name, seat) =>
    name === "" || given.some((other, s) => s !== seat && other === name) ? `${name}#${seat}` : name,
  );
}

/** Returns the spaces' names without a last word that several share, and without second names: "Kentucky" for "Kentucky Avenue",
 * "Jail" for "Jail / Visiting". */
export function shorterNames(edition: Edition): string[] {
  const full = edition.spaces.map((space) => space.name.trim());
  const endings = new Map<string, number>();
  for (const name of new Set(full)) {
    const ending = lastWord(name);
    if (ending) {
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }
  }
  const cut = full.map((name) => {
    const first = name.split(/\s+\/\s+|,\s|\s\(/)[0]!.trim() || name;
    const ending = lastWord(first);
    return ending && endings.get(ending)! > 1 ? first.slice(0, -ending.length).trim() : first;
  });
  // Different names must stay different.
  return cut.map((name, i) => {
    const { kind } = edition.spaces[i]!;
    const double = cut.some((other, k) => other === name && full[k] !== full[i] && edition.spaces[k]!.kind === kind);
    return double || !name ? full[i]! : name;
  });
}

/** Returns the last word of a name of several words. */
function lastWord(name: string): string | undefined {
  return /\s(\S+)$/.exec(name)?.[1];
}
