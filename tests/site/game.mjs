// The recorded games under test: their files, and what the engine says of them.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const games = process.env.GAMES ?? ".";
const solvent = process.env.SOLVENT ?? "solvent";

export const names = readdirSync(games).filter((name) => name.endsWith(".svr")).map((name) => basename(name, ".svr"));

/** @param {string} name @param {string} kind */
export const file = (name, kind) => join(games, `${name}.${kind}`);

/** The lines of `solvent replay`, parsed. @param {...string} words @returns {Promise<any[]>} */
export async function replay(...words) {
  const { stdout } = await promisify(execFile)(solvent, ["replay", "--format", "jsonl", ...words], { maxBuffer: 1 << 28 });
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/**
 * Runs `solvent analyse` on a game. @param {string} name
 * @returns {Promise<{players: {luck: number, skill: number}[], decisions: {event: number, seat: number, cost: number, missed: number, se: number, candidates: {points: number}[]}[]}>}
 */
export async function analyse(name) {
  const { stdout } = await promisify(execFile)(solvent, ["analyse", "--format", "json", name], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout).games[0];
}

/** Returns `count` moments, the same in every run. @param {number} last @param {string} name @param {number} count */
export function moments(last, name, count) {
  let seed = [...name].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) >>> 0, 7);
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * (last + 1));
  });
}
