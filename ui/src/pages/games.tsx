// Lists the games stored on this device, and the player's finished games on the
// server.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boot } from "../app/boot";
import { lang, speakOf, t } from "../app/i18n";
import { moment } from "../app/moment";
import { settings } from "../app/settings";
import { useLater } from "../play/hooks";
import { addSheet } from "../app/sheets";
import { Titled } from "../app/titled";
import { Finished } from "../play/finished";
import { SharedStudies } from "../play/sharedstudies";
import { Running } from "../play/running";
import { endText, gameName, machineName, moveNumber } from "../play/words";
import { library } from "../session/here";
import { byRecord, resultText } from "../session/result";
import { treeOf, type RecordMove, type Saved } from "../session/saved";
import sheet from "../style/finished.css?url";

export const prepare = (): Promise<unknown> => addSheet(sheet);

/** The names of both players. */
function opponents({ study, names, seats, played }: Saved): string {
  const { first, second } = played ?? seats;
  if (names) return `${names.first || "?"} – ${names.second || "?"}`;
  if (study && !played) return t("analysis.title");
  if (first.kind === "human" && second.kind === "human") return t("play.opponent.hotseat");
  const both = [first, second].map((s) => (s.kind === "machine" ? machineName(s) : t("seat.you"))).join(" – ");
  return study ? `${both} · ${t("analysis.title")}` : both;
}

const href = (s: Saved): string => (s.study ? `/analysis/${s.kind}?game=${s.id}` : `/game/${s.id}`);

/** A row of the list: a played game with its study, or a study without a played game. */
interface Row {
  s: Saved;
  study?: Saved | undefined;
}

/**
 * Whether a line or one of its variations begins with these moves. The module session/tree has
 * similar code, but is too large for this page.
 */
function holds(line: readonly RecordMove[], moves: readonly string[]): boolean {
  const [move] = line;
  if (moves.length === 0 || !move) return moves.length === 0;
  if (move.code === moves[0] && holds(line.slice(1), moves.slice(1))) return true;
  return move.variations?.some((v) => holds(v, moves)) ?? false;
}

/**
 * The rows for the stored games. A game without moves at the default start position is not listed.
 */
function rowsOf(all: readonly Saved[]): Row[] {
  const begun = all.filter((s) => lengthOf(s) > 0 || s.start);
  // The stored study of the played game `g`. It opens when the user reviews this game.
  const studyOf = (g: Saved) => all.find((s) => s.of === g.id && holds(treeOf(s).moves, g.moves));
  const rows = begun.map((s): Row => ({ s, study: studyOf(s) }));
  const reached = new Set(rows.map((r) => r.study));
  return rows.filter((r) => !reached.has(r.s));
}

export default function Games() {
  // A deleted game keeps its row on the page, so that it can be restored.
  const games = useSignal(rowsOf(library.all()));
  const gone = useSignal<readonly string[]>([]);
  const remove = ({ s, study }: Row) => {
    library.remove(s.id);
    if (study) library.remove(study.id);
    gone.value = [...gone.value, s.id];
  };
  const restore = ({ s, study }: Row) => {
    if (study) library.put(study);
    library.put(s);
    gone.value = gone.value.filter((id) => id !== s.id);
  };
  return (
    <Titled title={t("games.title")} class="narrow">
      <p class="more">
        <a class="button" href="/import">
          {t("nav.import")}
        </a>
      </p>
      {boot.online && <Running title={t("games.running")} />}
      {games.value.length === 0 && !boot.online && <Empty />}
      <ul class="list">
        {games.value.map((row) => (
          <li key={row.s.id}>
            {gone.value.includes(row.s.id) ? (
              <Gone s={row.s} onRestore={() => restore(row)} />
            ) : (
              <Kept {...row} onRemove={() => remove(row)} />
            )}
          </li>
        ))}
      </ul>
      <Rates games={games.value.filter((r) => !gone.value.includes(r.s.id)).map((r) => r.s)} />
      {boot.online && <SharedStudies />}
      {boot.online && <Finished none={games.value.length === 0 && <Empty />} />}
    </Titled>
  );
}

/** Shows win rates against engines. The code is loaded if a game against an engine is finished. */
function Rates({ games }: { games: readonly Saved[] }) {
  const some = games.some(({ seats, ended }) => ended && seats.first.kind !== seats.second.kind);
  const view = useLater(some, async () => {
    const [found] = await Promise.all([import("../people/ratesview"), speakOf("people", lang.value)]);
    return found;
  });
  return view ? <view.default games={games} /> : null;
}

const Empty = () => (
  <div class="empty">
    <p>{t("games.none")}</p>
    <a class="button" href={`/play/${settings.value.kind || t("app.first")}`}>
      {t("play.new")}…
    </a>
  </div>
);

/**
 * The number of moves of a game. In a study only the main line counts, even if the user last looked
 * at another line.
 */
const lengthOf = (s: Saved): number => moveNumber((s.study ? treeOf(s).moves : s.moves).length);

/** The result of a game as text. It comes from the rules, or else from the record. */
function howItStands(s: Saved): string {
  const winner = byRecord(s);
  if (s.ended) return ` · ${endText(s.kind, s.ended, "none")}`;
  if (winner && s.why) return ` · ${endText(s.kind, { why: s.why, winner }, "none")}`;
  if (winner) return ` · ${t("analysis.record", { result: resultText(winner) })}`;
  return s.study ? "" : ` · ${t("games.underway")}`;
}

function Kept({ s, study, onRemove }: Row & { onRemove(): void }) {
  const label = t("games.delete", { game: gameName(s.kind), when: moment(s.updated) });
  return (
    <>
      <a href={href(s)}>
        <b>{gameName(s.kind)}</b> <span>{opponents(s)}</span>
        <small>
          {moment(s.updated)} · {t("games.moves", { n: lengthOf(s) })}
          {howItStands(s)}
        </small>
      </a>
      {study && (
        <a class="button" href={href(study)}>
          {t("analysis.title")}
        </a>
      )}
      <button type="button" class="icon" aria-label={label} title={label} onClick={onRemove}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" />
        </svg>
      </button>
    </>
  );
}

/** The row of a deleted game, with a button to restore it. The button gets the keyboard focus. */
function Gone({ s, onRestore }: { s: Saved; onRestore(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <p class="ask" role="status">
      <span>{t("games.deleted", { game: gameName(s.kind), n: lengthOf(s) })}</span>
      <button ref={button} type="button" class="link" onClick={onRestore}>
        {t("games.restore")}
      </button>
    </p>
  );
}
