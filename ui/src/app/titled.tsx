// A page with a heading, which is also the title of the browser tab.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "./i18n";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${t("app.name")}` : `${t("app.name")} · ${t("app.tagline")}`;
  }, [title]);
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
