// A rating over time as a small line with its deviation as a band.
import { t, tx } from "../app/i18n";
import type { RatingPoint } from "../wire/messages";
import { gameName } from "./words";

const W = 320;
const H = 96;
const PAD = 4;

export function Chart(p: {
  game: string;
  speed?: string;
  points: readonly Pick<RatingPoint, "before" | "rating" | "deviation">[];
}) {
  const [first] = p.points;
  const last = p.points.at(-1);
  if (!first || !last) return null;
  const all = [{ rating: first.before, deviation: first.deviation }, ...p.points];
  const low = Math.min(...all.map((v) => v.rating - v.deviation));
  const high = Math.max(...all.map((v) => v.rating + v.deviation));
  const x = (i: number) => PAD + (i * (W - 2 * PAD)) / Math.max(1, all.length - 1);
  const y = (r: number) => H - PAD - ((r - low) * (H - 2 * PAD)) / Math.max(1, high - low);
  const at = (i: number, r: number) => `${x(i).toFixed(1)},${y(r).toFixed(1)}`;
  const line = all.map((v, i) => at(i, v.rating)).join(" ");
  const top = all.map((v, i) => at(i, v.rating + v.deviation));
  const bottom = all.map((v, i) => at(i, v.rating - v.deviation)).toReversed();
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={t("rank.chart", {
        game: gameName(p.game),
        speed: p.speed ? tx(`speed.${p.speed}`) : t("rank.here"),
        from: Math.round(first.before),
        to: Math.round(last.rating),
        n: p.points.length,
      })}
    >
      <polygon points={[...top, ...bottom].join(" ")} />
      <polyline points={line} />
      <circle cx={x(all.length - 1)} cy={y(last.rating)} r="3" />
    </svg>
  );
}
