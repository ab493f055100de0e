// Shows an online game by its id. If its fair-deal exchange is still in progress, the page shows
// the exchange first.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Side } from "../board";
import { lang, speakOf, t } from "../app/i18n";
import { useNetwork } from "../app/network";
import { tell } from "../app/shell";
import { Titled, useTitle } from "../app/titled";
import { loadView } from "../play/board";
import { faultOf } from "../play/dealfault";
import { expectDeal, isDealt } from "../play/dealing";
import { faultText } from "../play/hooks";
import { Playing } from "../play/playing";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";
import type { Ceremony } from "../session/ceremony";
import { Refused } from "../session/desk";
import { notationOf, rules } from "../session/rules";
import { OnlineGame } from "../session/online";
import type { Proof } from "../session/proof";
import type { MatchView } from "../wire/messages";
import { again } from "../wire/again";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";

export default function Match({ id = "" }: { id?: string }) {
  const game = useSignal<OnlineGame | null>(null);
  const fault = useSignal("");
  const settling = useSignal<Ceremony | null>(null);
  const path = `/matches/${encodeURIComponent(id)}`;
  const view = () =>
    rest<MatchView>("GET", path).catch(async (e: unknown) => {
      if (!(e instanceof Refused && e.code === "delayed")) throw e;
      tell(faultText(e));
      return (await again(() => import("../session/late"))).lateView(id, socket());
    });
  const open = async (gone: () => boolean) => {
    let v = isDealt(id) ? null : await found(view());
    // If the match does not exist yet, its fair-deal exchange may still be in progress.
    if (!v && !(await found(rest("GET", `${path}/fair`)))) v = await view();
    if (!v) {
      const [key, { Ceremony, keeper }] = await Promise.all([
        siteKey(),
        again(() => import("../session/deals")),
        speakOf("deals", lang.value),
      ]);
      if (!gone()) settling.value = new Ceremony(id, socket(), key, keeper);
      return;
    }
    const look = await loadView(v.game);
    const viewer = v.viewer === "first" || v.viewer === "second" ? v.viewer : "none";
    const proof = v.fair && (await proofOf(v.id, viewer));
    if (gone()) return;
    game.value = new OnlineGame(v, {
      look,
      proof,
      socket: socket(),
      rules,
      notation: () => notationOf(v.game),
      lang: () => lang.value,
      now: () => Date.now(),
    });
  };
  const tries = useSignal(0);
  useSignalEffect(() => {
    const ceremony = settling.value;
    if (ceremony?.stage.value !== "begun") return;
    ceremony.close();
    expectDeal(id, false);
    settling.value = null;
    tries.value = tries.peek() + 1; // load the page again, because the match exists now
  });
  useNetwork(() => {
    if (fault.value) tries.value++;
  });
  useEffect(() => {
    let gone = false;
    fault.value = "";
    open(() => gone).catch((e: unknown) => {
      fault.value = e instanceof Refused && e.code === "not-found" ? t("online.notfound") : faultText(e);
    });
    return () => {
      gone = true;
      game.value?.close();
      settling.value?.close();
      game.value = settling.value = null;
    };
  }, [id, tries.value]);
  const g = game.value;
  const turn = g !== null && g.ended.value === null && g.mine === g.state.value.turn;
  useTitle(g ? `${turn ? `${t("play.yourturn")} · ` : ""}${gameName(g.kind)}` : t("play.title"));
  if (fault.value) return <Faulty text={fault.value} onRetry={() => tries.value++} />;
  if (settling.value) return <Settling ceremony={settling.value} />;
  return g ? <Playing key={g.id} game={g} /> : <Waiting kind="" />;
}

/** The result of a request; null if the server answers "not-found". */
const found = <T,>(what: Promise<T>): Promise<T | null> =>
  what.catch((e: unknown) => {
    if (e instanceof Refused && e.code === "not-found") return null;
    throw e;
  });

/** Shown instead of a match that cannot be loaded, with a button to retry. */
function Faulty({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <Titled title={t("online.title")} class="narrow">
      <p role="alert">{text}</p>
      <p class="more">
        <button type="button" class="button main" onClick={onRetry}>
          {t("app.retry")}
        </button>
        <a class="button" href="/online">
          {t("online.lobby")}
        </a>
      </p>
    </Titled>
  );
}

/** The public key with which this server signs deals. */
const siteKey = async (): Promise<string> => (await rest<{ key: string }>("GET", "/fair/key")).key;

/**
 * Creates the proof that verifies the deal of a match during the game. Few games have a deal, so
 * the code is loaded on demand.
 */
async function proofOf(id: string, viewer: Side | "none"): Promise<Proof> {
  const [key, { keeper, Proof }] = await Promise.all([
    siteKey(),
    again(() => import("../session/deals")),
    speakOf("deals", lang.value),
  ]);
  return new Proof(id, viewer, key, keeper);
}

/** Shows the progress of a fair-deal exchange. */
function Settling({ ceremony }: { ceremony: Ceremony }) {
  const stage = ceremony.stage.value;
  const failed = stage === "aborted" || stage === "elsewhere" || stage === "wrong";
  return (
    <Titled title={t("fair.settling")} class="narrow">
      <p role={failed ? "alert" : "status"} data-stage={stage}>
        {t(`fair.stage.${stage}`, { why: faultOf(ceremony.fault.value) })}
      </p>
      {failed ? (
        <p>
          <a class="button" href="/online">
            {t("online.title")}
          </a>
        </p>
      ) : (
        <p>{t("fair.about.deal")}</p>
      )}
    </Titled>
  );
}
