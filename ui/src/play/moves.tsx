// Shows the list of moves: one scrolling line on a phone, a table on a wide
// screen.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { sized } from "./hooks";

export interface MovesProps {
  texts: string[];
  /**
   * The text of a sent move that the server has not acknowledged yet; "" while the text is not
   * known.
   */
  waiting?: string;
  /** The ply of the shown position. */
  at: number;
  /** 1 if the second side moved first, otherwise 0. */
  offset?: number;
  onLook(ply: number): void;
  /** The number of moves after the end of the list that the user can reach by stepping forward. */
  ahead?: number;
  /** Replaces the default list. */
  children?: ComponentChildren;
}

export function Moves(p: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const offset = p.offset ?? 0;
  useEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !now) return;
    return sized(box, () => {
      // Scroll only the list, never the page.
      const row = now.closest("li")?.offsetHeight || 1;
      // Scroll by whole rows, so that no row is cut at the top.
      const top = Math.round((now.offsetTop - box.clientHeight / 2) / row) * row;
      box.scrollTo({ left: now.offsetLeft - box.clientWidth / 2, top });
    });
    // Scroll again when a text changes: the text of a move may arrive later than
    // the move, and it may become longer.
  }, [p.at, p.texts.length, p.texts.at(-1)]);
  const rows: { n: number; plies: number[] }[] = [];
  const plies = p.texts.length + (p.waiting === undefined ? 0 : 1);
  for (let i = 0; i < plies; i++) {
    const n = Math.floor((i + offset) / 2);
    const row = rows.at(-1);
    if (row && row.n === n) row.plies.push(i);
    else rows.push({ n, plies: [i] });
  }
  const step = (ply: number, text: string, icon: string) => (
    <button
      type="button"
      class="icon"
      aria-label={text}
      title={text}
      disabled={ply < 0 || ply > p.texts.length + (p.ahead ?? 0) || ply === p.at}
      onClick={() => p.onLook(ply)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
  return (
    <section class="moves" aria-label={t("play.moves")}>
      {p.children ?? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable
        <ol ref={list} tabIndex={0} aria-label={t("play.moves")}>
          {rows.length === 0 && <li class="none">{t("play.moves.none")}</li>}
          {rows.map((r) => (
            <li key={r.n}>
              <span class="n">{r.n + 1}.</span>
              {r.n === 0 && offset === 1 && <span class="gap">…</span>}
              {r.plies.map((i) =>
                i === p.texts.length ? (
                  <em key={i} class="waiting">
                    {p.waiting}…
                  </em>
                ) : (
                  <button
                    key={i}
                    type="button"
                    aria-current={p.at === i + 1 ? "step" : undefined}
                    onClick={() => p.onLook(i + 1)}
                  >
                    {p.texts[i]}
                  </button>
                ),
              )}
            </li>
          ))}
        </ol>
      )}
      <div class="steps">
        {step(0, t("play.first"), "M18 5l-8 7 8 7M6 5v14")}
        {step(p.at - 1, t("play.prev"), "M16 5l-8 7 8 7")}
        {step(p.at + 1, t("play.next"), "M8 5l8 7-8 7")}
        {step(p.texts.length, t("play.last"), "M6 5l8 7-8 7M18 5v14")}
      </div>
    </section>
  );
}
