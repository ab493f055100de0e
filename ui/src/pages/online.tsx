// The lobby: who waits for a game, one's own games, and how to ask for one.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot, kinds } from "../app/boot";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { settings } from "../app/settings";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { Line } from "../play/line";
import { faultText } from "../play/use";
import { endText, gameName, sideName } from "../play/words";
import type { Me, MatchView, OfferView, Summary } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { Pick } from "../play/pick";
import { PickKind, TermsFields, type Terms } from "./setup";
import type { ClockTerms } from "../session/saved";

export default function Online() {
  return boot.online ? (
    <Door />
  ) : (
    <Titled title={t("online.title")} class="narrow">
      <p>{t("online.unavailable")}</p>
    </Titled>
  );
}

/** A clock as the server reads it. */
export function clockText(c: ClockTerms | null): string {
  if (!c) return "none";
  if (c.base === 0 && c.move > 0) return `${c.move}s/move`;
  return `${c.base / 60}+${c.add}`;
}

/** Asks who the viewer is before anything else: a newcomer who asked for several things at once would be several guests. */
function Door() {
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    rest<Me>("GET", "/me").then(
      (v) => (me.value = v),
      (e: unknown) => (fault.value = faultText(e)),
    );
  }, []);
  if (me.value) return <Lobby first={me.value} />;
  return (
    <Titled title={t("online.title")} class="narrow">
      <p role={fault.value ? "alert" : undefined}>{fault.value || t("online.connecting")}</p>
    </Titled>
  );
}

function Lobby({ first }: { first: Me }) {
  const me = useSignal(first);
  const offers = useSignal<OfferView[]>([]);
  const games = useSignal<Summary[]>([]);
  const here = useSignal(0);
  const mine = useSignal<OfferView | null>(null);
  const kind = useSignal(settings.value.kind || kinds()[0] || "");
  const side = useSignal<"first" | "second" | "random">("random");
  const terms = useSignal<Terms>({ clock: { base: 600, add: 5, move: 0 }, options: {} });

  useEffect(() => {
    const s = socket();
    const stop = [
      s.listen((m) => {
        if (m.t === "lobby") offers.value = m.offers ?? [];
        else if (m.t === "presence") here.value = m.players;
        else if (m.t === "started") go(`/g/${m.id}`);
        else if (m.t === "fair" && m.side !== "none" && !m.transcript.aborted?.length) go(`/g/${m.id}`);
      }),
      s.stand("lobby", () => ({ t: "lobby", on: true })),
    ];
    void rest<{ matches?: Summary[] } | Summary[]>("GET", "/me/matches?limit=10").then(
      (v) => (games.value = Array.isArray(v) ? v : (v.matches ?? [])),
      fault,
    );
    // What the page for a new game asked for.
    const asked = sessionStorage.getItem("kydai.offer");
    if (asked) {
      sessionStorage.removeItem("kydai.offer");
      const o = JSON.parse(asked) as { kind: string; side: "first" | "second" | "random"; link: boolean } & Terms;
      kind.value = o.kind;
      side.value = o.side;
      terms.value = { clock: o.clock, options: o.options };
      void offer(!o.link);
    }
    return () => {
      for (const f of stop) f();
      s.send({ t: "lobby", on: false });
    };
  }, []);
  const fault = (e: unknown) => tell(faultText(e));

  const offer = async (open: boolean) => {
    try {
      mine.value = await rest<OfferView>("POST", "/offers", {
        game: kind.value,
        options: terms.value.options,
        clock: clockText(terms.value.clock),
        takebacks: -1,
        open,
        // Where nothing is dealt it makes no difference.
        fair: true,
        ...(side.value === "random" ? {} : { side: side.value }),
      });
    } catch (e) {
      fault(e);
    }
  };
  const cancel = async (o: OfferView) => {
    mine.value = null;
    await rest("DELETE", `/offers/${o.id}`).catch(fault);
  };
  const accept = async (o: OfferView) => {
    try {
      const m = await rest<MatchView>("POST", `/offers/${o.id}/accept?fair=true`);
      go(`/g/${m.id}`);
    } catch (e) {
      fault(e);
    }
  };
  const rename = async (e: Event) => {
    const name = (e.currentTarget as HTMLInputElement).value.trim();
    if (name) await rest<Me>("PATCH", "/me", { name }).then((v) => (me.value = v), fault);
  };
  const link = mine.value && !mine.value.open ? `${location.origin}/c/${mine.value.id}` : "";
  return (
    <Titled title={t("online.title")} class="narrow">
      <p class="row">
        <Line socket={socket()} />
        {here.value > 0 && <small>{t("online.here", { n: here.value })}</small>}
      </p>
      <label class="field">
        <span>{t("online.name")}</span>
        <input value={me.value.name} maxLength={24} onChange={(e) => void rename(e)} />
      </label>
      <section class="setup">
        <h2>{t("online.lobby")}</h2>
        {offers.value.length === 0 && <p>{t("online.lobby.none")}</p>}
        <ul class="list lobby">
          {offers.value.map((o) => (
            <li key={o.id}>
              <span class="who">
                <b>{o.name}</b> {gameName(o.game)} <small>{o.clock === "none" ? t("play.clock.none") : o.clock}</small>
              </span>
              {o.owner === me.value.player ? (
                <button type="button" class="button" onClick={() => void cancel(o)}>
                  {t("online.cancel")}
                </button>
              ) : (
                <button type="button" class="button main" onClick={() => void accept(o)}>
                  {t("online.accept")}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {mine.value ? (
        <section class="setup" role="status">
          <p>
            <b>{t("online.waiting")}</b> {gameName(mine.value.game)}
          </p>
          {link && (
            <label class="field">
              <span>{t("online.link")}</span>
              <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
            </label>
          )}
          <button type="button" class="button" onClick={() => mine.value && void cancel(mine.value)}>
            {t("online.cancel")}
          </button>
        </section>
      ) : (
        <section class="setup">
          <h2>{t("play.new")}</h2>
          <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />
          <Pick
            label={t("play.side")}
            name="side"
            value={side.value}
            values={["random", "first", "second"] as const}
            text={(v) => (v === "random" ? t("side.random") : sideName(kind.value, v))}
            onPick={(v) => (side.value = v)}
          />
          <TermsFields key={kind.value} kind={kind.value} terms={terms.value} onChange={(v) => (terms.value = v)} />
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
      {games.value.length > 0 && (
        <section>
          <h2>{t("online.yours")}</h2>
          <ul class="list">
            {games.value.map((g) => (
              <li key={g.id}>
                <a href={`/g/${g.id}`}>
                  <b>{gameName(g.game)}</b> {g.players?.join(" – ")}
                  <small>
                    {g.over
                      ? endText(
                          g.game,
                          { why: g.why ?? "", winner: (g.winner as "first" | "second" | "none") ?? "none" },
                          "none",
                        )
                      : t("games.underway")}
                  </small>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Titled>
  );
}
