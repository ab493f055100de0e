// Shows the form for a new game: opponent, side and time, start position. Rules, odds and
// algorithms are in parts that can be opened.
import { useSignal } from "@preact/signals";
import { other as otherSide } from "../board/state";
import { boot, infoOf } from "../app/boot";
import { t, type Key } from "../app/i18n";
import { go, query } from "../app/router";
import { change, settings } from "../app/settings";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { MachineBy, MachineLevel } from "../lab/machine";
import { again } from "../wire/again";
import { faultText, useLater } from "../play/hooks";
import { OddsFields } from "../play/odds";
import { useOdds } from "../play/oddstext";
import { Pick } from "../play/pick";
import { PickKind } from "../play/pickkind";
import { ClockFields, PickSide, PickTakebacks, RuleFields, rulesText, type Terms, type Wanted } from "../play/terms";
import { sideName } from "../play/words";
import { begin, library } from "../session/here";
import { limited } from "../session/limited";
import { extraOf, noGift, startOf } from "../session/odds";
import type { Machine, Seat } from "../session/saved";
import { fitOf } from "../session/today";

type Opponent = "machine" | "hotseat" | "machines" | "engine" | "lobby" | "link";

export default function Setup() {
  const asked = query();
  const start = asked.get("start") ?? "";
  const kind = useSignal(
    [asked.get("kind"), settings.value.kind, boot.start?.kind].find((k) => k && infoOf(k)) || t("app.first"),
  );
  const opponent = useSignal<Opponent>("machine");
  const machine = useSignal<Machine>({ kind: "machine", level: settings.value.level });
  const other = useSignal<Machine>({ kind: "machine", level: settings.value.level });
  // The engine programs of the operator run on the server, so a game against such a program is
  // played through the server.
  const programs = boot.engines?.[kind.value] ?? [];
  const program = useSignal("");
  const named = programs.includes(program.value) ? program.value : (programs[0] ?? "");
  const side = useSignal<"first" | "second" | "random">("first");
  const terms = useSignal<Terms>({ clock: null, options: {} });
  const gift = useSignal(noGift);
  const takebacks = useSignal(-1);
  /** The opening that the user wants the engine opponent to play; "" for any. */
  const opening = useSignal("");
  // A start position that the user has set up cannot have odds.
  const odds = useOdds(kind.value, terms.value.options, !start);
  const pickKind = (k: string) => {
    kind.value = k;
    terms.value = { ...terms.value, options: {} };
    gift.value = noGift;
    opening.value = "";
    if (opponent.value === "engine" && !boot.engines?.[k]) opponent.value = "machine";
  };
  // If a position is given, the page shows this position, and the user cannot choose another game.
  const given = useLater(start !== "", () => import("../play/given").then((m) => m.ready().then(() => m)));
  const wish = useLater(opponent.value === "machine", () => import("../play/wish"));
  const sided = opponent.value === "hotseat" || opponent.value === "machines";

  const submit = async (e: Event) => {
    e.preventDefault();
    const k = kind.value;
    const theirSide = opening.value && wish ? await wish.sideOf(k, opening.value) : undefined;
    const wished = theirSide && otherSide(theirSide);
    change({ kind: k, level: machine.value.level });
    if (opponent.value === "lobby" || opponent.value === "link") {
      const link = opponent.value === "link";
      const wanted: Wanted = {
        kind: k,
        side: side.value,
        link,
        gift: gift.value,
        start,
        takebacks: takebacks.value,
        ...terms.value,
      };
      sessionStorage.setItem("kydai.offer", JSON.stringify(wanted));
      go("/online?offer=1");
      return;
    }
    const human: Seat = { kind: "human" };
    let seats: Record<"first" | "second", Seat> = { first: human, second: machine.value };
    // If the user wants an opening, the engine opponent plays the side of that opening.
    const drawn = side.value === "random" ? (wished ?? (Math.random() < 0.5 ? "first" : "second")) : side.value;
    const mine = sided ? "first" : drawn;
    if (opponent.value === "hotseat") seats = { first: human, second: human };
    else if (opponent.value === "machines") seats = { first: machine.value, second: other.value };
    else if (mine === "second") seats = { first: machine.value, second: human };
    const { clock, options } = terms.value;
    if (opponent.value === "engine") {
      const extra = extraOf(gift.value, clock).map((n) => n * 1000);
      again(() => import("../play/programs"))
        .then((m) =>
          m.playProgram({
            kind: k,
            name: named,
            mine,
            clock,
            options,
            start: start || startOf(gift.value, odds, mine),
            extra: mine === "first" ? extra : extra.toReversed(),
            takebacks: takebacks.value,
          }),
        )
        .catch((e: unknown) => tell(faultText(e)));
      return;
    }
    const [more, theirs] = extraOf(gift.value, clock);
    const game = begin({
      kind: k,
      seats,
      options,
      clock,
      start: start || startOf(gift.value, odds, mine),
      ...(opening.value && opponent.value === "machine" ? { opening: opening.value } : {}),
      ...(more || theirs
        ? { extra: mine === "first" ? { first: more, second: theirs } : { first: theirs, second: more } }
        : {}),
    });
    library.put(limited(game, takebacks.value));
    go(`/game/${game.id}`);
  };
  const opponents: Opponent[] = [
    "machine",
    "hotseat",
    ...(named ? (["engine"] as const) : []),
    ...(boot.online ? (["lobby", "link"] as const) : []),
  ];
  const engines = opponent.value === "machine" || opponent.value === "machines";
  const both = opponent.value === "machines";
  const first = {
    kind: kind.value,
    machine: machine.value,
    name: "first",
    label: both ? t("play.level.first") : undefined,
    onChange: (m: Machine) => (machine.value = m),
  };
  const second = {
    kind: kind.value,
    machine: other.value,
    name: "second",
    label: t("play.level.second"),
    onChange: (m: Machine) => (other.value = m),
  };
  const terming = { kind: kind.value, terms: terms.value, onChange: (v: Terms) => (terms.value = v) };
  return (
    <Titled title={t("play.new")} class="narrow">
      <form class="setup" onSubmit={(e) => void submit(e)}>
        <div class="step">
          {start ? (
            given && <given.Given kind={kind.value} start={start} />
          ) : (
            <PickKind boards value={kind.value} onPick={pickKind} />
          )}
          <Pick
            label={t("play.opponent")}
            class="pairs"
            name="opponent"
            value={both ? "machine" : opponent.value}
            values={opponents}
            text={(v) => t(`play.opponent.${v}` as Key)}
            onPick={(v) => (opponent.value = v)}
          />
          {opponent.value === "engine" && (
            <Pick
              label={t("play.program")}
              name="program"
              value={named}
              values={programs}
              text={(v) => v}
              onPick={(v) => (program.value = v)}
            />
          )}
          {engines && <MachineLevel {...first} />}
          {wish && opponent.value === "machine" && !machine.value.algorithm && (
            <wish.Wish
              kind={kind.value}
              level={machine.value.level || Math.round(fitOf(kind.value))}
              side={side.value === "random" ? null : otherSide(side.value)}
              plain={!start && gift.value.by === "none"}
              opening={opening.value}
              onOpening={(name) => (opening.value = name)}
            />
          )}
          {both && <MachineLevel {...second} />}
        </div>
        <div class="step">
          {!sided && (
            <PickSide
              kind={kind.value}
              value={side.value}
              onPick={(v) => {
                side.value = v;
                opening.value = "";
              }}
            />
          )}
          <ClockFields key={kind.value} {...terming} />
          <details class="fold">
            <summary>
              {t("play.custom")} <small>{rulesText(kind.value, terms.value.options)}</small>
            </summary>
            <RuleFields {...terming} />
            <OddsFields
              kind={kind.value}
              list={odds}
              clock={terms.value.clock}
              gift={gift.value}
              me={sided ? sideName(kind.value, "first") : t("seat.you")}
              them={sided ? sideName(kind.value, "second") : t("play.opponent")}
              onChange={(g) => (gift.value = g)}
            />
            {!both && <PickTakebacks value={takebacks.value} onPick={(n) => (takebacks.value = n)} />}
            {engines && <MachineBy {...first} />}
            {both && <MachineBy {...second} />}
            {engines && (
              <label class="switch">
                <input
                  type="checkbox"
                  role="switch"
                  aria-checked={both}
                  checked={both}
                  onChange={(e) => (opponent.value = e.currentTarget.checked ? "machines" : "machine")}
                />
                <span>{t("play.opponent.machines")}</span>
              </label>
            )}
          </details>
        </div>
        <button type="submit" class="button main wide start">
          {t("play.start")}
        </button>
      </form>
    </Titled>
  );
}
