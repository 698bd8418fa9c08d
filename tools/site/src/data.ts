// The documents that pages are drawn from (docs/JSON.md), as `report --format json` prints them and /api answers them.

/** The value of a column. NAME_low and NAME_high are the 95% interval of NAME. */
export type Value = string | number | boolean | null | undefined;
export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  readonly name: string;
  readonly type: "integer" | "number" | "text" | "flag" | "object";
  readonly shape: "plain" | "interval" | "bracket" | "list" | "chart";
  readonly unit?: string;
  readonly help: string;
  /** What a page calls it, if that is not its name. */
  readonly title?: string;
  readonly decimals: number;
  readonly is_bot?: boolean;
}

/** The league and its progress, in every document. */
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
}

export interface Document {
  readonly page: string;
  readonly status: Status;
}

export const text = (row: Row, name: string): string => String(row[name] ?? "");
export const number = (row: Row, name: string): number | null => (typeof row[name] === "number" ? row[name] : null);
export const list = (row: Row, name: string): readonly number[] => (Array.isArray(row[name]) ? row[name] : []);

/** A value with its interval; null stands for an unknown number. */
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

/** Whether the interval excludes 1/2. */
export const isSure = ({ low, high }: Estimate): boolean => (low ?? 0) > 0.5 || (high ?? 1) < 0.5;
