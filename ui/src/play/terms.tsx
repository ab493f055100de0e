// Lets the user choose the terms of a new game: side, clock, rules.
import { useSignal } from "@preact/signals";
import { infoOf } from "../app/boot";
import { t, tOr } from "../app/i18n";
import type { Gift } from "../session/odds";
import type { ClockTerms } from "../session/saved";
import { NumberField } from "./number";
import { Pick } from "./pick";
import { sideName } from "./words";

export interface Terms {
  clock: ClockTerms | null;
  options: Record<string, string>;
}

/** The terms of a game that the user offers to other players. */
export interface Wanted extends Terms {
  kind: string;
  side: "first" | "second" | "random";
  link: boolean;
  gift: Gift;
  /** A custom start position; "": the default position. */
  start: string;
  /** The number of takebacks per player; -1: no limit. */
  takebacks: number;
}

const sides = ["first", "second", "random"] as const;

/** The selectable numbers of takebacks per player; -1: no limit. */
const takebacks = ["0", "1", "3", "10", "-1"] as const;

/** The choice of how many takebacks each player has. */
export function PickTakebacks(p: { value: number; onPick(n: number): void }) {
  return (
    <Pick
      label={t("takebacks.title")}
      name="takebacks"
      value={String(p.value) as "-1"}
      values={takebacks}
      text={(v) => (v === "0" ? t("takebacks.none") : v === "-1" ? t("takebacks.all") : v)}
      onPick={(v) => p.onPick(Number(v))}
    />
  );
}

/** The choice of the player's side. The first side moves first. */
export function PickSide(p: { kind: string; value: Wanted["side"]; onPick(s: Wanted["side"]): void }) {
  const about = { first: t("side.first"), second: t("side.second") };
  return (
    <>
      <Pick
        label={t("play.side")}
        name="side"
        value={p.value}
        values={sides}
        text={(v) => (v === "random" ? t("side.random") : `${sideName(p.kind, v)} · ${about[v]}`)}
        onPick={p.onPick}
      />
      <p class="fine">{t(`play.side.about.${p.value}`)}</p>
    </>
  );
}

const presets: readonly (readonly [number, number])[] = [
  [1, 0],
  [3, 2],
  [5, 0],
  [10, 5],
  [15, 10],
  [30, 20],
];

/** The selectable days per move, in games through the server. */
const days = [1, 3, 7] as const;
/** The number of seconds in a day. */
export const DAY = 86_400;

export interface TermsProps {
  kind: string;
  terms: Terms;
  /** Whether a time control with days per move can be chosen. */
  days?: boolean;
  onChange(t: Terms): void;
}

/** The fields for the clock and the rules. */
export function TermsFields(p: TermsProps) {
  return (
    <>
      <ClockFields {...p} />
      <RuleFields {...p} />
    </>
  );
}

export function ClockFields(p: TermsProps) {
  const { clock } = p.terms;
  const own = useSignal(false);
  const set = (c: ClockTerms | null) => p.onChange({ ...p.terms, clock: c });
  const isDays = clock !== null && clock.base === 0 && clock.move >= DAY;
  const now = isDays ? `${clock.move / DAY}d` : clock ? `${clock.base / 60}+${clock.add}` : "none";
  const value = own.value ? "own" : now;
  const pick = (v: string) => {
    own.value = v === "own";
    if (v === "none") set(null);
    else if (v === "own") set(clock && !isDays ? clock : { base: 600, add: 0, move: 0 });
    else if (v.endsWith("d")) set({ base: 0, add: 0, move: Number.parseInt(v, 10) * DAY });
    else {
      const [m, s] = v.split("+").map(Number);
      set({ base: (m ?? 5) * 60, add: s ?? 0, move: 0 });
    }
  };
  return (
    <>
      <Pick
        label={t("play.clock")}
        name="clock"
        value={value}
        values={["none", ...presets.map(([m, s]) => `${m}+${s}`), ...(p.days ? days.map((n) => `${n}d`) : []), "own"]}
        text={(v) =>
          v === "none"
            ? t("play.clock.none")
            : v === "own"
              ? t("play.clock.own")
              : v.endsWith("d")
                ? t("play.clock.days", { n: Number.parseInt(v, 10) })
                : v
        }
        onPick={pick}
      />
      {own.value && clock && (
        <div class="row">
          <NumberField
            label={t("play.clock.minutes")}
            value={clock.base / 60}
            most={300}
            onChange={(n) => set({ ...clock, base: n * 60 })}
          />
          <NumberField
            label={t("play.clock.add")}
            value={clock.add}
            most={600}
            onChange={(n) => set({ ...clock, add: n })}
          />
          <NumberField
            label={t("play.clock.move")}
            value={clock.move}
            most={3600}
            onChange={(n) => set({ ...clock, move: n })}
          />
        </div>
      )}
    </>
  );
}

const optionsOf = (kind: string) =>
  (infoOf(kind)?.options ?? []).filter((o) => (o.values?.length ?? 0) > 1 && o.name !== "view");

const optionText = (name: string, v: string): string =>
  name === "size" ? `${v} × ${v}` : tOr(`option.${name}.${v}`, v);

/** The rules of a game as text, with the value of each option: "15 × 15 · Tự do". */
export const rulesText = (kind: string, options: Record<string, string>): string =>
  optionsOf(kind)
    .map((o) => optionText(o.name, options[o.name] ?? o.default))
    .join(" · ");

export function RuleFields(p: TermsProps) {
  const { options } = p.terms;
  return (
    <div class="row">
      {optionsOf(p.kind).map((o) => (
        <label key={o.name} class="field">
          <span>{tOr(`option.${o.name}`, o.name)}</span>
          <select
            value={options[o.name] ?? o.default}
            onChange={(e) => p.onChange({ ...p.terms, options: { ...options, [o.name]: e.currentTarget.value } })}
          >
            {(o.values ?? []).map((v) => (
              <option key={v} value={v}>
                {optionText(o.name, v)}
              </option>
            ))}
          </select>
          {tOr(`option.${o.name}.about.${options[o.name] ?? o.default}`, "") && (
            <small>{tOr(`option.${o.name}.about.${options[o.name] ?? o.default}`, "")}</small>
          )}
        </label>
      ))}
    </div>
  );
}
