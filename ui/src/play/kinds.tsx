// Lets the user choose a game from a row of links. A row that is too narrow for
// all links scrolls; it begins near the current game.
import { useEffect, useRef } from "preact/hooks";
import { kinds } from "../app/boot";
import { t } from "../app/i18n";
import { gameName } from "./words";

/** The visible width of the link before the current link, in pixels. */
const EDGE = 40;

export function Kinds(p: { at: string; href(kind: string): string }) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const all = row.current;
    const here = all?.querySelector<HTMLElement>("[aria-current]");
    if (all && here) all.scrollLeft = here.offsetLeft - all.offsetLeft - EDGE;
  }, [p.at]);
  return (
    <nav ref={row} class="kinds" aria-label={t("game.choose")}>
      {kinds().map((k) => (
        <a key={k} href={p.href(k)} aria-current={k === p.at ? "page" : undefined}>
          {gameName(k)}
        </a>
      ))}
    </nav>
  );
}
