// How pages look: in windows of every size, in both themes, while playing, under the mouse and on paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { file, replay } from "./game.mjs";
import { faults, pale, places } from "./measure.mjs";
import { finish, Viewer } from "./page.mjs";

const EDGES = /** @type {const} */ ([[320, 640], [390, 844], [844, 390], [768, 1024], [1920, 1080]]);
const BETWEEN = /** @type {const} */ ([[667, 375], [1024, 768], [1280, 640], [1366, 768], [1440, 900]]);
// The widths between them, when there is time (tools/test --long).
const WINDOWS = process.env.SOLVENT_TEST_LONG ? [...EDGES, ...BETWEEN] : EDGES;

/** @param {Viewer} viewer @param {number} width @param {number} height */
async function resize(viewer, width, height) {
  await viewer.page.setViewportSize({ width, height });
  await viewer.page.evaluate(() => scrollTo(0, 0));
  await viewer.settle();
}

/** @param {() => import("playwright-core").Browser} browser */
export function looks(browser) {
  // Eight seats, names of full length, a board of 64 spaces, and the usual.
  for (const name of ["classic", "eight", "wide", "great"]) {
    test(`${name}: has room for everything in every window`, async () => {
      const viewer = await Viewer.open(browser(), file(name, "html"));
      const last = Number(await viewer.page.getAttribute("#scrub", "max"));
      /** @type {Record<string, string[]>} */
      const found = {};
      for (const n of [0, Math.floor(last * 0.6), last]) {
        await viewer.scrub(n);
        // In the middle of the game everywhere; its ends, with everybody on GO and with the ranking, where it is narrow.
        for (const [width, height] of n > 0 && n < last ? WINDOWS : WINDOWS.slice(1, 3)) {
          await resize(viewer, width, height);
          const list = await viewer.page.evaluate(faults);
          if (list.length) {
            found[`${width}x${height} after event ${n}`] = list;
          }
        }
      }
      assert.deepEqual(found, {});
      await finish(viewer);
    });
  }

  for (const [width, height] of /** @type {const} */ ([[1440, 900], [1024, 768], [768, 1024], [390, 844], [844, 390]])) {
    test(`nothing moves while a game is played at ${width}x${height}`, async () => {
      const viewer = await Viewer.open(browser(), file("eight", "html"), { width, height });
      const last = Number(await viewer.page.getAttribute("#scrub", "max"));
      await viewer.scrub(Math.floor(last / 8));
      // Below the decision, which is as high as its content, a panel may move: the plot where there are columns.
      const before = await viewer.page.evaluate(places, width >= 1240);
      for (let i = 2; i <= 8; i++) {
        const n = await viewer.scrub(Math.floor((last * i) / 8));
        assert.deepEqual(await viewer.page.evaluate(places, width >= 1240), before, `after event ${n}`);
      }
      await finish(viewer);
    });
  }

  for (const dark of [false, true]) {
    test(`every text has contrast on a ${dark ? "dark" : "light"} page`, async () => {
      for (const name of ["eight", "classic"]) {
        const viewer = await Viewer.open(browser(), file(name, "html"), { dark });
        assert.equal(await viewer.page.getAttribute("html", "data-theme"), dark ? "dark" : "light");
        const last = Number(await viewer.page.getAttribute("#scrub", "max"));
        for (const part of name === "eight" ? [0, 0.4, 1] : [0.7]) {
          const n = await viewer.scrub(Math.floor(last * part));
          assert.deepEqual(await viewer.page.evaluate(pale), [], `${name} after event ${n}`);
        }
        await viewer.page.click('[data-space="1"]');
        assert.deepEqual(await viewer.page.evaluate(pale), [], `${name}: a deed`);
        await viewer.page.click("#help");
        assert.deepEqual(await viewer.page.evaluate(pale), [], `${name}: the keys`);
        await finish(viewer);
      }
    });
  }

  test("everything that can be operated has a name, and can be reached by keyboard", async () => {
    const viewer = await Viewer.open(browser(), file("mega", "html"), { hash: "#e=900" });
    const { page } = viewer;
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, a, [role=button], [role=listbox], dialog, [tabindex]")]
        .filter((e) => !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.textContent?.trim() || e.getAttribute("title")))
        .map((e) => e.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, []);
    assert.equal(await page.locator("[data-space][tabindex='0']").count(), 1, "the board is one stop of the Tab key");
    // Once round by Tab: every stop shows where the focus is.
    const stops = new Set();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const e = document.activeElement;
        if (!e || e === document.body) {
          return "";
        }
        const style = getComputedStyle(e);
        const edge = e.querySelector(":scope > .edge");
        const ring = edge ? parseFloat(getComputedStyle(edge).strokeWidth) >= 3 : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
        return `${ring ? "" : "no ring: "}${e.id || e.getAttribute("data-space") || e.getAttribute("data-seat") || e.textContent}`;
      });
      stops.add(stop);
    }
    assert.deepEqual([...stops].filter((stop) => stop.startsWith("no ring")), []);
    for (const stop of ["0", "scrub", "speed", "play", "on-turn", "jump-what", "jump-seat", "search", "events", "about", "help", "theme"]) {
      assert.ok(stops.has(stop), `Tab comes to ${stop}; it comes to ${[...stops].join(", ")}`);
    }
    await finish(viewer);
  });

  test("what the board leaves out is told under the mouse, by keyboard and on tap", async () => {
    const full = "Pennsylvania Avenue";
    const space = (await replay("--at", "900", file("mega", "svr")))[0].deeds.find((/** @type {any} */ deed) => deed.space === 44);
    const viewer = await Viewer.open(browser(), file("mega", "html"), { hash: "#e=900" });
    const { page } = viewer;
    const tip = page.locator("#board > .tip");
    assert.ok(!(await tip.isVisible()));
    await page.hover('[data-space="44"]');
    assert.ok(await tip.isVisible());
    const told = (await tip.textContent()) ?? "";
    assert.ok(told.startsWith(full) && told.includes(space.owner === "bank" ? "unowned" : "owned by"), told);
    const box = await tip.boundingBox();
    const cell = await page.locator('[data-space="44"]').boundingBox();
    assert.ok(box && cell && box.x + box.width <= cell.x, "it stands beside the space");
    await page.mouse.move(720, 880);
    assert.ok(!(await tip.isVisible()));
    for (const width of [1280, 1600]) {
      await resize(viewer, width, 900);
      assert.ok(await page.locator(".board .name tspan").count() >= 40, `names at ${width} px`);
    }
    await page.focus("[data-space][tabindex='0']");
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("ArrowRight");
    }
    assert.match((await tip.textContent()) ?? "", /^Baltic Avenue/);
    assert.ok(await tip.isVisible());
    await finish(viewer);

    const phone = await Viewer.open(browser(), file("mega", "html"), { hash: "#e=900", width: 390, height: 844, touch: true });
    assert.equal(await phone.page.locator(".board .name tspan").count(), 0, "a phone's board has no names");
    await phone.page.locator('[data-space="44"]').tap();
    assert.ok((await phone.page.textContent("#stage"))?.includes(full));
    const [players, decision] = [await phone.page.locator("#players").boundingBox(), await phone.page.locator(".decision-panel").boundingBox()];
    assert.ok(players && (!decision || players.y < decision.y), "players stand before the decision");
    await phone.page.locator("#stage .close").tap();
    assert.ok(!(await phone.page.textContent("#stage"))?.includes("Mortgage"));
    await finish(phone);
  });

  test("seats have the letters and colours of the terminal, and half of them another shape", async () => {
    const viewer = await Viewer.open(browser(), file("eight", "html"));
    const shown = await viewer.page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return [...document.querySelectorAll(".player")].map((player, seat) => ({
        mark: player.querySelector(".chip")?.textContent,
        token: document.querySelector(`[data-token="${seat}"] text`)?.textContent,
        shape: document.querySelector(`[data-token="${seat}"]`)?.firstElementChild?.tagName,
        colour: style.getPropertyValue(`--p${seat}`).trim(),
        option: /** @type {HTMLSelectElement} */ (document.getElementById("jump-seat")).options[seat + 1]?.text,
        name: player.querySelector(".name")?.textContent,
      }));
    });
    assert.equal(shown.map(({ mark }) => mark).join(""), "ABCDEFGH");
    assert.equal(shown.map(({ token }) => token).join(""), "ABCDEFGH");
    assert.equal(shown.map(({ shape }) => shape?.[0]).join(""), "ccccrrrr");
    assert.equal(new Set(shown.map(({ colour }) => colour)).size, 8);
    shown.forEach(({ mark, option, name }) => assert.equal(option, `${mark} ${name}`));
    const [start] = await replay(file("eight", "svr"));
    assert.deepEqual(shown.map(({ name }) => name), start.players.map((/** @type {any} */ player) => player.name));
    await finish(viewer);
  });

  test("both lists of events go the same way, and the search says when it finds nothing", async () => {
    const viewer = await Viewer.open(browser(), file("classic", "html"), { hash: "#e=700" });
    const { page } = viewer;
    await viewer.moment();
    const story = await page.locator("#stage .story li span:last-child").allTextContents();
    const list = await page.locator("#events .row").evaluateAll((rows) =>
      rows.sort((a, b) => Number(a.getAttribute("data-n")) - Number(b.getAttribute("data-n"))).map((row) => row.querySelector(".text")?.textContent));
    const from = list.indexOf(story.at(-4));
    assert.ok(from >= 0, `${story.at(-4)} is in the list`);
    assert.deepEqual(list.slice(from, from + 4), story.slice(-4));
    const rows = page.locator("#stage .story li");
    const [first, second] = [await rows.nth(-2).boundingBox(), await rows.nth(-1).boundingBox()];
    const now = await page.locator("#stage .sentence").boundingBox();
    assert.ok(first && second && now && first.y < second.y && second.y < now.y, "the latest stands last");

    assert.ok(!(await page.isVisible(".nothing")));
    await page.fill("#search", "no such thing");
    await page.waitForSelector(".nothing");
    assert.ok((await page.textContent(".nothing"))?.includes("no such thing"));
    await page.keyboard.press("Enter");
    assert.equal(await page.textContent("#toast"), "Nothing is found");
    assert.equal(await viewer.moment(), 700);
    await page.fill("#search", "rolls");
    await page.waitForSelector(".nothing", { state: "hidden" });
    await page.keyboard.press("Enter");
    assert.ok((await viewer.moment()) > 700);
    await finish(viewer);
  });

  test("on paper: light, without controls, with the moment's events, on few sheets", async () => {
    const viewer = await Viewer.open(browser(), file("eight", "html"), { hash: "#e=900", dark: true });
    const { page } = viewer;
    await page.setViewportSize({ width: 700, height: 1000 }); // as wide as a sheet
    await page.emulateMedia({ media: "print" });
    await viewer.settle();
    for (const gone of ["#transport", "#search", "#filters", "#theme", "#events", ".raw"]) {
      assert.ok(!(await page.isVisible(gone)), `${gone} is not printed`);
    }
    for (const there of ["#title", ".board", "#players", "#chart canvas", "#decision", "#events-printed .current"]) {
      assert.ok(await page.isVisible(there), `${there} is printed`);
    }
    const current = await page.textContent("#events-printed .current");
    assert.ok(current?.startsWith("900") || Number.parseInt(current ?? "", 10) < 900, current ?? "");
    const light = await page.evaluate(() => ({
      ink: getComputedStyle(document.body).color,
      panels: [...document.querySelectorAll(".panel")].map((e) => e.getBoundingClientRect()).filter(({ width }) => width > 0)
        .map(({ left, right, width }) => left >= 0 && right <= innerWidth && width > innerWidth * 0.8),
      scroll: [...document.querySelectorAll(".panel, #players, #decision")].filter((e) => e.scrollHeight > e.clientHeight + 2).length,
    }));
    assert.equal(light.ink, "rgb(28, 35, 40)", "dark ink, in the dark theme too");
    assert.deepEqual(light.panels, [true, true, true, true, true]);
    assert.equal(light.scroll, 0, "nothing is cut off");
    const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
    assert.ok(sheets && sheets <= 3, `${sheets} sheets`);
    await page.emulateMedia({ media: "screen" });
    await viewer.settle();
    assert.equal(await page.locator("#events-printed li").count(), 0);
    await finish(viewer);
  });

  test("tokens glide, but not for those who would rather not see it", async () => {
    for (const motion of [true, false]) {
      const viewer = await Viewer.open(browser(), file("classic", "html"), { hash: "#e=300", motion });
      await viewer.press("ArrowRight");
      const lasts = await viewer.page.evaluate(() => [".token", "#toast"].map((s) => getComputedStyle(/** @type {Element} */ (document.querySelector(s))).transitionDuration));
      assert.equal(lasts.every((time) => parseFloat(time) === 0), !motion, lasts.join(" "));
      await finish(viewer);
    }
  });
}
