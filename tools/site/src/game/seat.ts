// Marks and colours of seats, as the program has them for the terminal too (tools/console/seat_mark.h).
export interface SeatMark {
  /** One letter. */
  mark: string;
  /** Colours on a light and on a dark page, #rrggbb. */
  light: string;
  dark: string;
}

let marks: readonly SeatMark[] = [];

/** To be called before anything is drawn: the style's --p0 to --p7 come from here. */
export function useSeats(seats: readonly SeatMark[]): void {
  marks = seats;
  seats.forEach(({ light, dark }, seat) => {
    document.documentElement.style.setProperty(`--light${seat}`, light);
    document.documentElement.style.setProperty(`--dark${seat}`, dark);
  });
}

export function markOf(seat: number): string {
  return marks[seat]?.mark ?? String(seat);
}

/** Half of the seats have another shape beside their colour: square tokens, striped tags, dashed lines. */
export function isStriped(seat: number): boolean {
  return seat >= marks.length / 2;
}

/** The classes that give an element a seat's colour and shape. */
export function seatClass(seat: number): string {
  return `p${seat}${isStriped(seat) ? " striped" : ""}`;
}
