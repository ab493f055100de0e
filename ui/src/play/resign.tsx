// The confirmation before resigning.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";

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
