// Light and dark: as the system says, unless chosen otherwise here.

const KEY = "solvent-theme";
const ORDER = ["auto", "light", "dark"] as const;
type Theme = (typeof ORDER)[number];

function stored(): Theme {
  try {
    return ORDER.find((theme) => theme === localStorage.getItem(KEY)) ?? "auto";
  } catch {
    return "auto"; // pages from disk have no storage in some browsers
  }
}

export class ThemeSwitch {
  private theme = stored();

  constructor(private readonly button: HTMLButtonElement, private readonly onChange: () => void) {
    button.addEventListener("click", () => this.next());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.apply());
    this.apply();
  }

  next(): void {
    this.theme = ORDER[(ORDER.indexOf(this.theme) + 1) % ORDER.length]!;
    try {
      localStorage.setItem(KEY, this.theme);
    } catch {
      // The choice then lasts as long as the page.
    }
    this.apply();
  }

  private apply(): void {
    const dark = this.theme === "dark" || (this.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    this.button.setAttribute("aria-label", `Colours: ${this.theme}`);
    this.button.title = `Colours: ${this.theme}`;
    this.onChange();
  }
}
