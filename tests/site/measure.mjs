// Faults of a page as it is drawn: each function runs in the page, and returns its findings in words.

/**
 * Finds faults that no layout may have: too wide, text too small on the board, a token on a name, a clipped
 * badge, a control outside the window, a plot without height. Expects the page to be scrolled to its top.
 */
export function faults() {
  /** @type {string[]} */
  const found = [];
  /** @param {string} what @param {Element} e */
  const add = (what, e) => found.push(`${what}: ${e.outerHTML.slice(0, 110)} (${e.textContent?.slice(0, 30)})`);
  /** @param {Element} e */
  const drawn = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === "visible" && !e.closest(".visually-hidden");
  /** @param {string} selector */
  const all = (selector) => [...document.querySelectorAll(selector)].filter(drawn);
  /** @param {DOMRect} a @param {DOMRect} b @param {number} slack */
  const meet = (a, b, slack) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const root = document.documentElement;

  if (root.scrollWidth > innerWidth) {
    found.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
  }
  for (const e of all("main *:not(svg *), header *")) {
    const box = e.getBoundingClientRect();
    if (box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !e.closest("#chart")) {
      add("beyond the window", e);
    }
  }

  // Texts of the board: in pixels as they appear.
  const names = all(".board .name tspan");
  for (const e of all(".board text, #stage *")) {
    const own = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (own || e.matches("text")) {
      const scale = e instanceof SVGGraphicsElement ? e.getScreenCTM()?.a ?? 1 : 1;
      const size = parseFloat(getComputedStyle(e).fontSize) * (e.closest(".die") ? 9 : scale);
      if (e.textContent?.trim() && size < 8.99) {
        add(`text of ${size.toFixed(1)} px`, e);
      }
    }
  }
  const tokens = all(".token, .crowd");
  for (const token of tokens) {
    const box = /** @type {Element} */ (token.querySelector("circle, rect")).getBoundingClientRect();
    for (const name of names.filter((e) => meet(box, e.getBoundingClientRect(), 2))) {
      add(`a token (${token.textContent}) stands on the name`, name);
    }
    for (const other of tokens.filter((e) => e !== token)) {
      const its = /** @type {Element} */ (other.querySelector("circle, rect")).getBoundingClientRect();
      if (meet(box, its, 2)) {
        add(`tokens on each other (${other.textContent})`, token);
      }
    }
    if (box.width < 10) {
      add(`a token of ${box.width.toFixed(1)} px`, token);
    }
  }
  for (const cell of all(".cell.owned")) {
    const letter = cell.querySelector(".owner text")?.textContent ?? "";
    if (!/^[A-H]$/.test(letter)) {
      add("no owner's letter", cell);
    }
  }
  for (const tspan of names) {
    const cell = /** @type {Element} */ (tspan.closest(".cell")).querySelector(".ground");
    const [box, around] = [tspan.getBoundingClientRect(), /** @type {Element} */ (cell).getBoundingClientRect()];
    if (box.left < around.left - 1 || box.right > around.right + 1) {
      add("a name wider than its space", tspan);
    }
  }

  // Players: badges whole, and clear of the cash.
  for (const badge of all(".badge, .held")) {
    const box = badge.getBoundingClientRect();
    const player = /** @type {Element} */ (badge.closest(".player"));
    const around = player.getBoundingClientRect();
    const purse = /** @type {Element} */ (player.querySelector(".purse")).getBoundingClientRect();
    if (badge.scrollWidth > badge.clientWidth + 1 || box.right > around.right || box.bottom > around.bottom || meet(box, purse, 1)) {
      add("a clipped badge", badge);
    }
  }
  const heights = new Set(all(".player").map((e) => Math.round(e.getBoundingClientRect().height)));
  if (heights.size > 1) {
    found.push(`rows of players of several heights: ${[...heights]}`);
  }

  // Controls: all of them in the window, without scrolling, and none on another.
  const controls = all("#transport button, #transport select, #scrub");
  if (controls.length !== 16) {
    found.push(`${controls.length} controls are drawn, expected 16`);
  }
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5 || box.width < 14 || box.height < 20) {
      add(`a control at ${box.left.toFixed()},${box.top.toFixed()} of ${box.width.toFixed()}x${box.height.toFixed()}`, control);
    }
    for (const other of controls.filter((e) => e !== control && meet(box, e.getBoundingClientRect(), 1))) {
      add(`controls on each other (${other.id})`, control);
    }
  }
  for (const label of all("#transport .steps span")) {
    const [box, around] = [label.getBoundingClientRect(), /** @type {Element} */ (label.closest("button")).getBoundingClientRect()];
    if (box.left < around.left || box.right > around.right) {
      add(`a label of ${box.width.toFixed()} px on a button of ${around.width.toFixed()}`, label);
    }
  }
  const plot = document.querySelector("#chart .u-over")?.getBoundingClientRect();
  if (!plot || plot.height < 60 || plot.width < 180) {
    found.push(`a plot of ${plot?.width.toFixed()}x${plot?.height.toFixed()}, expected 180x60 at least`);
  }
  return [...new Set(found)];
}

