// Shows the page of a challenge that was opened by its link.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { punctuated, t } from "../app/i18n";
import { go } from "../app/router";
import { share } from "../app/share";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { Busy, useAccepting } from "../play/accept";
import { clockName } from "../play/clockname";
import { faultText } from "../play/hooks";
import { gameName, playerName, sideName } from "../play/words";
import { OfferOdds } from "../play/odds";
import { sharedChallenge } from "../play/shared";
import type { Me, OfferView } from "../wire/messages";
import { attend, begun, linger, stay } from "../play/lobby";
import { Refused } from "../session/desk";
import { other } from "../board/state";
import { rest } from "../wire/rest";

export default function Challenge({ id = "" }: { id?: string }) {
  const offer = useSignal<OfferView | null>(null);
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  const gone = useSignal(false);
  useEffect(() => {
    const open = async () => {
      // Send one request after the other, so that the server creates only one guest for a new
      // visitor.
      const who = await rest<Me>("GET", "/me");
      const o = await rest<OfferView>("GET", `/offers/${encodeURIComponent(id)}`);
      if (o.match) go(`/g/${o.match}`, true);
      offer.value = o;
      me.value = who;
    };
    open().catch((e: unknown) => {
      gone.value = e instanceof Refused && e.code === "not-found";
      fault.value = faultText(e);
    });
  }, [id]);
  const accepting = useAccepting((e) => (fault.value = faultText(e)), true);
  // If the challenge is addressed to this player, declining closes the challenge. An open link is
  // for anyone, so a player who declines it just leaves the page.
  const decline = async () => {
    try {
      if (offer.value?.to) await rest("POST", `/offers/${encodeURIComponent(id)}/decline`);
      go("/online");
      tell(t("online.declined"));
    } catch (e) {
      fault.value = faultText(e);
    }
  };
  const o = offer.value;
  const own = o !== null && o.owner === me.value?.player;
  // The side named in an offer is the side of the player who made it; the viewer
  // gets the other side.
  const asked = o?.side === "first" || o?.side === "second" ? o.side : null;
  const side = asked && !own ? other(asked) : asked;
  // The player who made the challenge may also wait on this page for an opponent.
  const wait = () => {
    let stands = true;
    stay();
    const leave = attend((m) => {
      if (!begun(m)) return;
      stands = false;
      go(begun(m), true);
    });
    return () => {
      leave();
      if (stands) linger();
    };
  };
  useEffect(() => (own ? wait() : undefined), [own]);
  return (
    <Titled title={t(own ? "online.friend" : "online.invited")} class="narrow">
      {gone.value ? (
        <div class="empty">
          <p role="alert">{t("online.invited.gone")}</p>
          <a class="button main" href="/online">
            {t("online.title")}
          </a>
        </div>
      ) : (
        fault.value && <p role="alert">{fault}</p>
      )}
      {o && (
        <>
          {!own && <p>{t("online.invites", { name: playerName(o.name), game: gameName(o.game).toLowerCase() })}</p>}
          <p>
            <b>{gameName(o.game)}</b> · {clockName(o.clock)}
            {o.rated ? ` · ${t("online.rated")}` : ""}
            {o.games ? ` · ${t("online.series", { n: o.games })}` : ""}
            {side && punctuated(` · ${t("play.side")}: ${sideName(o.game, side)}`)}
          </p>
          <OfferOdds offer={o} mine={own} />
          {own ? (
            <>
              <p>{t("online.waiting")}</p>
              <button type="button" class="button main" onClick={() => void share(sharedChallenge(o))}>
                {t("play.share")}
              </button>
            </>
          ) : accepting.asked.value ? (
            <Busy asked={accepting.asked.value} />
          ) : (
            <p class="more">
              <button type="button" class="button main" onClick={() => void accepting.accept(o)}>
                {t("online.accept")}
              </button>
              <button type="button" class="button" onClick={() => void decline()}>
                {t("online.decline")}
              </button>
            </p>
          )}
        </>
      )}
    </Titled>
  );
}
