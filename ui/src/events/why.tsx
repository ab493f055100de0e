// Explains why two players were paired, and why other players were not: sentences from the server.
import { useSignal } from "@preact/signals";
import { lang, t } from "../app/i18n";
import { Pick } from "../play/pick";
import type { PairingAnswer, PairingReason } from "../wire/messages";
import { rest } from "../wire/rest";
import { eventFault, type EventDesk, type Shown } from "./data";
import { namesOf, plays } from "./words";

/** The reasons for the pairings of a round, requested once per language and pairing. */
const known = new Map<string, Promise<PairingReason[]>>();

function reasons(desk: EventDesk, shown: Shown, round: number): Promise<PairingReason[]> {
  const path = `${desk.path}/rounds/${round}/reasons?lang=${lang.value}`;
  const key = `${path} ${shown.round?.at ?? 0}`;
  const list = known.get(key) ?? rest<PairingReason[]>("GET", path);
  known.set(key, list);
  list.catch(() => known.delete(key));
  return list;
}

/** An expandable explanation of a pairing, or of a bye if there is only one entrant. */
export function Why(p: { desk: EventDesk; shown: Shown; round: number; entrants: readonly number[] }) {
  const text = useSignal<readonly string[] | null>(null);
  const open = (e: Event) => {
    if (!(e.currentTarget as HTMLDetailsElement).open) return;
    reasons(p.desk, p.shown, p.round).then(
      (all) => {
        const mine = all.find(
          (r) => r.seats.length === p.entrants.length && r.seats.every((s) => p.entrants.includes(s.entrant)),
        );
        text.value = mine?.words ?? [];
      },
      (fault: unknown) => (text.value = [eventFault(fault)]),
    );
  };
  return (
    <details class="why" onToggle={open}>
      <summary>{t(p.entrants.length > 1 ? "event.why" : "event.why.bye")}</summary>
      <div role="status">
        {text.value === null ? (
          <p>{t("event.why.loading")}</p>
        ) : (
          <ul>
            {text.value.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      {p.entrants.length > 1 && <WhyNot {...p} />}
    </details>
  );
}

/** The form that requests the reason why an entrant was not paired with another entrant. */
function WhyNot(p: { desk: EventDesk; shown: Shown; round: number; entrants: readonly number[] }) {
  const who = useSignal(p.entrants[0] ?? 0);
  const other = useSignal(0);
  const answer = useSignal("");
  const name = namesOf(p.shown.entrants);
  const others = p.shown.entrants.filter((x) => !p.entrants.includes(x.entrant) && plays(x, p.round));
  if (others.length === 0) return null;
  const chosen = others.some((x) => x.entrant === other.value) ? other.value : (others[0]?.entrant ?? 0);
  const ask = (e: Event) => {
    e.preventDefault();
    const path = `${p.desk.path}/rounds/${p.round}/whynot?a=${who.value}&b=${chosen}&lang=${lang.value}`;
    rest<PairingAnswer>("GET", path).then(
      (found) => (answer.value = found.words ?? ""),
      (fault: unknown) => (answer.value = eventFault(fault)),
    );
  };
  const field = `why-${p.round}-${p.entrants.join("-")}`;
  return (
    <form class="whynot" aria-label={t("event.why.not")} onSubmit={ask}>
      <Pick
        label={t("event.why.who")}
        name={field}
        value={String(who.value)}
        values={p.entrants.map(String)}
        text={(v) => name(Number(v))}
        onPick={(v) => (who.value = Number(v))}
      />
      <div class="row">
        <label class="field">
          <span>{t("event.why.other")}</span>
          <select value={chosen} onChange={(e) => (other.value = Number(e.currentTarget.value))}>
            {others.map((x) => (
              <option key={x.entrant} value={x.entrant}>
                {name(x.entrant)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button">
          {t("event.why.ask")}
        </button>
      </div>
      <p role="status">{answer.value}</p>
    </form>
  );
}
