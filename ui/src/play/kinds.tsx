// The choice of a game as a row of links.
import { kinds } from "../app/boot";
import { t } from "../app/i18n";
import { gameName } from "./words";

export function Kinds(p: { at: string; href(kind: string): string }) {
  return (
    <nav class="kinds" aria-label={t("game.choose")}>
      {kinds().map((k) => (
        <a key={k} href={p.href(k)} aria-current={k === p.at ? "page" : undefined}>
          {gameName(k)}
        </a>
      ))}
    </nav>
  );
}
