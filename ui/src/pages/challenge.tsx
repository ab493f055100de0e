// A challenge by its link.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { Titled } from "../app/titled";
import { faultText } from "../play/use";
import { gameName, sideName } from "../play/words";
import type { MatchView, Me, OfferView } from "../wire/messages";
import { rest } from "../wire/rest";

export default function Challenge({ id = "" }: { id?: string }) {
  const offer = useSignal<OfferView | null>(null);
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    const open = async () => {
      // One after the other, so that a newcomer becomes one guest.
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
  return (
    <Titled title={t("online.friend")} class="narrow">
      {fault.value && <p role="alert">{fault}</p>}
      {o && (
        <>
          <p>
            <b>{o.name}</b>: {gameName(o.game)}, {o.clock === "none" || !o.clock ? t("play.clock.none") : o.clock}
            {(o.side === "first" || o.side === "second") && ` · ${sideName(o.game, o.side)}`}
          </p>
          {o.owner === me.value?.player ? (
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
