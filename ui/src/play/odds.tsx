// Lets the user choose odds before a game, and shows the odds of an offer.
import { punctuated, t, tx } from "../app/i18n";
import type { Odds } from "../games/odds";
import type { Gift } from "../session/odds";
import type { ClockTerms } from "../session/saved";
import type { OfferView } from "../wire/messages";
import { NumberField } from "./number";
import { OddsLine } from "./oddstext";
import { Pick } from "./pick";
import { capital } from "./words";

export interface OddsFieldsProps {
  kind: string;
  list: Odds[];
  clock: ClockTerms | null;
  gift: Gift;
  /** The name of the viewer in the list of players who can give odds. */
  me: string;
  them: string;
  onChange(g: Gift): void;
}

/**
 * The choice of odds. A game without odds of pieces or moves still has odds of time if it has a
 * clock.
 */
export function OddsFields(p: OddsFieldsProps) {
  const { list, gift } = p;
  const timed = (p.clock?.base ?? 0) > 0;
  if (list.length === 0 && !timed) return null;
  const set = (part: Partial<Gift>) => p.onChange({ ...gift, ...part });
  const chosen = list.find((o) => o.name === gift.name);
  const name = (n: string) => (n ? capital(tx(`odds.${p.kind}.${n}`)) : t("gift.time"));
  return (
    <>
      <Pick
        label={t("gift.title")}
        name="giver"
        value={gift.by}
        values={["none", "me", "them"] as const}
        text={(v) => (v === "none" ? t("gift.none") : t("gift.by", { who: v === "me" ? p.me : p.them }))}
        onPick={(by) =>
          set(gift.by === "none" ? { by, name: list[0]?.name ?? "", minutes: list.length ? 0 : 5 } : { by })
        }
      />
      {gift.by === "none" ? (
        <p class="fine">{t("gift.about")}</p>
      ) : (
        <>
          {list.length > 0 && (
            <Pick
              label={t("gift.what")}
              name="odds"
              value={chosen?.name ?? ""}
              values={[...list.map((o) => o.name), ...(timed ? [""] : [])]}
              text={name}
              onPick={(n) => set({ name: n })}
            />
          )}
          <p class="fine">{t(chosen ? `gift.about.${chosen.kind}` : "gift.about.time")}</p>
          {timed && (
            <NumberField
              label={t("gift.minutes")}
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

/**
 * The odds of an offer and its limit of takebacks as text. The odds are named by side if the sides
 * are known, otherwise by the offer's owner and the player who accepts.
 */
export function OfferOdds({ offer: o, mine }: { offer: OfferView; mine?: boolean }) {
  const [own = 0, others = 0] = (o.extra ?? []).map((ms) => ms / 60_000);
  const minutes: [string, number][] = [
    [mine ? t("seat.you") : o.name, own],
    [mine ? t("play.opponent") : t("seat.you"), others],
  ];
  const { rated, takebacks = 0 } = o;
  return (
    <>
      <OddsLine kind={o.game} start={o.start ?? ""} options={o.options ?? {}} minutes={minutes} />
      {!rated && takebacks >= 0 && (
        <p class="fine">{punctuated(`${t("takebacks.title")}: ${takebacks || t("takebacks.none")}`)}</p>
      )}
    </>
  );
}
