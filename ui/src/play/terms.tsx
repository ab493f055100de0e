// The terms of a new game: game, side, clock, rules.
import { useSignal } from "@preact/signals";
import { infoOf, kinds } from "../app/boot";
import { t, tOr } from "../app/i18n";
import type { Gift } from "../session/odds";
import type { ClockTerms } from "../session/saved";
import { NumberField } from "./number";
import { Pick } from "./pick";
import { gameName, sideName } from "./words";

export interface Terms {
  clock: ClockTerms | null;
  options: Record<string, string>;
}

/** The terms of an offer to opponents. */
export interface Wanted extends Terms {
  kind: string;
  side: "first" | "second" | "random";
  link: boolean;
  gift: Gift;
  /** A custom start position; "" means none. */
  start: string;
}

// The choice of a game.
export function PickKind(p: { value: string; onPick(kind: string): void }) {
  return (
    <Pick label={t("game.choose")} name="kind" value={p.value} values={kinds()} text={gameName} onPick={p.onPick} />
  );
}

const sides = ["first", "second", "random"] as const;

/** The choice of a side, which decides who moves first. */
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

/** Clock and rules. */
export function TermsFields(p: { kind: string; terms: Terms; onChange(t: Terms): void }) {
  const { clock, options } = p.terms;
  const own = useSignal(false);
  const set = (c: ClockTerms | null) => p.onChange({ ...p.terms, clock: c });
  const now = clock ? `${clock.base / 60}+${clock.add}` : "none";
  const value = own.value ? "own" : now;
  const pick = (v: string) => {
    own.value = v === "own";
    if (v === "none") set(null);
    else if (v === "own") set(clock ?? { base: 600, add: 0, move: 0 });
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
        values={["none", ...presets.map(([m, s]) => `${m}+${s}`), "own"]}
        text={(v) => (v === "none" ? t("play.clock.none") : v === "own" ? t("play.clock.own") : v)}
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
      <div class="row">
        {(infoOf(p.kind)?.options ?? [])
          .filter((o) => (o.values?.length ?? 0) > 1 && o.name !== "view")
          .map((o) => (
            <label key={o.name} class="field">
              <span>{tOr(`option.${o.name}`, o.name)}</span>
              <select
                value={options[o.name] ?? o.default}
                onChange={(e) => p.onChange({ ...p.terms, options: { ...options, [o.name]: e.currentTarget.value } })}
              >
                {(o.values ?? []).map((v) => (
                  <option key={v} value={v}>
                    {o.name === "size" ? `${v} × ${v}` : tOr(`option.${o.name}.${v}`, v)}
                  </option>
                ))}
              </select>
              {tOr(`option.${o.name}.about.${options[o.name] ?? o.default}`, "") && (
                <small>{tOr(`option.${o.name}.about.${options[o.name] ?? o.default}`, "")}</small>
              )}
            </label>
          ))}
      </div>
    </>
  );
}
