// Shows the lobby: open offers, the viewer's own games, and the form for an
// offer.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boot, kinds } from "../app/boot";
import { t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/ranking.css?url";
import { useNetwork } from "../app/network";
import { go } from "../app/router";
import { settings } from "../app/settings";
import { share, shareSheet } from "../app/share";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { waiting } from "../app/turns";
import { clockName } from "../play/clockname";
import { clockText } from "../play/controls";
import { Busy, useAccepting } from "../play/accept";
import { Line } from "../play/line";
import { faultText, useLater } from "../play/hooks";
import { Pick } from "../play/pick";
import { sharedChallenge } from "../play/shared";
import { Running } from "../play/running";
import { gameName, playerName } from "../play/words";
import type { Me, OfferView } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { OddsFields, OfferOdds } from "../play/odds";
import { useOdds } from "../play/oddstext";
import { loadOdds } from "../games/odds";
import { Turns } from "../play/turns";
import { PickKind } from "../play/pickkind";
import { PickSide, PickTakebacks, TermsFields, type Terms, type Wanted } from "../play/terms";
import { NameField } from "../play/name";
import { Quick } from "../play/quick";
import { paired, ticket } from "../play/waits";
import { attend, begun, linger, offersAfter, stay } from "../play/lobby";
import { extraOf, noGift, startOf } from "../session/odds";

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function Online() {
  return boot.online ? (
    <Door />
  ) : (
    <Titled title={t("online.title")} class="narrow">
      <p>{t("online.unavailable")}</p>
    </Titled>
  );
}

/**
 * Requests the viewer's identity before all other data: if a new visitor sends several requests at
 * once, the server creates several guests.
 */
function Door() {
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  const ask = () => {
    fault.value = "";
    rest<Me>("GET", "/me").then(
      // A child of a class cannot play with strangers, so this page sends the
      // child to the page of the class.
      (v) => (v.role === "pupil" ? go("/classes", true) : (me.value = v)),
      (e: unknown) => (fault.value = faultText(e)),
    );
  };
  useEffect(ask, []);
  useNetwork(() => me.value ?? ask());
  if (me.value) return <Lobby first={me.value} />;
  return (
    <Titled title={t("online.title")} class="narrow">
      <p role={fault.value ? "alert" : undefined}>{fault.value || t("online.connecting")}</p>
    </Titled>
  );
}

/** The numbers of games in a series. */
const lengths = ["1", "2", "4", "6", "10"] as const;

function Lobby({ first }: { first: Me }) {
  const me = useSignal(first);
  const offers = useSignal<OfferView[]>([]);
  const here = useSignal<{ players: number; waiting?: Record<string, number> }>({ players: 0 });
  const mine = useSignal<OfferView | null>(null);
  const kind = useSignal(settings.value.kind || kinds()[0] || "");
  const side = useSignal<Wanted["side"]>("random");
  const terms = useSignal<Terms>({ clock: { base: 600, add: 5, move: 0 }, options: {} });
  const gift = useSignal(noGift);
  const series = useSignal<(typeof lengths)[number]>("1");
  const position = useSignal("");
  const takebacks = useSignal(-1);
  const rated = useSignal(false);
  const mayRate = () => terms.value.clock !== null && gift.value.by === "none" && !position.value;
  const ties = useLater(first.account ?? false, () => import("../play/ties"));
  const odds = useOdds(kind.value, terms.value.options);

  useEffect(() => {
    stay();
    const leave = attend((m) => {
      offers.value = offersAfter(offers.value, m);
      if (m.t === "presence") here.value = m;
      else if (begun(m)) {
        mine.value = null;
        paired();
        go(begun(m));
      }
    });
    // Read the offer that the user has filled in on the page for a new game.
    const asked = sessionStorage.getItem("kydai.offer");
    if (asked) {
      sessionStorage.removeItem("kydai.offer");
      const o = JSON.parse(asked) as Wanted;
      kind.value = o.kind;
      side.value = o.side;
      terms.value = { clock: o.clock, options: o.options };
      gift.value = o.gift;
      position.value = o.start;
      takebacks.value = o.takebacks;
      void offer(!o.link);
    }
    return () => {
      leave();
      if (mine.value || ticket.value) linger();
    };
  }, []);
  const fault = (e: unknown) => tell(faultText(e));
  const pickKind = (k: string) => {
    kind.value = k;
    terms.value = { ...terms.value, options: {} };
    gift.value = noGift;
    position.value = "";
  };

  const offer = async (open: boolean) => {
    try {
      const { clock, options } = terms.value;
      const list = (await loadOdds(kind.value))(options);
      // Odds of pieces depend on the side. If the side is random, it is therefore chosen here,
      // before the offer is made.
      const drawn = Math.random() < 0.5 ? "first" : "second";
      const given = startOf(gift.value, list, side.value === "random" ? drawn : side.value);
      const start = position.value || given;
      const extra = extraOf(gift.value, clock).map((s) => s * 1000);
      const counts = rated.value && mayRate();
      const mySide = side.value === "random" && given ? drawn : side.value;
      mine.value = await rest<OfferView>("POST", "/offers", {
        game: kind.value,
        options,
        clock: clockText(clock),
        ...(start ? { start } : {}),
        ...(extra.some(Boolean) ? { extra } : {}),
        keepSides: given !== "" || extra.some(Boolean),
        ...(counts ? { rated: true } : { takebacks: takebacks.value }),
        ...(series.value === "1" ? {} : { games: Number(series.value) }),
        open,
        // `fair` has an effect only in games that begin with a deal of hidden pieces.
        fair: true,
        ...(mySide === "random" ? {} : { side: mySide }),
      });
    } catch (e) {
      fault(e);
    }
  };
  const cancel = async (o: OfferView) => {
    mine.value = null;
    await rest("DELETE", `/offers/${o.id}`).catch(fault);
  };
  const accepting = useAccepting(fault);
  const decline = (o: OfferView) =>
    rest("POST", `/offers/${o.id}/decline`).then(() => tell(t("online.declined")), fault);
  const rename = (name: string) => rest<Me>("PATCH", "/me", { name }).then((v) => (me.value = v), fault);
  // Scroll a new invitation, with its QR code, into view.
  const invitation = useRef<HTMLElement>(null);
  const id = mine.value?.id;
  const code = useLater(Boolean(mine.value && !mine.value.open), shareSheet);
  useEffect(() => {
    if (id) invitation.current?.scrollIntoView({ block: "center" });
  }, [id, code]);
  const link = mine.value && !mine.value.open ? `${location.origin}/c/${mine.value.id}` : "";
  return (
    <Titled title={t("online.title")} class="narrow">
      <p class="row">
        <Line socket={socket()} />
        {here.value.players > 0 && <small>{t("online.here", { n: here.value.players })}</small>}
      </p>
      <Turns now={Date.now()} />
      <Running title={t("online.underway")} listed={(id) => waiting.value.some((x) => x.match === id)} />
      <Quick href={(id) => `/g/${id}`} waiting={here.value.waiting} />
      {ties && <ties.Following game={kind.value} clock={clockText(terms.value.clock)} />}
      <NameField name={me.value.name} onName={(name) => void rename(name)} />
      <p class="more">
        {(
          [
            ["/watch", "watch.title"],
            ["/events", "events.title"],
            ["/clubs", "clubs.title"],
            ["/classes", "classes.title"],
            ["/ranking", "rank.title"],
          ] as const
        ).map(([href, name]) => (
          <a key={href} class="button" href={href}>
            {t(name)}
          </a>
        ))}
      </p>
      <small>{t("rank.counts")}</small>
      <section class="setup">
        <h2>{t("online.lobby")}</h2>
        {offers.value.length === 0 && !mine.value && !ticket.value && !here.value.waiting && (
          <div class="empty">
            <p>{t("online.lobby.none")}</p>
            <a class="button" href={`/play/${kind.value}`}>
              {t("online.meanwhile")}
            </a>
          </div>
        )}
        <ul class="list lobby">
          {offers.value.map((o) => (
            <li key={o.id}>
              <div class="who">
                <b>{playerName(o.name)}</b> {gameName(o.game)} <small>{clockName(o.clock)}</small>
                {o.rated && <small> · {t("online.rated")}</small>}
                {o.games ? <small> · {t("online.series", { n: o.games })}</small> : null}
                <OfferOdds offer={o} mine={o.owner === me.value.player} />
              </div>
              {o.id === mine.value?.id ? (
                // The list only marks the offer for which this page waits. The viewer's other
                // offers have a button that withdraws them.
                <small>{t("online.own")}</small>
              ) : o.owner === me.value.player ? (
                <button type="button" class="button" onClick={() => void cancel(o)}>
                  {t("online.cancel")}
                </button>
              ) : (
                <>
                  <button type="button" class="button main" onClick={() => void accepting.accept(o)}>
                    {t("online.join")}
                  </button>
                  {o.to === me.value.player && (
                    <button type="button" class="button" onClick={() => void decline(o)}>
                      {t("online.decline")}
                    </button>
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
        <Busy asked={accepting.asked.value} />
      </section>
      {mine.value ? (
        <section ref={invitation} class="setup" role="status">
          <p>
            <b>{t("online.waiting")}</b> {gameName(mine.value.game)}
          </p>
          <OfferOdds offer={mine.value} mine />
          {link && (
            <label class="field">
              <span>{t("online.link")}</span>
              <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
            </label>
          )}
          {link && code && <code.Qr subject={sharedChallenge(mine.value)} />}
          {link && (
            <button
              type="button"
              class="button main"
              onClick={() => mine.value && void share(sharedChallenge(mine.value))}
            >
              {t("play.share")}
            </button>
          )}
          <button type="button" class="button" onClick={() => mine.value && void cancel(mine.value)}>
            {t("online.cancel")}
          </button>
        </section>
      ) : (
        <section class="setup">
          <h2>{t("play.new")}</h2>
          <PickKind value={kind.value} onPick={pickKind} />
          <PickSide kind={kind.value} value={side.value} onPick={(v) => (side.value = v)} />
          <TermsFields
            key={kind.value}
            days
            kind={kind.value}
            terms={terms.value}
            onChange={(v) => (terms.value = v)}
          />
          <Pick
            label={t("series.games")}
            name="series"
            value={series.value}
            values={lengths}
            text={(n) => (n === "1" ? t("series.one") : n)}
            onPick={(n) => (series.value = n)}
          />
          <OddsFields
            kind={kind.value}
            list={odds}
            clock={terms.value.clock}
            gift={gift.value}
            me={t("seat.you")}
            them={t("play.opponent")}
            onChange={(g) => (gift.value = g)}
          />
          {!(rated.value && mayRate()) && (
            <PickTakebacks value={takebacks.value} onPick={(n) => (takebacks.value = n)} />
          )}
          {me.value.account ? (
            <>
              <label class="switch">
                <input
                  type="checkbox"
                  role="switch"
                  aria-checked={rated.value && mayRate()}
                  checked={rated.value && mayRate()}
                  disabled={!mayRate()}
                  onChange={(e) => (rated.value = e.currentTarget.checked)}
                />
                <span>{t("rank.offer")}</span>
              </label>
              <p class="fine">{t(mayRate() ? "rank.offer.about" : "rank.offer.plain")}</p>
            </>
          ) : (
            <p class="fine">
              {t("rank.offer.guest")} <a href="/account">{t("rank.offer.account")}</a>
            </p>
          )}
          <div class="grid">
            <button type="button" class="button main" onClick={() => void offer(true)}>
              {t("online.seek")}
            </button>
            <button type="button" class="button" onClick={() => void offer(false)}>
              {t("online.friend")}
            </button>
          </div>
        </section>
      )}
    </Titled>
  );
}
