// Shows a page with a heading, which is also the title of the browser tab.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "./i18n";
import { waiting } from "./turns";

export function useTitle(title: string): void {
  const n = waiting.value.length;
  useEffect(() => {
    const text = title ? `${title} · ${t("app.name")}` : `${t("app.name")} · ${t("app.tagline")}`;
    document.title = n > 0 ? `(${n}) ${text}` : text;
  }, [title, n]);
}

export function Titled(props: { title: string; class?: string; children: ComponentChildren }) {
  useTitle(props.title);
  return (
    <article class={`page ${props.class ?? ""}`}>
      <h1>{props.title}</h1>
      {props.children}
    </article>
  );
}
