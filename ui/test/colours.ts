// Reads the colours of src/style/tokens.css as numbers, and computes the contrast
// of two colours by the formula of WCAG 2.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ui = path.resolve(import.meta.dirname, "..");

/** All style sheets by name, including the style sheets of the games. */
export function sheets(): Map<string, string> {
  const under = (dir: string) =>
    readdirSync(path.join(ui, dir), { recursive: true, encoding: "utf8" }).map((f) => path.join(dir, f));
  const files = [...under("src"), ...under("../games")].filter((f) => f.endsWith(".css"));
  return new Map(files.map((f) => [f, readFileSync(path.join(ui, f), "utf8").replaceAll(/\/\*[^]*?\*\//g, "")]));
}

export type Theme = "light" | "dark";

/** The rules of tokens.css by selector: ":root" and the selectors of boards. */
function blocks(): Map<string, string> {
  const text = readFileSync(path.join(ui, "src/style/tokens.css"), "utf8");
  return new Map(
    [...text.matchAll(/^(:root(?:\[data-contrast="more"\])?|\[data-board="[\w-]+"\]) \{([^}]*)\}/gm)].map((m) => [
      m[1] ?? "",
      m[2] ?? "",
    ]),
  );
}

/** The selectors of boards that have their own colours. */
export const boards = (): string[] => [...blocks().keys()].filter((b) => !b.startsWith(":root"));

/** The selector for more contrast. */
export const strong = ':root[data-contrast="more"]';

/**
 * The opaque colours of a theme by name, as #rrggbb: the colours of the page or, with `board`, also
 * of this board. Half-transparent colours are left out.
 */
export function colours(theme: Theme, board = ""): Map<string, string> {
  const text = `${blocks().get(":root")}${blocks().get(board) ?? ""}`;
  const out = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/^ {2}--([\w-]+): (.*);$/gm)) {
    const both = /^light-dark\((.+), (.+)\)$/.exec(value);
    const one = both ? both[theme === "light" ? 1 : 2] : value;
    if (one && /^#[0-9a-f]{6}$/.test(one)) out.set(name, one);
  }
  return out;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const v = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** The colour that results when `top` with the opacity `alpha` lies over `ground`. */
export function over(top: string, ground: string, alpha: number): string {
  const part = (i: number) => {
    const [t, g] = [top, ground].map((c) => Number.parseInt(c.slice(i, i + 2), 16));
    return Math.round((t ?? 0) * alpha + (g ?? 0) * (1 - alpha))
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
