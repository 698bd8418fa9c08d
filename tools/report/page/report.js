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

  /* News: the server says that there are more games, and what stands in the page is fetched anew, at most once a second and
   * only while somebody looks. */
  const live = document.body.dataset.live;
  if (live) {
    let known, wanted = false, busy = false;
    const renew = async () => {
      if (busy || document.hidden) {
        wanted = true;
        return;
      }
      busy = true;
      wanted = false;
      try {
        const answer = await fetch(location.pathname, { cache: "no-store" });
        if (answer.ok) {
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
          for (const part of fresh.querySelectorAll("main > section[id], #status")) {
            const old = document.getElementById(part.id);
            if (old && old.outerHTML !== part.outerHTML) {
              const open = [...old.querySelectorAll("details")].map((e) => e.open);
              part.querySelectorAll("details").forEach((e, i) => { e.open = open[i] ?? false; });
              old.replaceWith(part);
            }
          }
        }
      } catch {
        /* The next event tries again. */
      }
      setTimeout(() => {
        busy = false;
        if (wanted) {
          renew();
        }
      }, 1000);
    };
    const source = new EventSource(live);
    source.addEventListener("open", () => { document.body.dataset.connected = ""; });
    source.addEventListener("error", () => { delete document.body.dataset.connected; });
    source.addEventListener("league", (event) => {
      const version = JSON.parse(event.data).version;
      if (known !== undefined && version !== known) {
        renew();
      }
      known = version;
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && wanted) {
        renew();
      }
    });
  }
  document.body.dataset.ready = "";
})();
