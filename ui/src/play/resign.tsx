// Asks for confirmation before resigning. The question is part of a menu and closes with the menu.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";

/** Calls f whenever the menu that contains an element closes. */
export function useClosed(inside: RefObject<HTMLElement>, f: () => void): void {
  useEffect(() => {
    const menu = inside.current?.closest("dialog");
    const onToggle = (e: Event) => (e as ToggleEvent).newState === "closed" && f();
    menu?.addEventListener("beforetoggle", onToggle);
    return () => menu?.removeEventListener("beforetoggle", onToggle);
  }, []);
}

export function AskResign(p: { onYes(): void; onNo(): void }) {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <div class="ask" role="alertdialog" aria-label={t("play.resign.sure")}>
      <p>{t("play.resign.sure")}</p>
      <button type="button" class="button main" onClick={p.onYes}>
        {t("play.yes")}
      </button>
      <button ref={no} type="button" class="button" onClick={p.onNo}>
        {t("play.no")}
      </button>
    </div>
  );
}
