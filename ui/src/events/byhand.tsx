// Lets an arbiter pair a round by hand, and set which players must not meet.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { NumberField } from "../play/number";
import type { EventDesk, Shown } from "./data";
import { namesOf, plays } from "./words";

interface Props {
  desk: EventDesk;
  shown: Shown;
}

const byes = ["absent", "half", "zero", "full", "pairing"] as const;
type Bye = (typeof byes)[number];

/** Returns the list with the elements at the indexes `a` and `b` exchanged. */
export const swapped = (list: readonly number[], a: number, b: number): number[] =>
  list.map((x, i) => (i === a ? (list[b] ?? x) : i === b ? (list[a] ?? x) : x));

/**
 * Lists the entrants of the next round: first the entrants to be paired, by their places; then the
 * entrants who have a bye or are absent.
 */
export function lineUp({ event, entrants, standings }: Shown): {
  order: number[];
  boards: number;
  kinds: Map<number, Bye>;
} {
  const next = event.paired + 1;
  const s = event.settings;
  const place = new Map(standings.places.map((p, i) => [p.entrant, i]));
  const kinds = new Map<number, Bye>();
  const here = entrants.filter((x) => plays(x, next));
  for (const x of here) {
    if (x.bye) kinds.set(x.entrant, x.bye);
    else if ((s.checkIn || s.boards === "screen") && !x.checkedIn) kinds.set(x.entrant, "absent");
  }
  const at = (n: number) => (kinds.has(n) ? 1e6 : 0) + (place.get(n) ?? 1e5 + n);
  const order = here.map((x) => x.entrant).sort((a, b) => at(a) - at(b));
  const playing = order.length - kinds.size;
  const left = order[playing - 1];
  if (playing % 2 === 1 && left !== undefined) kinds.set(left, "pairing");
  return { order, boards: Math.floor(playing / 2), kinds };
}

/** The form for pairing the next round of a Swiss event by hand. */
export function Hand({ desk, shown }: Props) {
  const { event } = shown;
  const next = event.paired + 1;
  const chosen = useSignal<{ order: number[]; boards: number; kinds: Map<number, Bye> } | null>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const ready = event.phase === "running" && (event.paired === 0 || event.done) && next <= (event.total ?? 0);
  if (!ready || event.settings.format !== "swiss" || event.settings.teamBoards) return null;
  const usual = lineUp(shown);
  // If entrants have arrived or left since the form was filled in, the form starts again.
  const same = chosen.value && [...chosen.value.order].sort().join() === [...usual.order].sort().join();
  const now = same && chosen.value ? chosen.value : usual;
  const { order, boards, kinds } = now;
  const name = namesOf(shown.entrants);
  const seat = (i: number, label: string) => (
    <select
      aria-label={label}
      value={order[i]}
      onChange={(e) => {
        const at = order.indexOf(Number(e.currentTarget.value));
        chosen.value = { ...now, order: swapped(order, i, at) };
      }}
    >
      {order.map((n) => (
        <option key={n} value={n}>
          {name(n)}
        </option>
      ))}
    </select>
  );
  const send = async (e: Event) => {
    e.preventDefault();
    const body = {
      boards: Array.from({ length: boards }, (_, i) => [order[2 * i], order[2 * i + 1]]),
      byes: order.slice(2 * boards).map((entrant) => ({ entrant, bye: kinds.get(entrant) ?? "absent" })),
    };
    desk.wanted.value = 0;
    if (!(await desk.send("POST", `/rounds/${next}`, body))) return;
    chosen.value = null;
    if (fold.current) fold.current.open = false;
  };
  return (
    <details class="fold" ref={fold}>
      <summary>{t("event.hand.pair", { n: next })}</summary>
      <form class="setup byhand" aria-label={t("event.hand.pair", { n: next })} onSubmit={(e) => void send(e)}>
        <p class="fine">{t("event.hand.about")}</p>
        <NumberField
          label={t("event.hand.boards")}
          value={boards}
          least={1}
          most={Math.max(1, Math.floor(order.length / 2))}
          onChange={(n) => (chosen.value = { ...now, boards: n })}
        />
        <ol>
          {Array.from({ length: boards }, (_, i) => (
            <li key={i}>
              <b>{i + 1}</b>
              {seat(2 * i, t("event.hand.first", { n: i + 1 }))}
              {seat(2 * i + 1, t("event.hand.second", { n: i + 1 }))}
            </li>
          ))}
        </ol>
        {order.length > 2 * boards && <h3>{t("event.byes")}</h3>}
        <ul>
          {order.slice(2 * boards).map((n) => (
            <li key={n}>
              <span>{name(n)}</span>
              <select
                aria-label={t("event.hand.bye", { name: name(n) })}
                value={kinds.get(n) ?? "absent"}
                onChange={(e) => {
                  const kind = byes.find((b) => b === e.currentTarget.value) ?? "absent";
                  chosen.value = { ...now, kinds: new Map(kinds).set(n, kind) };
                }}
              >
                {byes.map((b) => (
                  <option key={b} value={b}>
                    {b === "pairing" ? t("event.hand.bye.pairing") : tx(`event.bye.${b}`)}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
        <button type="submit" class="button" disabled={desk.busy.value || order.length < 2}>
          {t("event.hand.do")}
        </button>
      </form>
    </details>
  );
}

/** Sets which entrants of a Swiss event must not be paired with each other. */
export function Forbidden({ desk, shown }: Props) {
  const a = useSignal(0);
  const b = useSignal(0);
  const { event, entrants } = shown;
  const here = entrants.filter((x) => !x.leaves);
  if (event.settings.format !== "swiss" || here.length < 2) return null;
  const name = namesOf(entrants);
  const forbid = (x: number, y: number, forbidden: boolean) =>
    desk.send("PUT", "/forbidden", { a: x, b: y, forbidden });
  const one = (value: typeof a, label: string) => (
    <label class="field">
      <span>{label}</span>
      <select required value={value.value || ""} onChange={(e) => (value.value = Number(e.currentTarget.value))}>
        <option value="">{t("event.breaks.choose")}</option>
        {here.map((x) => (
          <option key={x.entrant} value={x.entrant}>
            {name(x.entrant)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <details class="fold">
      <summary>{t("event.forbid")}</summary>
      <form
        class="row"
        aria-label={t("event.forbid")}
        onSubmit={(e) => {
          e.preventDefault();
          void forbid(a.value, b.value, true).then((done) => {
            if (done) a.value = b.value = 0;
          });
        }}
      >
        {one(a, t("event.forbid.a"))}
        {one(b, t("event.forbid.b"))}
        <button type="submit" class="button" disabled={desk.busy.value || !a.value || !b.value || a.value === b.value}>
          {t("event.forbid.do")}
        </button>
      </form>
      <ul class="list">
        {event.forbidden?.map(([x = 0, y = 0]) => (
          <li key={`${x} ${y}`}>
            <span class="who">
              {name(x)} – {name(y)}
            </span>
            <button
              type="button"
              class="button"
              aria-label={`${t("event.forbid.undo")}: ${name(x)} – ${name(y)}`}
              disabled={desk.busy.value}
              onClick={() => void forbid(x, y, false)}
            >
              {t("event.forbid.undo")}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
