// The rules as the server rendered them: readable without JavaScript, and kept when the client takes over.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot, infoOf, kinds } from "../app/boot";
import { lang, t, type Lang } from "../app/i18n";
import type { PageProps } from "../app/router";
import { settings } from "../app/settings";
import { Titled } from "../app/titled";
import { hides } from "../play/hidden";
import { Kinds } from "../play/kinds";
import { gameName } from "../play/words";
import NotFound from "./notfound";
import { again } from "../wire/again";

const texts = import.meta.glob<string>("../../../games/*/text/rules.*.md", { query: "?raw", import: "default" });

/** The shown text, by game and language. */
const shown = signal({ of: "", text: "" });

async function read(kind: string, l: Lang): Promise<void> {
  const of = `${kind}.${l}`;
  const file = texts[`../../../games/${kind}/text/rules.${l}.md`];
  const text = file ? await again(file) : "";
  shown.value = { of, text };
}

/** Without a game in the address: the last played one. */
const usual = (): string => (infoOf(settings.value.kind) ? settings.value.kind : (kinds()[0] ?? ""));

/** Loads the text before the page is shown, so that nothing moves when the client takes over. */
export async function prepare({ kind }: PageProps): Promise<void> {
  await read(kind ?? usual(), settings.value.lang || boot.lang);
}

export default function Rules(p: { kind?: string }) {
  const kind = p.kind ?? usual();
  if (!infoOf(kind)) return <NotFound />;
  return (
    <Titled title={t("rules.title", { game: gameName(kind).toLowerCase() })} class="prose">
      <Kinds at={kind} href={(k) => `/rules/${k}`} />
      <Text kind={kind} />
      {hides(kind) && (
        <p>
          {t("fair.rules")} <a href="/fair">{t("fair.title")}</a>
        </p>
      )}
      <p class="more">
        <a class="button main" href={`/learn/${kind}`}>
          {t("rules.learn")}
        </a>
        <a class="button" href={`/play/${kind}`}>
          {t("nav.play")}
        </a>
      </p>
    </Titled>
  );
}

function Text({ kind }: { kind: string }) {
  const { of, text } = shown.value;
  useEffect(() => {
    if (of !== `${kind}.${lang.value}`) void read(kind, lang.value);
  }, [kind, lang.value, of]);
  return <div class="rules" dangerouslySetInnerHTML={{ __html: markdown(text) }} />;
}

const inline = (s: string): string =>
  s
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/`(.+?)`/g, "<code>$1</code>");

/** A picture with its width and height: ![What it shows](/picture/<game>.svg "258x258"). */
const figure = (line: string): string =>
  inline(line).replace(
    /^!\[(.+)\]\((\/picture\/[^ "]+) "(\d+)x(\d+)"\)$/,
    '<figure><img src="$2" alt="" width="$3" height="$4" loading="lazy"><figcaption>$1</figcaption></figure>',
  );

/** The subset of Markdown that the texts use. The server renders the same subset. */
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
