// Breaking a name into lines that fit a box. Sizes are in pixels.

const context = document.createElement("canvas").getContext("2d")!;
const FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";

/** The smallest letters on the board. */
export const LEAST = 9;
/** Below this size a shorter name replaces the full one. */
const ROOMY = 10;

/** From one line to the next. */
export const LEADING = 1.1;

export interface Fitted {
  lines: string[];
  size: number;
}

export function textWidth(text: string, size: number): number {
  context.font = `500 100px ${FAMILY}`;
  return (context.measureText(text).width * size) / 100;
}

/** Where a word may be parted, before index `cut`: in front of a consonant and a vowel. */
function isSeam(word: string, cut: number): boolean {
  return /^([cpst]h|[^aeiouy])[aeiouy]/i.test(word.slice(cut)) && !/[cpst]h$/i.test(word.slice(0, cut + 1));
}

/** Where a word may be parted: nowhere, between syllables, or wherever the line ends. */
type Hyphens = "none" | "seams" | "anywhere";

/** How much of a word goes on a line with a hyphen; 0 when too little would. */
function parted(word: string, size: number, w: number, hyphens: Hyphens): number {
  let most = word.length - 3;
  while (most > 1 && textWidth(`${word.slice(0, most)}-`, size) > w) {
    most--;
  }
  for (let cut = most; cut > 1 && hyphens === "seams"; cut--) {
    if (isSeam(word, cut)) {
      return cut;
    }
  }
  return most > 2 ? most : 0;
}

function wrap(text: string, size: number, w: number, hyphens: Hyphens): string[] | undefined {
  const lines: string[] = [];
  const words = text.split(/\s+/);
  while (words.length) {
    const word = words.shift()!;
    const line = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && textWidth(line, size) <= w) {
      lines[lines.length - 1] = line;
    } else if (textWidth(word, size) <= w) {
      lines.push(word);
    } else {
      const cut = hyphens !== "none" && word.length > 5 ? parted(word, size, w, hyphens) : 0;
      if (!cut) {
        return undefined;
      }
      lines.push(`${word.slice(0, cut)}-`);
      words.unshift(word.slice(cut));
    }
  }
  return lines;
}

/** The largest size between two at which a text fits. */
function largest(text: string, w: number, h: number, most: number, least: number, hyphens: Hyphens): Fitted | undefined {
  for (let size = most; size >= least; size -= 0.5) {
    const lines = wrap(text, size, w, hyphens);
    if (lines && lines.length * size * LEADING <= h) {
      return { lines, size };
    }
  }
  return undefined;
}

/** The beginning of a text, in as many lines as there is room for. */
function beginning(text: string, w: number, h: number): Fitted {
  const room = Math.max(1, Math.floor(h / (LEAST * LEADING)));
  const lines: string[] = [];
  let rest = text;
  while (rest && lines.length < room) {
    const ending = lines.length + 1 === room ? "…" : "";
    let cut = rest.length;
    while (cut > 1 && textWidth(rest.slice(0, cut) + (cut < rest.length ? ending : ""), LEAST) > w) {
      cut--;
    }
    const blank = rest.lastIndexOf(" ", cut);
    const at = cut < rest.length && blank > 0 && !ending ? blank : cut;
    lines.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
    if (rest && ending) {
      lines[lines.length - 1] += ending;
    }
  }
  return { lines, size: LEAST };
}

/** A name in a box: whole if it can be read well, else the shorter one as large as it goes, else a part of that. */
export function fitName(full: string, shorter: string, w: number, h: number, most: number): Fitted {
  return largest(full, w, h, most, Math.min(most, ROOMY), "none") ??
    largest(shorter, w, h, most, LEAST, "none") ??
    largest(full, w, h, ROOMY, LEAST, "none") ??
    largest(shorter, w, h, ROOMY, LEAST, "seams") ??
    largest(shorter, w, h, LEAST, LEAST, "anywhere") ??
    beginning(shorter, w, h);
}
