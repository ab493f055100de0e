// Saves files of the lab: tables, weights, and charts as they look on the page.

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The properties that a chart gets from the style sheets. */
const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity"] as const;

/**
 * Returns a chart as a separate SVG file: with the styles that it has on the page, and with its
 * label as its title.
 */
export function chartText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shapes = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((el, i) => {
    const shape = shapes[i];
    if (!shape) return;
    const style = getComputedStyle(shape);
    for (const name of DRAWN) el.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = svg.getAttribute("aria-label");
  copy.prepend(title);
  return new XMLSerializer().serializeToString(copy);
}

export function saveChart(name: string, within: HTMLElement | null): void {
  const svg = within?.querySelector("svg");
  if (svg) saveFile(name, "image/svg+xml", chartText(svg));
}
