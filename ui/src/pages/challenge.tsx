// A challenge by its link.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { Titled } from "../app/titled";
import { faultText } from "../play/use";
import { gameName, playerName, sideName } from "../play/words";
import { OfferOdds } from "../play/odds";
import type { MatchView, Me, OfferView } from "../wire/messages";
import { attend, begun, linger, stay } from "../play/lobby";
import { other } from "../session/local";
import { rest } from "../wire/rest";

export default function Challenge({ id = "" }: { id?: string }) {
  const offer = useSignal<OfferView | null>(null);
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    const open = async () => {
      // One request after another, so that a new visitor becomes one guest.
      const who = await rest<Me>("GET", "/me");
      const o = await rest<OfferView>("GET", `/offers/${encodeURIComponent(id)}`);
      if (o.match) go(`/g/${o.match}`, true);
      offer.value = o;
      me.value = who;
    };
    open().catch((e: unknown) => (fault.value = faultText(e)));
  }, [id]);
  const accept = async () => {
    try {
      const m = await rest<MatchView>("POST", `/offers/${encodeURIComponent(id)}/accept?fair=true`);
      go(`/g/${m.id}`, true);
    } catch (e) {
      fault.value = faultText(e);
    }
  };
  const o = offer.value;
  const own = o !== null && o.owner === me.value?.player;
  // The offer names its owner's side.
  const asked = o?.side === "first" || o?.side === "second" ? o.side : null;
  const side = asked && !own ? other(asked) : asked;
  // The owner of the challenge may wait on this page too.
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
      {fault.value && <p role="alert">{fault}</p>}
      {o && (
        <>
          {!own && <p>{t("online.invites", { name: playerName(o.name), game: gameName(o.game).toLowerCase() })}</p>}
          <p>
            <b>{gameName(o.game)}</b> · {o.clock === "none" || !o.clock ? t("play.clock.none") : o.clock}
            {side && ` · ${t("play.side")}: ${sideName(o.game, side)}`}
          </p>
          <OfferOdds offer={o} mine={own} />
          {own ? (
            <p>{t("online.waiting")}</p>
          ) : (
            <button type="button" class="button main" onClick={() => void accept()}>
              {t("online.accept")}
            </button>
          )}
        </>
      )}
    </Titled>
  );
}
