// Contains components for certain event formats: fields of the form, and displays of series, teams
// and arenas.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { hides } from "../play/hidden";
import { NumberField } from "../play/number";
import { Pick } from "../play/pick";
import type { EventBoard, EventEntrant, EventRound, EventSettings } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { Switch } from "./switch";
import { isElimination } from "./words";

type Format = EventSettings["format"];

/** Whether the event has no rounds: entrants come and go, and boards are added one by one. */
export const isOpen = (format: Format): boolean => format === "arena" || format === "ladder";

/** Whether the format can pair teams. */
const hasTeams = (format: Format): boolean => format === "swiss" || format === "roundrobin";

/**
 * The settings that apply only to certain formats. If a setting does not apply to the format of
 * `s`, it gets its default value.
 */
export function formParts(s: EventSettings): Partial<EventSettings> {
  const ties = isElimination(s.format);
  const arena = s.format === "arena";
  const teams = hasTeams(s.format) ? (s.teamBoards ?? 0) : 0;
  return {
    games: ties ? s.games || 1 : 0,
    deciding: ties ? (s.deciding ?? 0) : 0,
    third: s.format === "knockout" && s.third === true,
    minutes: arena ? s.minutes || 60 : 0,
    streak: arena && s.streak === true,
    pause: isOpen(s.format) ? 0 : (s.pause ?? 0),
    reach: s.format === "ladder" ? s.reach || 3 : 0,
    ...(s.format === "ladder" ? { tieBreaks: [] } : {}),
    teamBoards: teams,
    teamBest: teams ? 0 : (s.teamBest ?? 0),
    duplicate: s.duplicate === true && mayTwin({ ...s, teamBoards: teams }),
    ...(arena ? { boards: "screen", scoring: "2-1-0", tieBreaks: [] } : {}),
  };
}

/**
 * Whether two tables can play the same deal: this needs teams with an even number of boards on
 * screen, and a game with dealt pieces.
 */
const mayTwin = (s: EventSettings): boolean =>
  hides(s.game) && s.boards === "screen" && Boolean(s.teamBoards) && (s.teamBoards ?? 0) % 2 === 0;

interface Part {
  settings: EventSettings;
  set(part: Partial<EventSettings>): void;
}

/** The fields for eliminations and arenas. */
export function FormatFields({ settings: s, set }: Part) {
  if (s.format === "arena")
    return (
      <>
        <NumberField
          label={t("event.minutes")}
          value={s.minutes || 60}
          least={1}
          most={1440}
          onChange={(minutes) => set({ minutes })}
        />
        <Switch text={t("event.streak")} on={s.streak === true} onChange={(streak) => set({ streak })} />
      </>
    );
  if (s.format === "ladder")
    return (
      <NumberField
        label={t("event.reach")}
        value={s.reach || 3}
        least={1}
        most={20}
        onChange={(reach) => set({ reach })}
      />
    );
  if (!isElimination(s.format)) return null;
  return (
    <>
      <NumberField
        label={t("event.games")}
        value={s.games || 1}
        least={1}
        most={9}
        onChange={(games) => set({ games })}
      />
      <NumberField
        label={t("event.deciding")}
        value={s.deciding ?? 0}
        most={5}
        onChange={(deciding) => set({ deciding })}
      />
      {s.format === "knockout" && (
        <Switch text={t("event.third")} on={s.third === true} onChange={(third) => set({ third })} />
      )}
    </>
  );
}

const kinds = ["none", "best", "boards"] as const;

/** The fields for how the results of teams are counted. */
export function TeamFields({ settings: s, set }: Part) {
  const kind = s.teamBoards ? "boards" : s.teamBest ? "best" : "none";
  return (
    <>
      <Pick
        label={t("event.teams")}
        name="teams"
        value={kind}
        values={hasTeams(s.format) ? kinds : kinds.slice(0, 2)}
        text={(v) => tx(`event.teams.${v}`)}
        onPick={(v) => set({ teamBoards: v === "boards" ? 4 : 0, teamBest: v === "best" ? 2 : 0 })}
      />
      {kind === "boards" && (
        <NumberField
          label={t("event.teams.boards.n")}
          value={s.teamBoards ?? 0}
          least={1}
          most={20}
          onChange={(teamBoards) => set({ teamBoards })}
        />
      )}
      {mayTwin(s) && (
        <>
          <Switch text={t("event.duplicate")} on={s.duplicate === true} onChange={(duplicate) => set({ duplicate })} />
          <p class="fine">{t("event.duplicate.about")}</p>
        </>
      )}
      {kind === "best" && (
        <NumberField
          label={t("event.teams.best.n")}
          value={s.teamBest ?? 0}
          least={1}
          most={20}
          onChange={(teamBest) => set({ teamBest })}
        />
      )}
    </>
  );
}

/**
 * The field for whether the server pairs the next round automatically, and after how many minutes.
 */
export function PauseField({ settings: s, set }: Part) {
  if (isOpen(s.format)) return null;
  return (
    <NumberField
      label={t("event.pause")}
      value={Math.ceil((s.pause ?? 0) / 60)}
      most={1440}
      onChange={(n) => set({ pause: n * 60 })}
    />
  );
}

/**
 * The board of an entrant in a round: the first board without a result, otherwise the entrant's
 * last board.
 */
export function boardOf(round: EventRound | null, entrant: number): EventBoard | undefined {
  const own = round?.boards.filter((b) => b.first === entrant || b.second === entrant) ?? [];
  return own.find((b) => !b.result) ?? own.at(-1);
}

/** The matches between teams in a round. */
export function Encounters({ round }: { round: EventRound }) {
  if (!round.matches?.length) return null;
  return (
    <ul class="byes">
      {round.matches.map((m, i) => {
        const boards = round.boards.filter((b) => b.tie === i + 1).map((b) => b.board);
        return (
          <li key={m.home}>
            <b>{m.away ? t("event.encounter", { home: m.home, away: m.away }) : m.home}</b>{" "}
            <small>
              {m.away
                ? boards.length > 0 && t("event.encounter.boards", { from: boards[0] ?? 0, to: boards.at(-1) ?? 0 })
                : t("event.encounter.free")}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

/** Formats the time until `end` as minutes and seconds; zero after `end`. */
export function leftUntil(end: number, now: number): string {
  const s = Math.max(0, Math.ceil((end - now) / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** Shows how long an arena continues to pair players. */
export function Countdown({ ends }: { ends: number }) {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <b role="timer">{leftUntil(ends, now.value)}</b>;
}

/** The controls of a player in an arena: be ready for the next opponent, or rest. */
export function ArenaPart({ desk, shown, me }: { desk: EventDesk; shown: Shown; me: EventEntrant }) {
  const { event, last } = shown;
  if (event.phase === "over") return null;
  const playing = boardOf(last, me.entrant);
  const send = (on: boolean) => void desk.send("PUT", `/entrants/${me.entrant}/checkin`, { round: 1, in: on });
  return (
    <>
      {event.ends !== undefined && (
        <p>
          {t("event.arena.left")} <Countdown ends={event.ends} />
        </p>
      )}
      {me.checkedIn ? (
        <>
          <p class="here" role="status">
            {t(playing && !playing.result ? "event.arena.playing" : "event.arena.ready")}
          </p>
          <button type="button" class="button" disabled={desk.busy.value} onClick={() => send(false)}>
            {t("event.arena.rest")}
          </button>
        </>
      ) : (
        <button type="button" class="button main" disabled={desk.busy.value} onClick={() => send(true)}>
          {t("event.arena.join")}
        </button>
      )}
    </>
  );
}
