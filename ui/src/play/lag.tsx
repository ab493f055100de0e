// Shows the network lag that a player's clock lost at each of the player's moves, and how much of
// that time the server credited.
import { number, t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import type { OnlineGame } from "../session/online";
import type { MatchView } from "../wire/messages";
import type { Side } from "../board";
import sheet from "../style/lag.css?url";
import { moveText } from "./words";

void addSheet(sheet);

export interface Receipt {
  /** The number of the move in the game, from 1. */
  n: number;
  text: string;
  /** Milliseconds of network lag at this move. */
  lag: number;
  /**
   * Milliseconds of the lag that the server credited to the clock; null if no clock was running.
   */
  gave: number | null;
}

type Timed = Pick<MatchView, "opening" | "lag"> & Partial<Pick<MatchView, "lost" | "firstMove">>;

/**
 * The network lags of the moves of the side `mine`. The sides alternate, and `turn` is the side to
 * move after the last move.
 */
export function receiptsOf(v: Timed, texts: readonly string[], mine: Side, turn: Side): Receipt[] {
  const lags = v.lag ?? [];
  const own = turn === mine ? 0 : 1;
  return lags.flatMap((lag, i) => {
    if ((lags.length - i) % 2 !== own) return [];
    const ply = v.opening + i;
    // The first move of each side has its own time limit and does not use the
    // clock.
    const gave = v.firstMove && i < 2 ? null : lag - (v.lost?.[i] ?? 0);
    return [{ n: Math.floor(ply / 2) + 1, text: texts[ply] ?? "", lag, gave }];
  });
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

export function Lag({ game }: { game: OnlineGame }) {
  const { codes, texts = codes, turn } = game.state.value;
  const list = game.mine === "none" ? [] : receiptsOf(game.view.value, texts, game.mine, turn);
  if (list.length === 0) return <p>{t("lag.none")}</p>;
  const charged = list.filter((r) => r.gave !== null);
  const ms = (n: number) => t("lag.ms", { n: number(n) });
  return (
    <>
      <p>
        {t("lag.sum", {
          lag: ms(sum(charged.map((r) => r.lag))),
          gave: ms(sum(charged.map((r) => r.gave ?? 0))),
        })}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable */}
      <div class="lag" tabIndex={0} role="group" aria-label={t("lag.title")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("lag.move")}</th>
              <th scope="col">{t("lag.took")}</th>
              <th scope="col">{t("lag.gave")}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((r) => (
              <tr key={r.n} data-lost={r.gave !== null && r.gave < r.lag}>
                <th scope="row">
                  {r.n}. {moveText(r.text)}
                </th>
                <td>{ms(r.lag)}</td>
                <td>{r.gave === null ? t("lag.free") : ms(r.gave)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
