// Draws a chart: a line for the values, and a band for their intervals.
const W = 320;
const H = 96;
const PAD = 4;

/**
 * A line of values, and a band for their intervals. `low` and `high` are the limits of the vertical
 * axis.
 */
export function Band(p: {
  values: readonly { at: number; low: number; high: number }[];
  low: number;
  high: number;
  label: string;
}) {
  const all = p.values;
  const x = (i: number) => PAD + (i * (W - 2 * PAD)) / Math.max(1, all.length - 1);
  const y = (r: number) => H - PAD - ((r - p.low) * (H - 2 * PAD)) / Math.max(1, p.high - p.low);
  const at = (i: number, r: number) => `${x(i).toFixed(1)},${y(r).toFixed(1)}`;
  const line = all.map((v, i) => at(i, v.at)).join(" ");
  const top = all.map((v, i) => at(i, v.high));
  const bottom = all.map((v, i) => at(i, v.low)).toReversed();
  return (
    <svg class="chart" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={p.label}>
      <polygon points={[...top, ...bottom].join(" ")} />
      <polyline points={line} />
      <circle cx={x(all.length - 1)} cy={y(all.at(-1)?.at ?? 0)} r="3" />
    </svg>
  );
}