/** Where the panels are, and how large: nothing of this may change while a game is played. @param {boolean} columns */
export function places(columns) {
  return [".board-panel", ".transport", ".players-panel", "#play", "#jump-on", ...(columns ? [".events-panel", "#events"] : [])]
    .map((selector) => {
      const box = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
      return `${selector} ${[box.left, box.top + scrollY, box.width, box.height].map((v) => v.toFixed(1)).join(" ")}`;
    });
}

/** Texts with less contrast than WCAG AA asks for, as they are drawn: with tints and opacities. */
export function pale() {
  /** @typedef {[number, number, number, number]} Colour */
  /** @param {string} text @returns {Colour} */
  const parse = (text) => {
    const n = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    const unit = text.startsWith("color(") ? 1 : 255;
    return [(n[0] ?? 0) / unit, (n[1] ?? 0) / unit, (n[2] ?? 0) / unit, text === "none" ? 0 : n[3] ?? 1];
  };
  /** @param {Colour} over @param {Colour} under @returns {Colour} */
  const blend = (over, under) => /** @type {Colour} */ ([0, 1, 2].map((i) => Number(over[i]) * over[3] + Number(under[i]) * (1 - over[3])).concat(1));
  /** @param {Colour} c */
  const luminance = (c) => {
    const [r = 0, g = 0, b = 0] = c.slice(0, 3).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** Returns the colour behind an element. @param {Element} e @returns {Colour} */
  const ground = (e) => {
    /** @type {Colour[]} */
    const layers = [];
    for (let at = /** @type {Element | null} */ (e); at; at = at.parentElement) {
      layers.push(parse(getComputedStyle(at).backgroundColor));
    }
    return layers.reduceRight((under, over) => blend(over, under), /** @type {Colour} */ ([1, 1, 1, 1]));
  };
  /** The shape under a text of the drawing. @param {Element} text @returns {Colour} */
  const shape = (text) => {
    const group = /** @type {Element} */ (text.parentElement);
    const under = text.matches(".owner *") ? group.querySelector(".plate") ?? group.querySelector(".tag")
      : text.matches(".token *, .crowd *") ? group.querySelector("circle, rect")
        : text.matches(".built") ? group.querySelector(".building")
          : text.matches(".die *") ? group.querySelector("rect") : text.closest(".cell")?.querySelector(".ground") ?? null;
    return under ? parse(getComputedStyle(under).fill) : ground(text);
  };
  /** @type {string[]} */
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim();
    if (!e || !text || e.closest("script, style, noscript, dialog:not([open]), :disabled, .visually-hidden, [hidden], #toast, option, title") || !e.getClientRects().length) {
      continue;
    }
    if (e.closest(".story") && e.getBoundingClientRect().top < /** @type {Element} */ (e.closest(".story")).getBoundingClientRect().top + 30) {
      continue; // fading out: it stands in the list of events, too
    }
    const style = getComputedStyle(e);
    const drawing = e instanceof SVGElement;
    let opacity = 1;
    for (let at = /** @type {Element | null} */ (e); at; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
    }
    const under = drawing ? shape(e.closest("text") ?? e) : ground(e);
    const ink = parse(drawing ? style.fill : style.color);
    ink[3] *= opacity;
    const [high = 0, low = 0] = [luminance(blend(ink, under)), luminance(under)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = !drawing && (size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700));
    if (contrast < (large ? 3 : 4.5) - 0.005) {
      found.push(`${contrast.toFixed(2)}: ${text.slice(0, 40)} in ${e.outerHTML.slice(0, 80)}`);
    }
  }
  return [...new Set(found)];
}
