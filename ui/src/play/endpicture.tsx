// Shows the last position of a finished online game as a picture, drawn by the
// server.
import { lang } from "../app/i18n";
import type { Summary } from "../wire/messages";

/**
 * A picture of the last position, seen from the side of a player. It is loaded when it comes into
 * view.
 */
export function EndPicture({ match: m, player }: { match: Summary; player: string }) {
  const flip = m.players[1] === player && m.players[0] !== player;
  return (
    <img
      src={`/picture/g/${m.id}.svg?lang=${lang.value}&size=160${flip ? "&flip=true" : ""}`}
      alt=""
      loading="lazy"
      decoding="async"
      width="96"
      height="96"
    />
  );
}
