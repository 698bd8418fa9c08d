// Cash around an event.
import { isToldBy, type Event } from "./event";

/** Returns everybody's cash before the line of event `n`, which tells the payment before it too. */
export function cashBefore(cash: readonly number[], events: readonly Event[], n: number): number[] {
  const before = [...cash];
  const event = events[n]!;
  const earlier = events[n - 1];
  const paid = earlier && isToldBy(earlier, event) ? earlier : event;
  if (paid.type === "cash") {
    if (typeof paid.from === "number") {
      before[paid.from]! += paid.amount;
    }
    if (typeof paid.to === "number") {
      before[paid.to]! -= paid.amount;
    }
  }
  return before;
}
