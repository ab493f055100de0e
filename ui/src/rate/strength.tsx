// Shows the strength of a level: measured in matches between levels, and estimated from the games
// of this site.
import { boot } from "../app/boot";
import { number, t } from "../app/i18n";
import { ANCHOR, ratingOf } from "../play/measured";
import { Here } from "./here";

export function Strength({ kind, level }: { kind: string; level: number }) {
  return (
    <>
      <p>{ratingText(kind, level)}</p>
      {boot.online && <Here kind={kind} level={level} />}
    </>
  );
}

/** The rating of a level as text, or the text that the level is not measured. */
function ratingText(kind: string, level: number): string {
  const rating = ratingOf(kind, level);
  if (rating === null) return t("level.unrated");
  return t("level.rating", { n: number(rating), anchor: number(ANCHOR) });
}
