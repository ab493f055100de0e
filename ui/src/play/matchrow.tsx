// An online game in a list.
import type { Summary } from "../wire/messages";
import { seatText } from "./seats";
import { gameName } from "./words";

/** A link to the page of a game, with its players and how it stands. */
export function MatchRow({ match: m, detail }: { match: Summary; detail: string }) {
  return (
    <li>
      <a href={`/g/${m.id}`}>
        <b>{gameName(m.game)}</b> <span>{m.seats?.map(seatText).join(" – ")}</span>
        <small>{detail}</small>
      </a>
    </li>
  );
}
