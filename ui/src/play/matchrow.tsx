// Shows an online game as a row of a list.
import type { ComponentChildren } from "preact";
import type { Summary } from "../wire/messages";
import { seatText } from "./seats";
import { gameName } from "./words";

export interface RowProps {
  match: Summary;
  detail: string;
  /** A picture that stands before the text. */
  children?: ComponentChildren;
}

/** A link to the page of a game, with its players and its current state or result. */
export function MatchRow({ match: m, detail, children }: RowProps) {
  return (
    <li>
      <a href={`/g/${m.id}`}>
        {children}
        <div>
          <b>{gameName(m.game)}</b> <span>{m.seats?.map(seatText).join(" – ")}</span>
          <small>{detail}</small>
        </div>
      </a>
    </li>
  );
}
