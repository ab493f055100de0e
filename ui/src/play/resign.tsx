// The question before a game is given up.
import { t } from "../app/i18n";

export function AskResign(p: { onYes(): void; onNo(): void }) {
  return (
    <div class="ask" role="alertdialog" aria-label={t("play.resign.sure")}>
      <p>{t("play.resign.sure")}</p>
      <button type="button" class="button main" onClick={p.onYes}>
        {t("play.yes")}
      </button>
      <button type="button" class="button" onClick={p.onNo}>
        {t("play.no")}
      </button>
    </div>
  );
}
