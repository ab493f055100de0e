// The rules as the shell wrote them: readable without any script, and kept
// when the script takes over.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { infoOf } from "../app/boot";
import { lang, t } from "../app/i18n";
import { Titled } from "../app/titled";
import { hides } from "../play/eyes";
import { Kinds } from "../play/kinds";
import { gameName } from "../play/words";
import NotFound from "./notfound";

const texts = import.meta.glob<string>("../../i18n/rules/*.md", { query: "?raw", import: "default" });

export default function Rules({ kind }: { kind?: string }) {
  if (kind !== undefined && !infoOf(kind)) return <NotFound />;
  return (
    <Titled title={kind ? t("rules.title", { game: gameName(kind) }) : t("nav.rules")} class="prose">
      <Kinds at={kind ?? ""} href={(k) => `/rules/${k}`} />
      {kind && <Text kind={kind} />}
      {kind && hides(kind) && (
        <p>
          {t("fair.rules")} <a href="/fair">{t("fair.title")}</a>
        </p>
      )}
      {kind && (
        <p class="more">
          <a class="button main" href={`/learn/${kind}`}>
            {t("rules.learn")}
          </a>
          <a class="button" href={`/play/${kind}`}>
            {t("nav.play")}
          </a>
        </p>
      )}
    </Titled>
  );
}

function Text({ kind }: { kind: string }) {
  const text = useSignal("");
  useEffect(() => {
    void texts[`../../i18n/rules/${kind}.${lang.value}.md`]?.().then((s) => (text.value = s));
  }, [kind, lang.value]);
  return <div class="rules" dangerouslySetInnerHTML={{ __html: markdown(text.value) }} />;
}

const inline = (s: string): string =>
  s
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/`(.+?)`/g, "<code>$1</code>");

/** The little of Markdown that our texts use; the shell in Go does the same. */
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
      return b ? `<p>${inline(b)}</p>` : "";
    })
    .join("");
}
