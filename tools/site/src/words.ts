// Figures and identifiers as people read them.
import type { Estimate } from "./data";

/** A number with `decimals` decimals, rounded half away from zero, and a true minus sign. */
export function figure(value: number | null | undefined, decimals: number, none = "–"): string {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return none;
  }
  const unit = 10 ** decimals;
  const size = Math.floor(Math.abs(value) * unit + 0.5 + 1e-9) / unit;
  return (value < 0 && size > 0 ? "−" : "") + size.toFixed(decimals);
}

/** "±0.08"; "+0.03 −0.08" where the interval is cut to a scale on one side; "" without one. */
export function error({ value, low, high }: Estimate, decimals: number): string {
  if (value === null || low === null || high === null || low === high) { // an interval without width is not known
    return "";
  }
  const [up, down] = [high - value, value - low].map((half) => size(half, decimals));
  return up === down ? `±${up}` : `+${up} −${down}`;
}

/** Half an interval with `decimals` decimals, or as many more as show that it is not 0. */
function size(half: number, decimals: number): string {
  const shown = figure(half, decimals);
  return half > 0 && Number(shown) === 0 && decimals < 6 ? size(half, decimals + 1) : shown;
}

/** "28 November 2026", or "28 Nov 2026" in a table. */
export const day = (at_ms: number, month: "long" | "short" = "long"): string =>
  new Date(at_ms).toLocaleDateString("en-GB", { day: "numeric", month, year: "numeric", timeZone: "UTC" });

/** "2026-11-28 14:05", in UTC. */
export const minute = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 16).replace("T", " ");

/** A probability as "= 0.0312", or "< 0.0001" if it is smaller. */
export const chance = (p: number): string => (p < 0.0001 ? "< 0.0001" : `= ${figure(p, 4)}`);

/** A count with thin spaces between thousands. */
export const count = (n: number): string => (n > 9999 ? String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f") : String(n));

export function time(us: number): string {
  return us === 0 ? "< 1 µs" : us < 1e3 ? `${us} µs` : us < 1e4 ? `${(us / 1e3).toFixed(2)} ms`
    : us < 1e5 ? `${(us / 1e3).toFixed(1)} ms` : us < 1e6 ? `${(us / 1e3).toFixed(0)} ms` : `${(us / 1e6).toFixed(2)} s`;
}

const OWN: Readonly<Record<string, string>> = { last_solvent: "one player left", max_rounds: "round limit", mr_monopoly: "Mr. Monopoly", card_back: "back, by card" };

/** An identifier: "round_robin" as "round robin". */
export const words = (identifier: string): string => OWN[identifier] ?? identifier.replaceAll("_", " ");

/** A word of a command line, quoted where it must be. */
export const quote = (word: string): string => (/^[\w./@%+=:,-][\w./@%+=:,#-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
