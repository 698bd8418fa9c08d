// axe-core in a page: what it calls serious or critical.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>} a line each: the rule, where, and why
 */
export async function serious(page) {
  await page.evaluate(source); // as a debugger does it: the page's policy is not asked
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, {
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } },
    });
    return violations
      .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
      .flatMap((/** @type {any} */ { id, nodes }) => [
        ...nodes.slice(0, 3).map((/** @type {any} */ node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\s+/g, " ").slice(0, 300)}`),
        ...(nodes.length > 3 ? [`${id}: and ${nodes.length - 3} more`] : []),
      ]);
  });
}
