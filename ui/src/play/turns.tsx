// Shows the matches that wait for the viewer's move.
import { t } from "../app/i18n";
import { waiting } from "../app/turns";
import type { Turn } from "../wire/messages";
import { clockText, gameName, playerName } from "./words";

/** A link to each match in which it is the viewer's turn. */
export function Turns({ now }: { now: number }) {
  if (waiting.value.length === 0) return null;
  const text = (x: Turn) => {
    const who = playerName(x.other) || t("seat.deleted");
    return x.deadline ? t("turns.left", { who, left: clockText(x.deadline - now) }) : who;
  };
  return (
    <section class="turns">
      <h2>{t("play.yourturn")}</h2>
      <ul class="list">
        {waiting.value.map((x) => (
          <li key={x.match}>
            <a href={`/g/${x.match}`}>
              <b>{gameName(x.game)}</b> <small>{text(x)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
