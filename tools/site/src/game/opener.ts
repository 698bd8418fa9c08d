// A page without a game: shows any recorded game that is dropped on it. Rules, luck and analysis come with it as WebAssembly
// (tools/opener), so no game leaves the reader's machine. The file is kept with the page's entry of the browser's history: a
// reload shows it again, at the same moment.
import { byId, h } from "./dom";
import { readGame, unpack, type Game } from "./game";

const MOST_BYTES = 4 << 20;

/** WASI's status of a call on a file that is not open: the program has none, whatever it asks. */
const BAD_FILE = 8;

interface Kept {
  name: string;
  bytes: Uint8Array;
}

/** tools/opener/opener.c */
interface Program {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  open(name: number, bytes: number, size: number): number;
  text(): number;
  size(): number;
}

/** The game's lines; throws what is wrong with the file. */
async function play(packed: string, { name, bytes }: Kept): Promise<string> {
  const module = await WebAssembly.compile(await unpack(packed, "gzip"));
  const imports: Record<string, Record<string, () => number>> = {};
  for (const wanted of WebAssembly.Module.imports(module)) {
    (imports[wanted.module] ??= {})[wanted.name] = () => BAD_FILE;
  }
  const program = (await WebAssembly.instantiate(module, imports)).exports as unknown as Program;
  program._initialize();
  const put = (data: Uint8Array) => {
    const at = program.room(data.length);
    new Uint8Array(program.memory.buffer).set(data, at);
    return at;
  };
  const opened = program.open(put(new TextEncoder().encode(`${name}\0`)), put(bytes), bytes.length);
  const text = new TextDecoder().decode(new Uint8Array(program.memory.buffer, program.text(), program.size()));
  if (!opened) {
    throw new Error(text);
  }
  return text;
}

function show(kept: Kept | null): void {
  history.replaceState(kept, "", location.href.split("#")[0]);
  location.reload();
}

async function take(file: File, refuse: (text: string) => void): Promise<void> {
  if (file.size > MOST_BYTES) {
    refuse(`${file.name}: found ${file.size.toLocaleString("en-US")} bytes, expected a recorded game of at most ${MOST_BYTES.toLocaleString("en-US")}`);
    return;
  }
  show({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
}

function refuse(text: string): void {
  byId("failure").hidden = false;
  byId("failure").textContent = text;
}

/** A file may be dropped at any time, also while a game is shown. */
function takeDrops(): void {
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      document.body.classList.toggle("file-over", event.type === "dragover");
    }
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", over);
  addEventListener("drop", (event) => {
    over(event);
    const file = event.dataTransfer?.files[0];
    if (file) {
      void take(file, refuse);
    }
  });
}

function offer(): void {
  document.body.classList.add("without-game");
  document.querySelector("main")?.remove();
  byId("title").textContent = "Open a recorded game";
  const input = h("input", { type: "file", accept: ".svr", id: "file" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) {
      void take(file, refuse);
    }
  });
  byId("failure").after(
    h("div", { role: "main", class: "panel opening" },
      h("h2", {}, "Drop a ", h("code", {}, ".svr"), " file on this page"),
      h("p", {}, "You see the game on its board, with luck and analysis. The file stays on this computer."),
      h("label", { for: "file" }, "Or choose one"), input,
      h("p", { class: "faint" }, h("code", {}, "solvent replay league.db#17 -o game.svr"), " takes a game out of a league's store.")));
}

function linkBack(): void {
  const link = h("a", { href: "#" }, "Open another");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(null);
  });
  const nav = document.querySelector(".league") ?? h("nav", { class: "league", "aria-label": "Games" });
  nav.append(link);
  document.querySelector(".titles")?.after(nav);
}

/** The game that was brought last, if it can be shown; else the page asks for one. */
export async function openGame(packed: string): Promise<Game | undefined> {
  const kept = history.state as Kept | null;
  takeDrops();
  if (kept) {
    try {
      const game = readGame(await play(packed, kept));
      document.title = `${game.names.join(", ")} · ${game.edition.title || game.edition.name}`;
      linkBack();
      return game;
    } catch (error) {
      refuse(error instanceof WebAssembly.RuntimeError ? `${kept.name}: cannot be shown: ${error.message}` : (error as Error).message);
    }
  }
  offer();
  return undefined;
}
