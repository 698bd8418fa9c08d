// The documents that pages are drawn from (docs/JSON.md): what `report --format json` prints and /api answers.

/** A figure: its column says what it is. NAME_low and NAME_high beside it are its 95% interval. */
export type Value = string | number | boolean | null | undefined;
export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  readonly name: string;
  readonly type: "integer" | "number" | "text" | "flag" | "object";
  readonly shape: "plain" | "interval" | "bracket" | "list" | "chart";
  readonly unit?: string;
  readonly help: string;
  readonly decimals: number;
  readonly is_bot?: boolean;
}

/** How far the league is: in every document. */
export interface Status {
  readonly league: string;
  readonly edition: string;
  readonly format: string;
  readonly version: number;
  readonly games: number;
  readonly hidden: number;
  readonly left_out: number;
  readonly planned: number;
  readonly deals: number;
  readonly games_of_a_deal: number;
  readonly seats: number;
  readonly bots: number;
  readonly progress?: string;
  readonly opens_files?: boolean;
}

export interface Document {
  readonly page: string;
  readonly status: Status;
}

export const text = (row: Row, name: string): string => String(row[name] ?? "");
export const number = (row: Row, name: string): number | null => (typeof row[name] === "number" ? row[name] : null);
export const list = (row: Row, name: string): readonly number[] => (Array.isArray(row[name]) ? row[name] : []);

/** A value with its interval; null where it is not known. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export function estimate(row: Row, name: string): Estimate {
  return { value: number(row, name), low: number(row, `${name}_low`), high: number(row, `${name}_high`) };
}

export const estimateOf = ([value, low, high]: readonly (number | null)[]): Estimate =>
  ({ value: value ?? null, low: low ?? null, high: high ?? null });

/** Whether its interval leaves 1/2 out. */
export const isSure = ({ low, high }: Estimate): boolean => (low ?? 0) > 0.5 || (high ?? 1) < 0.5;
