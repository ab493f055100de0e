// The names of the seats of a match on the server.
import { t } from "../app/i18n";
import type { Summary } from "../wire/messages";
import { endText, playerName } from "./words";

/** The name of a seat on the server: a person's name, or an engine's level or algorithm. */
export function seatText(s: { kind: string; name?: string; deleted?: boolean; level?: number; spec?: string }): string {
  return s.kind === "level"
    ? t("seat.machine", { n: s.level ?? 0 })
    : playerName(s.name ?? "") || s.spec || t(s.deleted ? "seat.deleted" : "seat.human");
}

/** How a finished match in a list has ended, with the names of its seats: a list does not say who chose which colour. */
export function listedEnd(m: Summary): string {
  return endText(m.game, { why: m.why ?? "", winner: m.winner ?? "none" }, "none", undefined, (s) =>
    seatText(m.seats?.[s === "first" ? 0 : 1] ?? { kind: "human" }),
  );
}
