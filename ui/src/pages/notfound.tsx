import { t } from "../app/i18n";
import { Titled } from "../app/titled";

export default function NotFound() {
  return (
    <Titled title={t("notfound.title")} class="narrow">
      <div class="empty">
        <p>{t("notfound.text")}</p>
        <a class="button" href="/">
          {t("notfound.home")}
        </a>
      </div>
    </Titled>
  );
}
