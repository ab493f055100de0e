// Draws a rating over time: a line for the rating, and a band for its deviation.
import { t, tx } from "../app/i18n";
import type { RatingPoint } from "../wire/messages";
import { Band } from "./band";
import { gameName } from "./words";

export function Chart(p: {
  game: string;
  speed?: string;
  points: readonly Pick<RatingPoint, "before" | "rating" | "deviation">[];
}) {
  const [first] = p.points;
  const last = p.points.at(-1);
  if (!first || !last) return null;
  const all = [{ rating: first.before, deviation: first.deviation }, ...p.points];
  const label = t("rank.chart", {
    game: gameName(p.game),
    speed: p.speed ? tx(`speed.${p.speed}`) : t("rank.here"),
    from: Math.round(first.before),
    to: Math.round(last.rating),
    n: p.points.length,
  });
  const values = all.map((v) => ({ at: v.rating, low: v.rating - v.deviation, high: v.rating + v.deviation }));
  return (
    <Band
      values={values}
      low={Math.min(...values.map((v) => v.low))}
      high={Math.max(...values.map((v) => v.high))}
      label={label}
    />
  );
}
