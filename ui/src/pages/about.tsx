// Shows a text about a game. The server renders the text, so that it is readable without
// JavaScript; the client keeps the rendered text when it starts.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot, infoOf, kinds } from "../app/boot";
import { lang, type Lang } from "../app/i18n";
import type { PageProps } from "../app/router";
import { settings } from "../app/settings";
import { again } from "../wire/again";

/** The game to show if the address names no game: the game that was played last. */
export const usual = (): string => (infoOf(settings.value.kind) ? settings.value.kind : (kinds()[0] ?? ""));

/** Returns the page for the texts of one kind, such as rules, for all games and languages. */
export function about(name: string, files: Record<string, () => Promise<string>>) {
  /** The shown text; `of` identifies its game and language. */
  const shown = signal({ of: "", text: "" });

  async function read(kind: string, l: Lang): Promise<void> {
    const file = files[`../../../games/${kind}/text/${name}.${l}.md`];
    const text = file ? await again(file) : "";
    shown.value = { of: `${kind}.${l}`, text };
  }

  /**
   * Loads the text before the page is shown, so that nothing moves when the client replaces the
   * server's HTML.
   */
  const prepare = ({ kind }: PageProps): Promise<void> => read(kind ?? usual(), settings.value.lang || boot.lang);

  function Text({ kind }: { kind: string }) {
    const { of, text } = shown.value;
    useEffect(() => {
      if (of !== `${kind}.${lang.value}`) void read(kind, lang.value);
    }, [kind, lang.value, of]);
    return <div class="rules" dangerouslySetInnerHTML={{ __html: markdown(text) }} />;
  }

  return { prepare, Text };
}

const inline = (s: string): string =>
  s
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/`(.+?)`/g, "<code>$1</code>");

/** Renders an image with its width and height: ![What it shows](/picture/<game>.svg "258x258"). */
const figure = (line: string): string =>
  inline(line).replace(
    /^!\[(.+)\]\((\/picture\/[^ "]+) "(\d+)x(\d+)"\)$/,
    '<figure><img src="$2" alt="" width="$3" height="$4" loading="lazy"><figcaption>$1</figcaption></figure>',
  );

/** Renders the subset of Markdown that the texts use. The server renders the same subset. */
export function markdown(text: string): string {
  return text
    .split(/\n{2,}|\n(?=## )|(?<=^## .*)\n/m)
    .map((block) => {
      const b = block.trim();
      if (b.startsWith("## ")) return `<h2>${inline(b.slice(3))}</h2>`;
      if (b.startsWith("- "))
        return `<ul>${b
          .split("\n")
          .map((l) => `<li>${inline(l.replace(/^- /, ""))}</li>`)
          .join("")}</ul>`;
      if (b.startsWith("![")) return `<div class="more">${b.split("\n").map(figure).join("")}</div>`;
      return b ? `<p>${inline(b)}</p>` : "";
    })
    .join("");
}
