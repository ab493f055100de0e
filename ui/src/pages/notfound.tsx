import { t } from "../app/i18n";
import { settings } from "../app/settings";
import { Titled } from "../app/titled";

export default function NotFound() {
  return (
    <Titled title={t("notfound.title")} class="narrow">
      <div class="empty">
        <p>{t("notfound.text")}</p>
        <a class="button" href={`/play/${settings.value.kind || t("app.first")}`}>
          {t("notfound.home")}
        </a>
      </div>
    </Titled>
  );
}
