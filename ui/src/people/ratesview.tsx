// Shows win rates against each opponent on this device as bars: with draws as half points, and
// without draws.
import { useSignal } from "@preact/signals";
import { number, punctuated, t } from "../app/i18n";
import { gameName, machineName } from "../play/words";
import type { Saved } from "../session/saved";
import { met, share, type Met } from "./rates";

export default function Rates({ games }: { games: readonly Saved[] }) {
  const decided = useSignal(false);
  const rows = met(games);
  if (rows.length === 0) return null;
  return (
    <section class="rates">
      <h2>{t("rank.rates")}</h2>
      <p class="fine">{t("rank.rates.about")}</p>
      <label class="check">
        <input type="checkbox" checked={decided.value} onChange={(e) => (decided.value = e.currentTarget.checked)} />
        {t("rank.nodraws")}
      </label>
      <ul class="plain">
        {rows.map((m) => (
          <Bar key={`${m.kind} ${machineName(m.machine)}`} met={m} draws={!decided.value} />
        ))}
      </ul>
    </section>
  );
}

const W = 300;

function Bar({ met: m, draws }: { met: Met; draws: boolean }) {
  const points = share(m, draws);
  const drawn = draws ? m.drawn : 0;
  const n = m.won + drawn + m.lost;
  const part = (of: number) => (n > 0 ? (of / n) * W : 0);
  const name = `${gameName(m.kind)} · ${machineName(m.machine)}`;
  const words = t("rank.rates.bar", { name, w: m.won, d: m.drawn, l: m.lost });
  return (
    <li>
      <b>{name}</b> <span>{points === null ? "–" : punctuated(`${number(points)} %`)}</span>
      <svg class="stack" viewBox={`0 0 ${W} 12`} preserveAspectRatio="none" role="img" aria-label={words}>
        <rect class="win" width={part(m.won)} height={12} />
        <rect class="draw" x={part(m.won)} width={part(drawn)} height={12} />
        <rect class="loss" x={part(m.won + drawn)} width={part(m.lost)} height={12} />
      </svg>
      <small aria-hidden="true">{t("rank.rates.counts", { w: m.won, d: m.drawn, l: m.lost })}</small>
    </li>
  );
}
