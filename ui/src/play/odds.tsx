// Odds: choosing them before a game, and showing them beside its board.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { loadOdds, type Odds, type OddsOf } from "../games/odds";
import { known, type Gift } from "../session/odds";
import type { ClockTerms } from "../session/saved";
import type { OfferView } from "../wire/messages";
import { NumberField } from "./number";
import { Pick } from "./pick";
import { capital, sideName } from "./words";

/** The odds of a game for given options, once they are loaded. */
export function useOdds(kind: string, options: Record<string, string>, wanted = true): Odds[] {
  const of = useSignal<{ kind: string; odds: OddsOf } | null>(null);
  useEffect(() => {
    if (wanted) void loadOdds(kind).then((odds) => (of.value = { kind, odds }));
  }, [kind, wanted]);
  return of.value?.kind === kind ? of.value.odds(options) : [];
}

export interface OddsFieldsProps {
  kind: string;
  list: Odds[];
  clock: ClockTerms | null;
  gift: Gift;
  /** The name of the viewer, who could give the odds. */
  me: string;
  them: string;
  onChange(g: Gift): void;
}

/** The choice of odds. A game without odds in pieces or moves still has odds in time if it has a clock. */
export function OddsFields(p: OddsFieldsProps) {
  const { list, gift } = p;
  const timed = (p.clock?.base ?? 0) > 0;
  if (list.length === 0 && !timed) return null;
  const set = (part: Partial<Gift>) => p.onChange({ ...gift, ...part });
  const chosen = list.find((o) => o.name === gift.name);
  const name = (n: string) => (n ? capital(tx(`odds.${p.kind}.${n}`)) : t("odds.time"));
  return (
    <>
      <Pick
        label={t("odds.title")}
        name="giver"
        value={gift.by}
        values={["none", "me", "them"] as const}
        text={(v) => (v === "none" ? t("odds.none") : t("odds.by", { who: v === "me" ? p.me : p.them }))}
        onPick={(by) =>
          set(gift.by === "none" ? { by, name: list[0]?.name ?? "", minutes: list.length ? 0 : 5 } : { by })
        }
      />
      {gift.by === "none" ? (
        <p class="fine">{t("odds.about")}</p>
      ) : (
        <>
          {list.length > 0 && (
            <Pick
              label={t("odds.what")}
              name="odds"
              value={chosen?.name ?? ""}
              values={[...list.map((o) => o.name), ...(timed ? [""] : [])]}
              text={name}
              onPick={(n) => set({ name: n })}
            />
          )}
          <p class="fine">{t(chosen ? `odds.about.${chosen.kind}` : "odds.about.time")}</p>
          {timed && (
            <NumberField
              label={t("odds.minutes")}
              value={gift.minutes}
              most={120}
              onChange={(minutes) => set({ minutes })}
            />
          )}
        </>
      )}
    </>
  );
}

export interface OddsLineProps {
  kind: string;
  start: string;
  options: Record<string, string>;
  /** Extra minutes beyond the time control. */
  minutes?: readonly (readonly [who: string, n: number])[];
}

/** The odds of a game as text; nothing if there are none. */
export function OddsLine(p: OddsLineProps) {
  const list = useOdds(p.kind, p.options, p.start !== "");
  const found = known(p.start, list);
  const words = (p.minutes ?? []).filter(([, n]) => n > 0).map(([who, n]) => t("odds.line.time", { who, n }));
  if (found) {
    const what = tx(`odds.${p.kind}.${found.odds.name}`);
    words.unshift(t("odds.line", { who: sideName(p.kind, found.giver), what }));
  }
  return words.length > 0 ? <p class="odds">{words.join(" ")}</p> : null;
}

/** The extra minutes of both sides with the names of the sides. */
export const bySide = (kind: string, first: number, second: number): [string, number][] => [
  [sideName(kind, "first"), first],
  [sideName(kind, "second"), second],
];

/** The odds of an offer as text: by side, or between its owner and the player who accepts. */
export function OfferOdds({ offer: o, mine }: { offer: OfferView; mine?: boolean }) {
  const [own = 0, others = 0] = (o.extra ?? []).map((ms) => ms / 60_000);
  const minutes: [string, number][] = [
    [mine ? t("seat.you") : o.name, own],
    [mine ? t("play.opponent") : t("seat.you"), others],
  ];
  return <OddsLine kind={o.game} start={o.start ?? ""} options={o.options ?? {}} minutes={minutes} />;
}
