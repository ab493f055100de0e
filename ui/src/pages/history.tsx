// Shows the history of a game, with sources.
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import { Titled } from "../app/titled";
import { Kinds } from "../play/kinds";
import { gameName } from "../play/words";
import { about, usual } from "./about";
import NotFound from "./notfound";

const { prepare, Text } = about(
  "history",
  import.meta.glob<string>("../../../games/*/text/history.*.md", { query: "?raw", import: "default" }),
);
export { prepare };

export default function History(p: { kind?: string }) {
  const kind = p.kind ?? usual();
  if (!infoOf(kind)) return <NotFound />;
  return (
    <Titled title={t("history.title", { game: gameName(kind).toLowerCase() })} class="prose">
      <Kinds at={kind} href={(k) => `/history/${k}`} />
      <Text kind={kind} />
      <p class="more">
        <a class="button main" href={`/play/${kind}`}>
          {t("nav.play")}
        </a>
        <a class="button" href={`/rules/${kind}`}>
          {t("nav.rules")}
        </a>
      </p>
    </Titled>
  );
}
