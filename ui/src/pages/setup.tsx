// The form for a new game: opponent, side, clock and rules.
import { useSignal } from "@preact/signals";
import { boot, infoOf, kinds } from "../app/boot";
import { t, type Key } from "../app/i18n";
import { go, query } from "../app/router";
import { change, settings } from "../app/settings";
import { Titled } from "../app/titled";
import { MachinePicker } from "../lab/machine";
import { OddsFields, useOdds } from "../play/odds";
import { Pick } from "../play/pick";
import { PickKind, PickSide, TermsFields, type Terms, type Wanted } from "../play/terms";
import { sideName } from "../play/words";
import { begin, library } from "../session/here";
import { extraOf, noGift, startOf } from "../session/odds";
import type { Machine, Seat } from "../session/saved";

type Opponent = "machine" | "hotseat" | "machines" | "lobby" | "link";

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
  const gift = useSignal(noGift);
  // A custom start position has no odds.
  const odds = useOdds(kind.value, terms.value.options, !start);
  const pickKind = (k: string) => {
    kind.value = k;
    terms.value = { ...terms.value, options: {} };
    gift.value = noGift;
  };
  const sided = opponent.value === "hotseat" || opponent.value === "machines";

  const submit = (e: Event) => {
    e.preventDefault();
    const k = kind.value;
    change({ kind: k, level: machine.value.level });
    if (opponent.value === "lobby" || opponent.value === "link") {
      const link = opponent.value === "link";
      const wanted: Wanted = { kind: k, side: side.value, link, gift: gift.value, start, ...terms.value };
      sessionStorage.setItem("kydai.offer", JSON.stringify(wanted));
      go("/online?offer=1");
      return;
    }
    const human: Seat = { kind: "human" };
    let seats: Record<"first" | "second", Seat> = { first: human, second: machine.value };
    const drawn = side.value === "random" ? (Math.random() < 0.5 ? "first" : "second") : side.value;
    const mine = sided ? "first" : drawn;
    if (opponent.value === "hotseat") seats = { first: human, second: human };
    else if (opponent.value === "machines") seats = { first: machine.value, second: other.value };
    else if (mine === "second") seats = { first: machine.value, second: human };
    const { clock, options } = terms.value;
    const [more, theirs] = extraOf(gift.value, clock);
    const saved = begin({
      kind: k,
      seats,
      options,
      clock,
      start: start || startOf(gift.value, odds, mine),
      ...(more || theirs
        ? { extra: mine === "first" ? { first: more, second: theirs } : { first: theirs, second: more } }
        : {}),
    });
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
        <PickKind value={kind.value} onPick={pickKind} />
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
        {!sided && <PickSide kind={kind.value} value={side.value} onPick={(v) => (side.value = v)} />}
        <TermsFields key={kind.value} kind={kind.value} terms={terms.value} onChange={(v) => (terms.value = v)} />
        <OddsFields
          kind={kind.value}
          list={odds}
          clock={terms.value.clock}
          gift={gift.value}
          me={sided ? sideName(kind.value, "first") : t("seat.you")}
          them={sided ? sideName(kind.value, "second") : t("play.opponent")}
          onChange={(g) => (gift.value = g)}
        />
        <button type="submit" class="button main wide">
          {t("play.start")}
        </button>
      </form>
    </Titled>
  );
}
