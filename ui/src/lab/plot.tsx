// Draws a chart of shares in percent, with the titles and the scale of both axes.
import { number } from "../app/i18n";

const W = 360;
const H = 200;
const LEFT = 34;
const RIGHT = 14;
const TOP = 26;
const BOTTOM = 40;
/** The largest number of marks on the horizontal axis. */
const MOST_TICKS = 6;

/** A point of the curve, with its interval; all but `x` are in percent. */
export interface Mark {
  x: number;
  at: number;
  low: number;
  high: number;
}

/** Returns round numbers from `from` to `to`, at most MOST_TICKS of them. */
export function ticks(from: number, to: number): number[] {
  const span = Math.max(0, to - from);
  let step = 1;
  for (let size = 1; ; size *= 10) {
    const fit = [1, 2, 5].map((k) => k * size).find((s) => span / s <= MOST_TICKS - 1);
    if (fit) {
      step = fit;
      break;
    }
  }
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}

/** A curve with the band of its intervals. `across` and `up` are the titles of the axes. */
export function Plot(p: { marks: readonly Mark[]; across: string; up: string; label: string }) {
  const from = p.marks[0]?.x ?? 0;
  const last = p.marks.at(-1);
  const to = last?.x ?? 0;
  const x = (v: number) => LEFT + ((v - from) * (W - LEFT - RIGHT)) / Math.max(1, to - from);
  const y = (percent: number) => H - BOTTOM - (percent * (H - TOP - BOTTOM)) / 100;
  const at = (m: Mark, percent: number) => `${x(m.x).toFixed(1)},${y(percent).toFixed(1)}`;
  const top = p.marks.map((m) => at(m, m.high));
  const bottom = p.marks.map((m) => at(m, m.low)).toReversed();
  return (
    <svg class="chart plot" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={p.label}>
      {[0, 25, 50, 75, 100].map((percent) => (
        <g key={percent}>
          <line class={percent === 0 ? "axis" : ""} x1={LEFT} x2={W - RIGHT} y1={y(percent)} y2={y(percent)} />
          <text x={LEFT - 6} y={y(percent) + 4} text-anchor="end">
            {percent}
          </text>
        </g>
      ))}
      {ticks(from, to).map((v) => (
        <g key={v}>
          <line class="axis" x1={x(v)} x2={x(v)} y1={y(0)} y2={y(0) + 4} />
          <text x={x(v)} y={y(0) + 16} text-anchor="middle">
            {number(v)}
          </text>
        </g>
      ))}
      <line class="axis" x1={LEFT} x2={LEFT} y1={y(100)} y2={y(0)} />
      <text x={4} y={14}>
        {p.up}
      </text>
      <text x={W - RIGHT} y={H - 6} text-anchor="end">
        {p.across}
      </text>
      <polygon points={[...top, ...bottom].join(" ")} />
      <polyline points={p.marks.map((m) => at(m, m.at)).join(" ")} />
      {last && <circle cx={x(last.x)} cy={y(last.at)} r="3" />}
    </svg>
  );
}
