// Breaking a name into lines that fit a box.

const context = document.createElement("canvas").getContext("2d")!;
const FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";

export interface Fitted {
  lines: string[];
  size: number;
}

function width(text: string, size: number): number {
  context.font = `600 100px ${FAMILY}`;
  return (context.measureText(text).width * size) / 100;
}

/** The size at which a short text just fits a width, but at most `most`. */
export function fitLine(text: string, w: number, most: number): number {
  return Math.min(most, (most * w) / width(text, most));
}

/** With `hyphens` a word that is too long is parted. */
function wrap(text: string, size: number, w: number, hyphens: boolean): string[] | undefined {
  const lines: string[] = [];
  const words = text.split(/\s+/);
  while (words.length) {
    const word = words.shift()!;
    const line = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && width(line, size) <= w) {
      lines[lines.length - 1] = line;
    } else if (width(word, size) <= w) {
      lines.push(word);
    } else if (hyphens && word.length > 7) {
      let cut = word.length - 4;
      while (cut > 3 && width(`${word.slice(0, cut)}-`, size) > w) {
        cut--;
      }
      lines.push(`${word.slice(0, cut)}-`);
      words.unshift(word.slice(cut));
    } else {
      return undefined;
    }
  }
  return lines;
}

/** The largest size from `most` down to `least` at which a text fits; at `least` it is cut short. */
export function fit(text: string, w: number, h: number, most: number, least: number): Fitted {
  for (let size = most; size >= least; size -= 0.5) {
    const lines = wrap(text, size, w, size < least + 1.5);
    if (lines && lines.length * size * 1.1 <= h) {
      return { lines, size };
    }
  }
  const room = Math.max(1, Math.floor(h / (least * 1.1)));
  const lines: string[] = [];
  let rest = text;
  while (rest && lines.length < room) {
    let cut = rest.length;
    while (cut > 1 && width(rest.slice(0, cut), least) > w) {
      cut--;
    }
    const blank = rest.lastIndexOf(" ", cut);
    const at = cut < rest.length && blank > 0 ? blank : cut;
    lines.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest && lines.length) {
    lines[lines.length - 1] = `${lines[lines.length - 1]!.slice(0, -1)}…`;
  }
  return { lines, size: least };
}
