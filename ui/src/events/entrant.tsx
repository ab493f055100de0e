// Shows one entrant of an event: the requested byes, and the data that arbiters enter.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { tell } from "../app/shell";
import { Pick } from "../play/pick";
import type { EventEntrant } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { namesOf } from "./words";

interface Props {
  desk: EventDesk;
  shown: Shown;
  entrant: EventEntrant;
}

/** Whether entrants can request byes: in a Swiss event, for a round that is not paired yet. */
export const mayBye = ({ event: e }: Shown): boolean =>
  e.settings.format === "swiss" && (e.phase === "open" || e.phase === "running") && e.paired + 1 <= (e.total ?? 0);

/**
 * Requests a bye in the next round. Players may request a bye with half a point or no point;
 * arbiters may also grant a full point.
 */
export function Bye({ desk, shown, entrant: x }: Props) {
  const round = shown.event.paired + 1;
  const kinds = shown.event.arbiter ? (["none", "half", "zero", "full"] as const) : (["none", "half", "zero"] as const);
  const send = (bye: string) =>
    void desk.send("PUT", `/entrants/${x.entrant}/bye`, { round, ...(bye === "none" ? {} : { bye }) });
  return (
    <Pick
      label={t("event.bye.ask", { n: round })}
      name={`bye-${x.entrant}`}
      value={x.bye ?? "none"}
      values={kinds}
      text={(v) => tx(`event.bye.ask.${v}`)}
      onPick={send}
    />
  );
}

/** The form with the fields of an entrant that an arbiter can change. */
export function Edit({ desk, shown, entrant: x }: Props) {
  const name = useSignal<string | null>(null);
  const rating = useSignal<string | null>(null);
  const team = useSignal<string | null>(null);
  const board = useSignal<string | null>(null);
  const categories = useSignal<string | null>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const { event } = shown;
  // The rating cannot be changed after the entrant has been paired, because the pairings depend on
  // the rating.
  const fixed = event.phase === "running" && event.paired >= (x.enters ?? 1);
  const number = (text: string | null, old: number | undefined, most: number) =>
    text === null ? (old ?? 0) : Math.max(0, Math.min(most, Number.parseInt(text, 10) || 0));
  const save = async (e: Event) => {
    e.preventDefault();
    const list =
      categories.value === null
        ? (x.categories ?? [])
        : [...new Set(categories.value.split(/[;,]/).map((c) => c.trim()))].filter(Boolean);
    const body = {
      ...(x.player ? {} : { name: (name.value ?? x.name ?? "").trim() }),
      rating: number(rating.value, x.rating, 9999),
      team: (team.value ?? x.team ?? "").trim(),
      board: number(board.value, x.board, 600),
      categories: list,
    };
    if (!(await desk.send("PUT", `/entrants/${x.entrant}`, body))) return;
    tell(t("event.saved"));
    name.value = rating.value = team.value = board.value = categories.value = null;
    if (fold.current) fold.current.open = false;
  };
  const field = (label: string, value: typeof name, old: string, more: Record<string, unknown> = {}) => (
    <label class="field">
      <span>{label}</span>
      <input
        autocomplete="off"
        maxLength={80}
        value={value.value ?? old}
        onInput={(e) => (value.value = e.currentTarget.value)}
        {...more}
      />
    </label>
  );
  const who = namesOf(shown.entrants)(x.entrant);
  const teams = Boolean(event.settings.teamBoards || event.settings.teamBest) || shown.entrants.some((e) => e.team);
  return (
    <details class="edit" ref={fold}>
      <summary aria-label={t("event.edit.of", { name: who })}>{t("event.edit")}</summary>
      {mayBye(shown) && <Bye desk={desk} shown={shown} entrant={x} />}
      <form class="row" aria-label={t("event.edit.of", { name: who })} onSubmit={(e) => void save(e)}>
        {!x.player && field(t("event.desk.add.name"), name, x.name ?? "", { required: true })}
        {!fixed &&
          field(t("event.edit.rating"), rating, x.rating ? String(x.rating) : "", {
            inputMode: "numeric",
            maxLength: 4,
          })}
        {teams && field(t("event.edit.team"), team, x.team ?? "")}
        {teams &&
          field(t("event.edit.board"), board, x.board ? String(x.board) : "", { inputMode: "numeric", maxLength: 3 })}
        {field(t("event.edit.categories"), categories, (x.categories ?? []).join("; "), { maxLength: 400 })}
        <button type="submit" class="button" disabled={desk.busy.value}>
          {t("event.save")}
        </button>
      </form>
    </details>
  );
}

/** The button that readmits an entrant who has withdrawn. */
export function Return({ desk, shown, entrant: x }: Props) {
  const { event: e } = shown;
  const open = e.phase === "open" || e.phase === "draft";
  if (!open && !(e.phase === "running" && e.settings.format === "swiss" && e.paired < (e.total ?? 0))) return null;
  const who = namesOf(shown.entrants)(x.entrant);
  return (
    <button
      type="button"
      class="button"
      aria-label={t("event.return.of", { name: who })}
      disabled={desk.busy.value}
      onClick={() => void desk.send("POST", `/entrants/${x.entrant}/return`)}
    >
      {t("event.return")}
    </button>
  );
}
