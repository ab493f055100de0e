// Every kind of opponent, side, clock and rule for a new game.
import { useSignal } from "@preact/signals";
import { boot, infoOf, kinds } from "../app/boot";
import { t, tOr, tx, type Key } from "../app/i18n";
import { go, query } from "../app/router";
import { change, settings } from "../app/settings";
import { Titled } from "../app/titled";
import { MachinePicker } from "../lab/machine";
import { Pick } from "../play/pick";
import { gameName, sideName } from "../play/words";
import { begin, library } from "../session/here";
import type { ClockTerms, Machine, Seat } from "../session/saved";

type Opponent = "machine" | "hotseat" | "machines" | "lobby" | "link";

export interface Terms {
  clock: ClockTerms | null;
  options: Record<string, string>;
}

export default function Setup() {
  const asked = query();
  const start = asked.get("start") ?? "";
  const kind = useSignal(
    infoOf(asked.get("kind") ?? "") ? (asked.get("kind") ?? "") : settings.value.kind || kinds()[0] || "",
  );
  const opponent = useSignal<Opponent>("machine");
  const machine = useSignal<Machine>({ kind: "machine", level: settings.value.level });
  const other = useSignal<Machine>({ kind: "machine", level: settings.value.level });
  const side = useSignal<"first" | "second" | "random">("first");
  const terms = useSignal<Terms>({ clock: null, options: {} });

  const submit = (e: Event) => {
    e.preventDefault();
    const k = kind.value;
    change({ kind: k, level: machine.value.level });
    if (opponent.value === "lobby" || opponent.value === "link") {
      sessionStorage.setItem(
        "kydai.offer",
        JSON.stringify({ kind: k, side: side.value, link: opponent.value === "link", ...terms.value }),
      );
      go("/online?offer=1");
      return;
    }
    const human: Seat = { kind: "human" };
    let seats: Record<"first" | "second", Seat> = { first: human, second: machine.value };
    const mine = side.value === "random" ? (Math.random() < 0.5 ? "first" : "second") : side.value;
    if (opponent.value === "hotseat") seats = { first: human, second: human };
    else if (opponent.value === "machines") seats = { first: machine.value, second: other.value };
    else if (mine === "second") seats = { first: machine.value, second: human };
    const saved = begin({ kind: k, seats, options: terms.value.options, clock: terms.value.clock, start });
    library.put(saved);
    go(`/game/${saved.id}`);
  };
  const opponents: Opponent[] = [
    "machine",
    "hotseat",
    "machines",
    ...(boot.online ? (["lobby", "link"] as const) : []),
  ];
  return (
    <Titled title={t("play.new")} class="narrow">
      <form class="setup" onSubmit={submit}>
        <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />
        <Pick
          label={t("play.opponent")}
          name="opponent"
          value={opponent.value}
          values={opponents}
          text={(v) => t(`play.opponent.${v}` as Key)}
          onPick={(v) => (opponent.value = v)}
        />
        {(opponent.value === "machine" || opponent.value === "machines") && (
          <MachinePicker
            kind={kind.value}
            machine={machine.value}
            name="first"
            label={opponent.value === "machines" ? t("play.level.first") : undefined}
            onChange={(m) => (machine.value = m)}
          />
        )}
        {opponent.value === "machines" && (
          <MachinePicker
            kind={kind.value}
            machine={other.value}
            name="second"
            label={t("play.level.second")}
            onChange={(m) => (other.value = m)}
          />
        )}
        {opponent.value !== "hotseat" && opponent.value !== "machines" && (
          <Pick
            label={t("play.side")}
            name="side"
            value={side.value}
            values={["first", "second", "random"] as const}
            text={(v) => (v === "random" ? t("side.random") : `${sideName(kind.value, v)} · ${tx(`side.${v}`)}`)}
            onPick={(v) => (side.value = v)}
          />
        )}
        <TermsFields key={kind.value} kind={kind.value} terms={terms.value} onChange={(v) => (terms.value = v)} />
        <button type="submit" class="button main wide">
          {t("play.start")}
        </button>
      </form>
    </Titled>
  );
}

// The choice of a game.
export function PickKind(p: { value: string; onPick(kind: string): void }) {
  return (
    <Pick label={t("game.choose")} name="kind" value={p.value} values={kinds()} text={gameName} onPick={p.onPick} />
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
  const number = (label: string, v: number, most: number, change: (n: number) => void) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={0}
        max={most}
        value={v}
        onInput={(e) => change(Math.max(0, Math.min(most, Number(e.currentTarget.value) || 0)))}
      />
    </label>
  );
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
          {number(t("play.clock.minutes"), clock.base / 60, 300, (n) => set({ ...clock, base: n * 60 }))}
          {number(t("play.clock.add"), clock.add, 600, (n) => set({ ...clock, add: n }))}
          {number(t("play.clock.move"), clock.move, 3600, (n) => set({ ...clock, move: n }))}
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
            </label>
          ))}
      </div>
    </>
  );
}
