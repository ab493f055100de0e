// Saves files of the lab: tables, weights, and pictures as they look on the page.

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The properties that a picture gets from the style sheets. */
const DRAWN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

/**
 * Returns a picture as a separate SVG file: with the styles that it has on the page, with the
 * pieces that it takes from the page, with its background, and with its label as its title.
 */
export function chartText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shapes = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((el, i) => {
    const shape = shapes[i];
    if (!shape) return;
    const style = getComputedStyle(shape);
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value) el.setAttribute(name, value);
    }
  });
  for (const name of ["style", "class", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = svg.getBoundingClientRect();
  if (width > 0) {
    copy.setAttribute("width", width.toFixed(0));
    copy.setAttribute("height", height.toFixed(0));
  }
  const [x = "0", y = "0", w = "100%", h = "100%"] = (svg.getAttribute("viewBox") ?? "").split(" ").filter(Boolean);
  const ground = made("rect", { x, y, width: w, height: h, fill: groundOf(svg) });
  const title = made("title", {});
  title.textContent = svg.getAttribute("aria-label");
  copy.prepend(title, ground);
  const text = new XMLSerializer().serializeToString(copy);
  const taken = takenParts(svg, text);
  return taken ? text.replace("</title>", () => `</title><defs>${taken}</defs>`) : text;
}

function made(name: string, attributes: Record<string, string>): SVGElement {
  const el = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  return el;
}

/** The first background colour behind an element. */
function groundOf(from: Element): string {
  for (let el: Element | null = from; el; el = el.parentElement) {
    const colour = getComputedStyle(el).backgroundColor;
    if (colour && colour !== "transparent" && !colour.endsWith(", 0)")) return colour;
  }
  return "none";
}

/**
 * The markup of everything on the page that a picture refers to, for example the symbols of pieces.
 * The variables of the style sheets are replaced by their values.
 */
function takenParts(svg: SVGSVGElement, text: string): string {
  const parts = new Map<string, string>();
  const take = (from: string) => {
    for (const [, id = ""] of from.matchAll(/(?:href="|url\((?:&quot;|["'])?)#([\w-]+)/g)) {
      const el = parts.has(id) ? null : document.getElementById(id);
      if (!el || svg.contains(el)) continue;
      const markup = new XMLSerializer().serializeToString(el);
      parts.set(id, markup);
      take(markup);
    }
  };
  take(text);
  const style = getComputedStyle(svg);
  return [...parts.values()]
    .join("")
    .replace(/var\((--[\w-]+)(?:,\s*([^()]*))?\)/g, (_, name: string, otherwise = "none") =>
      colourOf(style.getPropertyValue(name).trim() || String(otherwise), svg),
    );
}

/** A colour as every program reads it; any other value stays as it is. */
function colourOf(value: string, near: Element): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  if (!probe.style.color) return value;
  near.parentElement?.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour || value;
}

export function saveChart(name: string, within: Element | null): void {
  const svg = within instanceof SVGSVGElement ? within : within?.querySelector("svg");
  if (svg) saveFile(name, "image/svg+xml", chartText(svg));
}
