// Loads style sheets that the first page does not need.
const loaded = new Map<string, Promise<unknown>>();

/**
 * Adds a style sheet once. The promise resolves when the style sheet is loaded, or when loading has
 * failed.
 */
export function addSheet(href: string): Promise<unknown> {
  const added =
    loaded.get(href) ??
    new Promise((resolve) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      link.onload = link.onerror = resolve;
      document.head.append(link);
    });
  loaded.set(href, added);
  return added;
}
