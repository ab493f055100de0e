// Lets an arbiter confirm, enter or correct the result of a board, with a reason.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { punctuated, t } from "../app/i18n";
import { Pick } from "../play/pick";
import type { EventBoard } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { Switch } from "./switch";
import { isDisputed, isElimination, namesOf, said } from "./words";

/**
 * Shows the results that the players have reported for a board. An arbiter can confirm a report,
 * for example if the opponent has no device.
 */
export function Reported(p: { desk: EventDesk; shown: Shown; round: number; board: EventBoard }) {
  const { board: b } = p;
  if (b.result || b.match) return null;
  const name = namesOf(p.shown.entrants);
  const told = [
    { who: name(b.first), result: b.claimFirst },
    { who: name(b.second), result: b.claimSecond },
  ];
  const both = isDisputed(b);
  const lines = told.map(({ who, result }, side) => {
    if (!result) return null;
    const text = said({ ...b, result }, name);
    // After a draw in an elimination the arbiter must choose which player advances, so the reported
    // result cannot be confirmed directly.
    const plain = result !== "draw" || !isElimination(p.shown.event.settings.format);
    const body = { result, reason: t("event.reported.reason", { name: who }), version: b.version };
    return (
      <p key={side} class="reported" role={both ? undefined : "status"}>
        {!both && t("event.reported", { name: who, result: text })}{" "}
        {plain && (
          <button
            type="button"
            class="button"
            aria-label={t("event.reported.confirm.of", { n: b.board, result: text })}
            disabled={p.desk.busy.value}
            onClick={() => void p.desk.send("PUT", `/rounds/${p.round}/boards/${b.board}`, body)}
          >
            {both ? text : t("event.reported.confirm")}
          </button>
        )}
      </p>
    );
  });
  if (!both) return lines;
  const claim = ({ who, result }: (typeof told)[number]) =>
    t("event.reported", { name: who, result: said({ ...b, result }, name) });
  return (
    <div class="reported both" role="status">
      <p>{punctuated(`${t("event.disputed")}. ${told.map(claim).join("; ")}.`)}</p>
      {lines}
    </div>
  );
}

const results = ["first", "draw", "second", "none"] as const;
type Result = (typeof results)[number];

export function Decide(p: { desk: EventDesk; shown: Shown; round: number; board: EventBoard; open?: boolean }) {
  const { board: b } = p;
  const result = useSignal<Result | null>(null);
  const forfeit = useSignal<boolean | null>(null);
  const through = useSignal(0);
  const reason = useSignal<string | null>(null);
  const asking = useSignal(false);
  const fold = useRef<HTMLDetailsElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking.value) no.current?.focus();
  }, [asking.value]);
  // A result for a board on screen stops its game, so the arbiter is asked first.
  const running = Boolean(b.match) && !b.result;
  const name = namesOf(p.shown.entrants);
  const chosen: Result | "" = result.value ?? b.result ?? "";
  const unplayed = (forfeit.value ?? b.forfeit === true) && chosen !== "draw";
  const why = reason.value ?? "";
  const { format, games, deciding } = p.shown.event.settings;
  // In a series, another game follows a drawn game. Only a draw in the last game leaves the winner
  // of the pairing undecided.
  const ends = (b.game ?? 1) >= (games || 1) + (deciding ?? 0);
  const tied = isElimination(format) && ends && (chosen === "draw" || chosen === "none");
  const goesOn = through.value || b.through || b.first;
  const text = (v: Result | ""): string => {
    if (v === "draw") return t("event.decide.draw");
    if (v === "none") return t("event.decide.none");
    return t("event.decide.first", { name: name(v === "first" ? b.first : b.second) });
  };
  const send = async (e: Event) => {
    e.preventDefault();
    if (running && !asking.value) {
      asking.value = true;
      return;
    }
    asking.value = false;
    const body = {
      result: chosen,
      forfeit: unplayed,
      reason: why.trim(),
      version: b.version,
      ...(tied ? { through: goesOn } : {}),
    };
    if (!(await p.desk.send("PUT", `/rounds/${p.round}/boards/${b.board}`, body))) return;
    result.value = forfeit.value = reason.value = null;
    through.value = 0;
    if (fold.current) fold.current.open = false;
  };
  const field = `board-${p.round}-${b.board}${p.open ? "-here" : ""}`;
  return (
    <details class="decide" ref={fold} open={p.open && !b.result}>
      <summary>{t(b.result ? "event.correct" : "event.decide")}</summary>
      <form class="setup" aria-label={t("event.decide.result", { n: b.board })} onSubmit={(e) => void send(e)}>
        <Pick
          label={t("event.decide.result", { n: b.board })}
          class="pairs"
          name={field}
          value={chosen}
          values={results as readonly (Result | "")[]}
          text={text}
          onPick={(v) => (result.value = v || null)}
        />
        {tied && (
          <Pick
            label={t("event.decide.through")}
            name={`${field}-through`}
            value={String(goesOn)}
            values={[String(b.first), String(b.second)]}
            text={(v) => name(Number(v))}
            onPick={(v) => (through.value = Number(v))}
          />
        )}
        <Switch
          text={t("event.decide.forfeit")}
          on={unplayed}
          disabled={chosen === "draw"}
          onChange={(on) => (forfeit.value = on)}
        />
        <label class="field">
          <span>{t(b.result ? "event.decide.reason" : "event.decide.note")}</span>
          <input
            required={Boolean(b.result)}
            maxLength={200}
            value={why}
            onInput={(e) => (reason.value = e.currentTarget.value)}
          />
        </label>
        {running && asking.value ? (
          <div class="sure" role="group" aria-label={t("event.decide.running")}>
            <p>{t("event.decide.running")}</p>
            <button type="submit" class="button" disabled={p.desk.busy.value || !chosen}>
              {t("event.decide.stop")}
            </button>
            <button ref={no} type="button" class="button" onClick={() => (asking.value = false)}>
              {t("event.desk.no")}
            </button>
          </div>
        ) : (
          <button type="submit" class="button" disabled={p.desk.busy.value || !chosen}>
            {t("event.decide.do")}
          </button>
        )}
      </form>
    </details>
  );
}
