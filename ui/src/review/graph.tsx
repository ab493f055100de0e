// Draws the graph of a review: winning chances over the game, the judged moves as dots, and luck
// and skill as separate curves.
import type { ComponentChildren } from "preact";
import { number, punctuated, t } from "../app/i18n";
import { moveNumber, sideName } from "../play/words";
import { glyphOf } from "./marks";
import type { Judgement } from "./judge";

export interface GraphProps {
  kind: string;
  /** The winning chance of the first side after each ply, from 0 to 1. */
  values: readonly (number | null)[];
  judgements: readonly Judgement[];
  /**
   * Only in games with luck: the sums of luck and of skill for the first side after each ply. One
   * move changes a sum by at most 1.
   */
  luck?: readonly number[];
  skill?: readonly number[];
  texts: readonly string[];
  at: number;
  /** 1 if the second side moved first, otherwise 0. */
  offset: number;
  onLook(ply: number): void;
  children?: ComponentChildren;
}

const W = 300;
const H = 80;

export function Graph(p: GraphProps) {
  const n = Math.max(1, p.values.length - 1);
  const x = (i: number) => Number(((i / n) * W).toFixed(1));
  const y = (v: number) => Number((H - Math.max(0, Math.min(1, v)) * H).toFixed(1));
  const known = p.values.flatMap((v, i) => (v === null ? [] : [[i, v] as const]));
  const line = known.map(([i, v]) => `${x(i)} ${y(v)}`).join("L");
  const end = x(known.at(-1)?.[0] ?? 0);
  const per = (v: number) => number(Math.round(v * 100));
  const values = known.map(([, v]) => v);
  const alt = t("analysis.graph.alt", {
    side: sideName(p.kind, "first"),
    n: moveNumber(p.values.length - 1, p.offset),
    low: per(Math.min(...values)),
    high: per(Math.max(...values)),
  });
  const look = (e: MouseEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect();
    p.onLook(Math.round(((e.clientX - box.left) / box.width) * n));
  };
  // A sum of 0 is drawn at half the height; the upper edge of the graph is the sum 1 (one won
  // game), and the lower edge is the sum −1.
  const sums = (list: readonly number[]) => `M${list.map((v, i) => `${x(i)} ${y(0.5 + v / 2)}`).join("L")}`;
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
        <path class="area" d={line && `M0 ${H}L${line}L${end} ${H}z`} />
        <path class="mid" d={`M0 ${H / 2}H${W}`} />
        {p.skill && <path class="skill" d={sums(p.skill)} />}
        {p.luck && <path class="luck" d={sums(p.luck)} />}
        <path class="curve" d={line && `M${line}`} />
        <path class="now" d={`M${x(p.at)} 0V${H}`} />
        {p.judgements.map((j, ply) => {
          const v = p.values[ply + 1];
          return j && typeof v === "number" ? (
            <path key={ply} class="dot" data-judged={j} d={`M${x(ply + 1)} ${y(v)}h0`} />
          ) : null;
        })}
      </svg>
      {p.children}
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
                  <td>
                    {i === 0
                      ? "–"
                      : `${moveNumber(i, p.offset)}${(i + p.offset) % 2 === 1 ? "." : "…"} ${p.texts[i - 1] ?? ""} ${glyphOf(p.judgements[i - 1] ?? "")}`}
                  </td>
                  <td class="num">{v === null ? "–" : punctuated(`${per(v)} %`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
