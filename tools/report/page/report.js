"use strict";
/* What a page does beyond being read: games are narrowed to those of a bot (#b3) or a pair (#p3-7), and a served page
 * follows its league. Everything else works without. */
(() => {
  const table = document.getElementById("games-table");
  const names = [...(document.getElementById("bots")?.content.children ?? [])].map((e) => e.textContent);
  const quote = (word) => (/^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

  /* Shows the rows that have all these bots, and says whose they are. */
  const narrow = (bots) => {
    const filter = document.getElementById("games-filter");
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const has = row.dataset.b.split(" ");
      row.hidden = !bots.every((bot) => has.includes(bot));
      shown += row.hidden ? 0 : 1;
      row.classList.remove("found");
    }
    filter.hidden = bots.length === 0;
    document.getElementById("games-who").textContent =
      `${bots.map((bot) => names[bot]).join(" against ")}: ${shown} of their games are kept here.`;
    document.getElementById("games-command").textContent =
      `solvent games ${table.closest("section").dataset.store} --bot ${quote(names[bots[0]] ?? "")}` +
      (bots[1] === undefined ? "" : ` --against ${quote(names[bots[1]] ?? "")}`);
  };
  const follow = () => {
    const hash = location.hash.slice(1);
    const bots = /^[bp](\d+)(?:-(\d+))?$/.exec(hash)?.slice(1).filter((bot) => bot !== undefined) ?? [];
    if (/^g\d+$/.test(hash)) {
      narrow([]);
      const row = document.getElementById(hash);
      row?.classList.add("found");
      row?.scrollIntoView({ block: "center" });
    } else if (bots.length > 0 && bots.every((bot) => names[bot] !== undefined)) {
      narrow(bots);
      document.getElementById("games").scrollIntoView();
    } else if (hash === "games") {
      narrow([]);
    }
  };
  if (table) {
    addEventListener("hashchange", follow);
    follow();
  }

  /* News: the server says what has changed, and what stands in the page is made like the new one in place, only while somebody
   * looks. Focus, selection, open details and positions of scrolling stay. */
  const live = document.body.dataset.live;

  /* Children by what they are recognised by when others come before them: id, a row's first link, else kind and count. */
  const named = (parent) => {
    const children = new Map(), count = new Map();
    for (const child of parent.childNodes) {
      const row = child.nodeName === "TR" && parent.nodeName === "TBODY" ? child.querySelector("a[href]")?.getAttribute("href") : "";
      const key = child.id || row || child.nodeName;
      count.set(key, (count.get(key) ?? 0) + 1);
      children.set(`${key} ${count.get(key)}`, child);
    }
    return children;
  };
  const patch = (old, fresh) => {
    if (old.isEqualNode(fresh)) {
      return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
      old.data = fresh.data;
      return;
    }
    const isReaders = (name) => name === "open" && old.nodeName === "DETAILS";
    for (const { name } of [...old.attributes].filter((a) => !isReaders(a.name) && !fresh.hasAttribute(a.name))) {
      old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes].filter((a) => !isReaders(a.name) && old.getAttribute(a.name) !== a.value)) {
      old.setAttribute(name, value);
    }
    const had = named(old);
    const children = [...named(fresh)].map(([key, child]) => {
      const known = had.get(key);
      if (known?.nodeName !== child.nodeName) {
        return document.importNode(child, true);
      }
      had.delete(key);
      patch(known, child);
      return known;
    });
    had.forEach((child) => child.remove());
    let at = old.firstChild;
    for (const child of children) {
      if (child === at) {
        at = at.nextSibling;
      } else {
        old.insertBefore(child, at);
      }
    }
  };

  /* Changes the page such that what is being read, or has the focus, stays where it is. Windows scroll by whole pixels: what
   * that leaves is made good the next time. */
  let kept, left = 0;
  const keeping = (change) => {
    const focus = document.activeElement, selection = getSelection();
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    const isSeen = (e) => {
      const box = e?.getBoundingClientRect();
      return box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    };
    const about = focus !== document.body ? focus : anchorNode?.parentElement;
    const seen = isSeen(about) ? about : scrollY > 0 ? [...document.querySelectorAll("main > section > *, main tr")].find(isSeen) : undefined;
    left = seen === kept ? left : 0;
    kept = seen;
    const top = seen?.getBoundingClientRect().top - left;
    change();
    if (focus.isConnected && focus !== document.activeElement) {
      focus.focus({ preventScroll: true });
    }
    const isKept = selection.anchorNode === anchorNode && selection.anchorOffset === anchorOffset &&
      selection.focusNode === focusNode && selection.focusOffset === focusOffset;
    if (!isKept && anchorNode?.isConnected && focusNode?.isConnected) {
      const within = (node, offset) => Math.min(offset, node.data?.length ?? node.childNodes.length);
      selection.setBaseAndExtent(anchorNode, within(anchorNode, anchorOffset), focusNode, within(focusNode, focusOffset));
    }
    if (seen?.isConnected) {
      scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: "instant" });
      left = seen.getBoundingClientRect().top - top;
      left = Math.abs(left) < 1 ? left : 0; /* the end of the page */
    }
  };

  if (live) {
    let known = Number(document.body.dataset.version), playing, progress, wanted = false, busy = false;
    document.documentElement.style.overflowAnchor = "none"; /* keeping() does it, in every browser */
    const tell = () => {
      const line = document.getElementById("progress");
      if (line && progress !== undefined && line.textContent !== progress) {
        line.textContent = progress;
      }
    };
    const renew = async () => {
      if (busy || document.hidden) {
        wanted = true;
        return;
      }
      busy = true;
      wanted = false;
      try {
        const answer = await fetch(`${location.pathname}?parts`, { cache: "no-store" }); /* no live page has a choice */
        if (answer.ok) {
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
          keeping(() => {
            for (const part of ["header", "main"]) {
              patch(document.querySelector(part), fresh.querySelector(part));
            }
          });
          tell();
        }
      } catch {
        /* The next event tries again. */
      }
      setTimeout(() => {
        busy = false;
        if (wanted) {
          renew();
        }
      }, 400);
    };
    const source = new EventSource(live);
    source.addEventListener("open", () => { document.body.dataset.connected = ""; });
    source.addEventListener("error", () => { /* another server's versions are others */
      delete document.body.dataset.connected;
      known = undefined;
    });
    source.addEventListener("league", (event) => {
      const news = JSON.parse(event.data);
      const isNew = news.version !== known ||
        (playing !== undefined && news.playing !== playing && document.getElementById("playing") !== null);
      ({ version: known, playing, progress } = news);
      tell();
      if (isNew) {
        renew();
      }
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && wanted) {
        renew();
      }
    });
  }
  document.body.dataset.ready = "";
})();
