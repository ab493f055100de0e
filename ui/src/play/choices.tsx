// Shows buttons for moves that have no square, such as passing.
import { t, tOr } from "../app/i18n";
import type { TableGame } from "./tablegame";

export function Choices({ game }: { game: TableGame }) {
  const s = game.state.value;
  const may = game.mine === "both" || game.mine === s.turn;
  const moves = may && !game.ended.value && !game.past.value ? (s.legal ?? []).filter((m) => m.to < 0) : [];
  if (moves.length === 0) return null;
  return (
    <div class="choices" role="group" aria-label={t("play.choice")}>
      {moves.map((m) => (
        <button key={m.code} type="button" class="button" onClick={() => void game.move(m.code)}>
          {tOr(`choice.${m.code}`, m.code)}
        </button>
      ))}
    </div>
  );
}
