// Shows the rules of a game.
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import { Titled } from "../app/titled";
import { hides } from "../play/hidden";
import { Kinds } from "../play/kinds";
import { gameName } from "../play/words";
import { about, usual } from "./about";
import NotFound from "./notfound";

const { prepare, Text } = about(
  "rules",
  import.meta.glob<string>("../../../games/*/text/rules.*.md", { query: "?raw", import: "default" }),
);
export { prepare };

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
        <a class="button" href={`/history/${kind}`}>
          {t("history.nav")}
        </a>
      </p>
    </Titled>
  );
}
