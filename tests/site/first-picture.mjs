// How long a page takes to its first picture (First Contentful Paint), in a browser that has not seen the page before.
import { launch } from "./page.mjs";

/**
 * Prints for each page its size, the milliseconds of five loads from the fastest to the slowest, and the processor time of the
 * page's thread by then, which a busy machine changes little: median of the same loads.
 * @param {Record<string, string>} pages addresses by what they are called
 */
export async function firstPictures(pages) {
  const browser = await launch();
  for (const [name, url] of Object.entries(pages)) {
    /** @type {number[]} */
    const found = [];
    /** @type {number[]} */
    const own = [];
    let size = 0;
    for (let i = 0; i < 5; i++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      const answer = await page.goto(url, { waitUntil: "commit" });
      found.push(await page.evaluate(() => new Promise((done) => {
        new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").forEach((paint) => done(paint.startTime)))
          .observe({ type: "paint", buffered: true });
      })));
      const { metrics } = await session.send("Performance.getMetrics");
      own.push(1000 * (metrics.find((m) => m.name === "TaskDuration")?.value ?? NaN));
      size = (await answer?.body())?.length ?? 0;
      await context.close();
    }
    found.sort((a, b) => a - b);
    own.sort((a, b) => a - b);
    console.log(`${name}: ${(size / 1000).toFixed(0)} kB, first picture after ${found.map((ms) => ms.toFixed(0)).join(", ")} ms, of them ${own[2]?.toFixed(0)} ms of the page's thread`);
  }
  await browser.close();
}
