import { t } from "../app/i18n";
import { settings } from "../app/settings";
import { Titled } from "../app/titled";

export default function NotFound() {
  // Without a connection, the page may exist on the server.
  const { onLine } = navigator;
  return (
    <Titled title={t(onLine ? "notfound.title" : "error.offline")} class="narrow">
      <div class="empty">
        {onLine && <p>{t("notfound.text")}</p>}
        <a class="button" href={`/play/${settings.value.kind || t("app.first")}`}>
          {t("notfound.home")}
        </a>
      </div>
    </Titled>
  );
}
