// Live pages. The server sends an event when the league has changed, and the page asks for its document again, unless it is
// hidden. The part that is being read, or has the focus, keeps its place in the window.
import type { Document } from "./data";

/** An event about a league. */
interface News {
  readonly version: number;
  /** Version of the list of games in play. */
  readonly playing: number;
  readonly progress: string;
}

/** Least milliseconds from one document to the next. */
const REST_MS = 400;

let kept: Element | undefined, left = 0;

/** Makes a change and keeps the reader's place, focus and selection. Windows scroll by whole pixels; `left` carries the rest over
 * to the next change. */
function keeping(change: () => void): void {
  const focus = document.activeElement, selection = getSelection();
  const { anchorNode = null, anchorOffset = 0, focusNode = null, focusOffset = 0 } = selection ?? {};
  const isSeen = (e: Element | null | undefined): e is Element => {
    const box = e?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  };
  const about = focus !== document.body ? focus : anchorNode?.parentElement;
  const seen = isSeen(about) ? about : scrollY > 0 ? [...document.querySelectorAll("main > section > *, main tr")].find(isSeen) : undefined;
  left = seen === kept ? left : 0;
  kept = seen;
  const top = (seen?.getBoundingClientRect().top ?? 0) - left;
  change();
  if (focus instanceof HTMLElement && focus.isConnected && focus !== document.activeElement) {
    focus.focus({ preventScroll: true });
  }
  const isKept = selection?.anchorNode === anchorNode && selection.anchorOffset === anchorOffset && selection.focusNode === focusNode && selection.focusOffset === focusOffset;
  if (!isKept && anchorNode?.isConnected && focusNode?.isConnected) {
    const within = (node: Node, offset: number): number => Math.min(offset, node.nodeValue?.length ?? node.childNodes.length);
    selection?.setBaseAndExtent(anchorNode, within(anchorNode, anchorOffset), focusNode, within(focusNode, focusOffset));
  }
  if (seen?.isConnected) {
    scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: "instant" });
    left = seen.getBoundingClientRect().top - top;
    left = Math.abs(left) < 1 ? left : 0; // the end of the page
  }
}

/** Follows the league: calls `draw` with each document that is newer than `page`. */
export function follow(page: Document, draw: (page: Document) => void): void {
  let known: number | undefined = page.status.version, playing: number | undefined, wanted = false, busy = false;
  const tell = (progress: string | undefined): void => {
    page = { ...page, status: { ...page.status, ...(progress !== undefined && { progress }) } };
    draw(page);
  };
  document.documentElement.style.overflowAnchor = "none"; // keeping() keeps the place, in every browser
  const renew = async (): Promise<void> => {
    if (busy || document.hidden) {
      wanted = true;
      return;
    }
    busy = true;
    wanted = false;
    try {
      const answer = await fetch(`/api${location.pathname}${location.search}`, { cache: "no-store" });
      if (answer.ok) {
        const { progress } = page.status;
        page = (await answer.json()) as Document;
        keeping(() => tell(progress));
      }
    } catch {
      // The next event tries again.
    }
    setTimeout(() => {
      busy = false;
      if (wanted) {
        void renew();
      }
    }, REST_MS);
  };
  const source = new EventSource("/events");
  source.addEventListener("open", () => { document.body.dataset["connected"] = ""; });
  source.addEventListener("error", () => { // a restarted server counts versions anew
    delete document.body.dataset["connected"];
    known = undefined;
  });
  source.addEventListener("league", (event: MessageEvent<string>) => {
    const news = JSON.parse(event.data) as News;
    const isNew = news.version !== known || (page.page === "playing" && playing !== undefined && news.playing !== playing);
    ({ version: known, playing } = news);
    tell(news.progress);
    if (isNew) {
      void renew();
    }
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && wanted) {
      void renew();
    }
  });
}
