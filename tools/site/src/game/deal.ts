// The command that starts a table with the luck of this game, for a person in one of its seats.
import { byId, h } from "./dom";
import type { Game } from "./game";
import { quote } from "../words";
import { markOf } from "./seat";

/** Returns the first seat in last place: readers want to do better there. */
function loser(places: readonly number[]): number {
  return places.indexOf(Math.max(...places));
}

function commandOf(game: Game, seat: number): string {
  // A store knows the bots by its league file; a record alone knows their names.
  const others = game.source.includes("#") ? [] : game.names.filter((_name, other) => other !== seat);
  return ["solvent", "play", "--deal", game.source, "--seat", String(seat), ...others].map(quote).join(" ");
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return "Command copied";
  } catch {
    return "This page may not copy: select the command";
  }
}

/** Fills the dialog. Returns false if the game's luck is still secret, or the game has no end. */
export function tellDeal(game: Game, say: (text: string) => void): boolean {
  const [start, end] = [game.events[0], game.events[game.events.length - 1]];
  if (start?.type !== "game_start" || start.seed === null || end?.type !== "game_end") {
    return false;
  }
  const seat = byId<HTMLSelectElement>("deal-seat");
  const command = byId("deal-command");
  seat.append(...game.names.map((name, n) => h("option", { value: n }, `${markOf(n)} ${name}, place ${end.places[n]}`)));
  seat.value = String(loser(end.places));
  const show = () => (command.textContent = commandOf(game, Number(seat.value)));
  seat.addEventListener("change", show);
  show();
  byId("deal-where").textContent = game.source.includes("#")
    ? "Run it in the folder of the store and its league file. The league's bots play the other seats."
    : "Run it in the folder of the record. Put each bot's own command in place of a name that is not a reference bot.";
  byId("deal-copy").addEventListener("click", () => void copy(command.textContent ?? "").then(say));
  return true;
}
