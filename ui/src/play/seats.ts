// Forms the names of the two players of a match on the server.
import { t } from "../app/i18n";
import { playerName } from "./words";

/** The name of a seat on the server: a person's name, or an engine's level or algorithm. */
export function seatText(s: { kind: string; name?: string; deleted?: boolean; level?: number; spec?: string }): string {
  return s.kind === "level"
    ? t("seat.machine", { n: s.level ?? 0 })
    : playerName(s.name ?? "") || s.spec || t(s.deleted ? "seat.deleted" : "seat.human");
}
