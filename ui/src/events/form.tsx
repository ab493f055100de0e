// Shows the form for the settings of an event.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { NumberField } from "../play/number";
import { Pick } from "../play/pick";
import { PickKind } from "../play/pickkind";
import { TermsFields } from "../play/terms";
import type { EventSettings } from "../wire/messages";
import { clockOf, clockTerms } from "./clock";
import { FormatFields, formParts, isOpen, PauseField, TeamFields } from "./formats";
import { Switch } from "./switch";
import { TieBreaks } from "./tiebreaks";

const formats = ["swiss", "roundrobin", "knockout", "double", "arena", "ladder"] as const;
const boards = ["wood", "screen", "both"] as const;
const scorings = ["1-0.5-0", "2-1-0", "3-1-0"] as const;
const cycles = ["1", "2", "3", "4"] as const;

/** Default settings: a club evening with wooden boards. */
export const usual = (game: string): EventSettings => ({
  name: "",
  game,
  clock: "10+5",
  format: "swiss",
  rounds: 5,
  scoring: "1-0.5-0",
  tieBreaks: ["buchholz-cut1", "buchholz", "wins"],
  boards: "wood",
  lateUntil: 2,
});

/**
 * Returns the settings without the fields that do not apply to the format or the kind of boards.
 */
export function fitting(s: EventSettings): EventSettings {
  const swiss = s.format === "swiss";
  const parts = formParts(s);
  const wood = (parts.boards ?? s.boards) === "wood";
  const rounds = s.rounds || 5;
  return {
    ...s,
    name: s.name.trim(),
    rounds: swiss ? rounds : 0,
    cycles: s.format === "roundrobin" ? s.cycles || 1 : 0,
    lateUntil: swiss && !parts.teamBoards ? Math.min(s.lateUntil ?? 0, rounds) : 0,
    rated: !wood && s.rated === true,
    firstMove: wood ? 0 : s.firstMove || 300_000,
    checkIn: s.boards === "screen" || s.checkIn === true,
    ...parts,
  };
}

/**
 * The form for the settings. After the start of an event, the form shows only settings that can
 * still change.
 */
export function EventForm(p: {
  label: string;
  start: EventSettings;
  started?: boolean;
  submit: string;
  busy: boolean;
  onSubmit(s: EventSettings): void;
}) {
  const draft = useSignal(p.start);
  const s = draft.value;
  const set = (part: Partial<EventSettings>) => (draft.value = { ...draft.value, ...part });
  const send = (e: Event) => {
    e.preventDefault();
    p.onSubmit(fitting(s));
  };
  return (
    <form class="setup eventform" aria-label={p.label} onSubmit={send}>
      <label class="field">
        <span>{t("event.name")}</span>
        <input required maxLength={80} value={s.name} onInput={(e) => set({ name: e.currentTarget.value })} />
      </label>
      {!p.started && <Fixed settings={s} set={set} />}
      <PauseField settings={s} set={set} />
      {s.format === "swiss" && !s.teamBoards && (
        <NumberField
          label={t("event.late")}
          value={s.lateUntil ?? 0}
          most={30}
          onChange={(n) => set({ lateUntil: n })}
        />
      )}
      {!isOpen(s.format) && <TieBreaks list={s.tieBreaks ?? []} onChange={(tieBreaks) => set({ tieBreaks })} />}
      <button type="submit" class="button main" disabled={p.busy}>
        {p.submit}
      </button>
    </form>
  );
}

interface Part {
  settings: EventSettings;
  set(part: Partial<EventSettings>): void;
}

/** The most rounds that an event may have. */
const ROUNDS = 30;

/** The number in a text field if it is a whole number from 1 to ROUNDS; otherwise undefined. */
export function roundsIn(text: string): number | undefined {
  const n = Number(text);
  return text.trim() && Number.isInteger(n) && n >= 1 && n <= ROUNDS ? n : undefined;
}

/** The field for the number of rounds. A number that is not allowed stays in the field, with an error. */
function Rounds(p: { value: number; onChange(n: number): void }) {
  const text = useSignal(String(p.value));
  const wrong = roundsIn(text.value) === undefined ? t("event.rounds.wrong", { most: ROUNDS }) : "";
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.setCustomValidity(wrong), [wrong]);
  return (
    <label class="field">
      <span>{t("event.rounds")}</span>
      <input
        ref={field}
        type="number"
        inputMode="numeric"
        aria-invalid={wrong !== ""}
        value={text.value}
        onInput={(e) => {
          text.value = e.currentTarget.value;
          const n = roundsIn(text.value);
          if (n !== undefined) p.onChange(n);
        }}
      />
      {wrong && <small role="alert">{wrong}</small>}
    </label>
  );
}

const About = ({ children }: { children: ComponentChildren }) => <p class="fine">{children}</p>;

/** The settings that cannot change after the start of the event. */
function Fixed({ settings: s, set }: Part) {
  const arena = s.format === "arena";
  return (
    <>
      <PickKind value={s.game} onPick={(game) => set({ game, options: {} })} />
      <Pick
        label={t("event.format")}
        name="format"
        value={s.format}
        values={formats}
        text={(v) => tx(`event.format.${v}`)}
        onPick={(format) => set({ format })}
      />
      <About>{tx(`event.format.about.${s.format}`)}</About>
      {s.format === "swiss" && <Rounds value={s.rounds || 5} onChange={(rounds) => set({ rounds })} />}
      {s.format === "roundrobin" && (
        <Pick
          label={t("event.cycles")}
          name="cycles"
          value={cycles.find((c) => Number(c) === s.cycles) ?? "1"}
          values={cycles}
          text={(n) => t("event.cycles.n", { n })}
          onPick={(n) => set({ cycles: Number(n) })}
        />
      )}
      <FormatFields settings={s} set={set} />
      <TeamFields settings={s} set={set} />
      {!arena && (
        <>
          <Pick
            label={t("event.boards")}
            name="boards"
            value={s.boards}
            values={boards}
            text={(v) => tx(`event.boards.${v}`)}
            onPick={(where) => set({ boards: where })}
          />
          <About>{tx(`event.boards.about.${s.boards}`)}</About>
          {s.boards === "screen" && <About>{t("event.checkin.screen")}</About>}
        </>
      )}
      <TermsFields
        key={s.game}
        kind={s.game}
        terms={{ clock: clockTerms(s.clock), options: s.options ?? {} }}
        onChange={(terms) => set({ clock: clockOf(terms.clock), options: terms.options })}
      />
      {(arena || s.boards !== "wood") && (
        <>
          <NumberField
            label={t("event.first")}
            value={Math.round((s.firstMove || 300_000) / 60_000)}
            least={1}
            most={120}
            onChange={(n) => set({ firstMove: n * 60_000 })}
          />
          <Switch text={t("event.rated")} on={s.rated === true} onChange={(rated) => set({ rated })} />
        </>
      )}
      {!arena && s.boards !== "screen" && (
        <Switch text={t("event.checkin.ask")} on={s.checkIn === true} onChange={(checkIn) => set({ checkIn })} />
      )}
      {!arena && (
        <Pick
          label={t("event.scoring")}
          name="scoring"
          value={s.scoring}
          values={scorings}
          text={(v) => tx(`event.scoring.${v}`)}
          onPick={(scoring) => set({ scoring })}
        />
      )}
    </>
  );
}
