// A graph of winning chances over a game, with a text and a table for screen readers.
import { number, t } from "../app/i18n";
import { sideName } from "./words";

export interface GraphProps {
  kind: string;
  /** The winning chance of the first side after each ply. */
  values: (number | null)[];
  texts: string[];
  at: number;
  onLook(ply: number): void;
}

const W = 300;
const H = 80;

export function Graph(p: GraphProps) {
  const n = Math.max(1, p.values.length - 1);
  const x = (i: number) => (i / n) * W;
  const points = p.values.map((v, i) => (v === null ? null : ([x(i), H - v * H] as const))).filter((v) => v !== null);
  const line = points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L");
  const known = p.values.filter((v) => v !== null);
  const per = (v: number) => number(Math.round(v * 100));
  const alt = t("analysis.graph.alt", {
    side: sideName(p.kind, "first"),
    n: p.values.length - 1,
    low: per(Math.min(...known)),
    high: per(Math.max(...known)),
  });
  const look = (e: MouseEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect();
    p.onLook(Math.round(((e.clientX - box.left) / box.width) * n));
  };
  return (
    <figure>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the arrow keys and the table do the same */}
      <svg
        class="chart"
        viewBox={`0 0 ${W} ${H}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={alt}
        onClick={look}
      >
        <path class="area" d={`M0 ${H}L${line}L${x(p.values.length - 1)} ${H}z`} />
        <path class="mid" d={`M0 ${H / 2}H${W}`} />
        <path class="curve" d={`M${line}`} />
        <path class="now" d={`M${x(p.at)} 0V${H}`} />
      </svg>
      <details>
        <summary>{t("analysis.table")}</summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>{t("analysis.move")}</th>
                <th class="num">{t("analysis.chance")}</th>
              </tr>
            </thead>
            <tbody>
              {p.values.map((v, i) => (
                <tr key={i}>
                  <td>{i === 0 ? "–" : `${i}. ${p.texts[i - 1] ?? ""}`}</td>
                  <td class="num">{v === null ? "–" : `${per(v)} %`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
