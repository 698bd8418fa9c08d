// Cash around an event.
import type { Event } from "./event";

/** What everybody had before an event. */
export function cashBefore(cash: readonly number[], event: Event): number[] {
  const before = [...cash];
  if (event.type === "cash") {
    if (typeof event.from === "number") {
      before[event.from]! += event.amount;
    }
    if (typeof event.to === "number") {
      before[event.to]! -= event.amount;
    }
  }
  return before;
}
