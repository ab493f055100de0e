// An online game.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Side } from "../board";
import { lang, speakOf, t } from "../app/i18n";
import { useNetwork } from "../app/network";
import { go } from "../app/router";
import { share } from "../app/share";
import { summons, tell } from "../app/shell";
import { Titled, useTitle } from "../app/titled";
import { Act } from "../play/act";
import { loadView } from "../play/board";
import { FirstMove, Line } from "../play/line";
import { Looks } from "../play/looks";
import { bySide, OddsLine } from "../play/odds";
import { AskResign } from "../play/resign";
import { openSheet, Sheet } from "../play/sheet";
import { DealSign, faultOf } from "../play/sign";
import { Table } from "../play/table";
import { faultText } from "../play/use";
import { Waiting } from "../play/waiting";
import { errorText, gameName, playerName } from "../play/words";
import type { Ceremony } from "../session/ceremony";
import { Refused } from "../session/desk";
import { notationOf, rules } from "../session/here";
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
  const open = async (gone: () => boolean) => {
    let v: MatchView;
    try {
      v = await rest<MatchView>("GET", path);
    } catch (e) {
      if (!(e instanceof Refused) || e.code !== "not-found") throw e;
      // Its deal may still be in progress.
      await rest("GET", `${path}/fair`);
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
    settling.value = null;
    tries.value = tries.peek() + 1; // the match exists now
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

/** Instead of a match that cannot be shown. */
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

/** The key with which this server signs deals. */
const siteKey = async (): Promise<string> => (await rest<{ key: string }>("GET", "/fair/key")).key;

/** Verifies the deal of a match while it is played. Few games have a deal, so the code is loaded on demand. */
async function proofOf(id: string, viewer: Side | "none"): Promise<Proof> {
  const [key, { keeper, Proof }] = await Promise.all([
    siteKey(),
    again(() => import("../session/deals")),
    speakOf("deals", lang.value),
  ]);
  return new Proof(id, viewer, key, keeper);
}

/** The progress of a deal. */
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

/** The extra minutes of each side beyond the time control. */
const minutesOf = (v: MatchView): [number, number] => [(v.extra?.[0] ?? 0) / 60_000, (v.extra?.[1] ?? 0) / 60_000];

/** The number of moves after the opening. */
const movesOf = (game: OnlineGame): number => game.state.value.ply - game.view.value.opening;

const mayAbort = (game: OnlineGame): boolean => movesOf(game) <= game.view.value.aborts;

/** The reasons why a player cannot request something now; "" if the player can. */
function refusals(game: OnlineGame, own: string | undefined): { takeback: string; draw: string } {
  const reason = (code: string) => (code ? errorText(code) : "");
  const undos = game.view.value.undos?.[game.mine === "second" ? 1 : 0] ?? -1;
  return {
    takeback: reason(
      undos === 0
        ? "no-takebacks"
        : movesOf(game) === 0
          ? "nothing-to-undo"
          : game.firm
            ? "would-reveal"
            : own === "takeback"
              ? "already-offered"
              : "",
    ),
    draw: reason(own === "draw" ? "already-offered" : movesOf(game) < 2 && !game.state.value.claim ? "too-early" : ""),
  };
}

function Playing({ game }: { game: OnlineGame }) {
  const menu = useRef<HTMLDialogElement>(null);
  const asking = useSignal(false);
  const v = game.view.value;
  const mine = game.mine;
  const seats = v.seats ?? [];
  const seat = (s: Side) => seats[s === "first" ? 0 : 1];
  const over = game.ended.value !== null;
  const name = (s: Side) => {
    const x = seat(s);
    if (x?.kind === "level") return t("seat.machine", { n: x.level ?? 0 });
    return playerName(x?.name ?? "") || (s === mine ? t("seat.you") : x?.spec || t("seat.human"));
  };

  useEffect(() => {
    const code = game.refusal.value;
    if (!code) return;
    tell(errorText(code));
  }, [game.refusal.value]);

  const { proof } = game;
  const sign = proof?.sign.value;
  useEffect(() => {
    if (sign?.state === "right" && sign.closed) void import("../session/deals").then((p) => p.forget(game.id));
  }, [sign]);

  // A rematch is a new match: players who accepted it go there. Who opens the old match later stays.
  const rematch = game.next.value;
  const known = useRef(rematch);
  useEffect(() => {
    if (rematch && rematch !== known.current && mine !== "none") go(`/g/${rematch}`);
  }, [rematch]);

  // If a player leaves the page of a running game, a link back is shown.
  useEffect(
    () => () => {
      if (mine === "none" || game.ended.value) return;
      summons.value = { text: t("online.left"), href: `/g/${game.id}` };
    },
    [],
  );

  const theirs = mine === "none" ? undefined : game.offers.value.find((o) => o.by !== mine);
  const own = game.offers.value.find((o) => o.by === mine);
  const away =
    mine === "none"
      ? null
      : mine === "first"
        ? game.here.value[1]
          ? null
          : "second"
        : game.here.value[0]
          ? null
          : "first";
  const may = refusals(game, own?.what);
  const isHuman = (s: Side) => seat(s)?.kind === "human" || seat(s)?.kind === "bot";
  const awaySide = away && isHuman(away as Side) ? (away as Side) : null;
  const info = (
    <>
      <h1 class="lead">{gameName(game.kind)}</h1>
      <p class="row">
        <Line socket={socket()} />
        {v.control !== "none" && <small>{v.control}</small>}
        {game.watching.value > 0 && <small>{t("online.watching", { n: game.watching.value })}</small>}
      </p>
      <OddsLine kind={v.game} start={v.start} options={v.options ?? {}} minutes={bySide(v.game, ...minutesOf(v))} />
      {proof && <DealSign proof={proof} id={game.id} />}
      {mine === "none" && <p>{t("online.spectator")}</p>}
      {awaySide && <p>{t("online.gone")}</p>}
    </>
  );
  return (
    <Table
      game={game}
      name={name}
      away={awaySide}
      beside={(s) => <FirstMove game={game} side={s} />}
      info={info}
      actions={
        mine === "none" ? (
          <Act text={t("app.menu")} icon="M4 7h16M4 12h16M4 17h16" onClick={() => openSheet(menu.current)} />
        ) : (
          <>
            {over ? (
              <Act
                main={!theirs && !own}
                text={t("online.rematch")}
                icon="M4 12a8 8 0 1 0 3-6M4 4v4h4"
                why={own ? errorText("already-offered") : ""}
                onClick={() => game.act("offer", "rematch")}
              />
            ) : (
              <Act
                text={t("online.takeback")}
                icon="M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6"
                why={may.takeback}
                onClick={() => game.act("offer", "takeback", 1)}
              />
            )}
            {!over && (
              <Act
                text={game.state.value.claim ? t("play.draw.claim") : t("play.draw")}
                icon="M5 9h14M5 15h14"
                why={may.draw}
                onClick={() => (game.state.value.claim ? game.act("claim") : game.act("offer", "draw"))}
              />
            )}
            <Act text={t("app.menu")} icon="M4 7h16M4 12h16M4 17h16" onClick={() => openSheet(menu.current)} />
          </>
        )
      }
    >
      {over && (
        <p class="more">
          <a class="button" href={game.study}>
            {t("play.analyse")}
          </a>
          {rematch && (
            <a class="button" href={`/g/${rematch}`}>
              {t("online.rematch.see")}
            </a>
          )}
        </p>
      )}
      {theirs && (
        <div class="ask" role="alert">
          <p>
            {t(
              theirs.what === "draw"
                ? "online.draw.asked"
                : theirs.what === "takeback"
                  ? "online.takeback.asked"
                  : "online.rematch.asked",
            )}
          </p>
          <button type="button" class="button main" onClick={() => game.act("accept", theirs.what as "draw")}>
            {t("online.accept")}
          </button>
          <button type="button" class="button" onClick={() => game.act("decline", theirs.what as "draw")}>
            {t("online.decline")}
          </button>
        </div>
      )}
      {own && (
        <p class="ask" role="status">
          {t("online.offered")}
          <button type="button" class="link" onClick={() => game.act("withdraw", own.what as "draw")}>
            {t("online.withdraw")}
          </button>
        </p>
      )}
      <Sheet box={menu}>
        {mine !== "none" && !over && (
          <div class="grid">
            {/* Before both sides have moved a game can be aborted, after that resigned. */}
            {mayAbort(game) ? (
              <button
                type="button"
                class="button"
                onClick={() => {
                  menu.current?.hidePopover();
                  game.act("abort");
                }}
              >
                {t("online.abort")}
              </button>
            ) : (
              <button type="button" class="button" onClick={() => (asking.value = true)}>
                {t("play.resign")}
              </button>
            )}
          </div>
        )}
        {asking.value && (
          <AskResign
            onYes={() => {
              asking.value = false;
              menu.current?.hidePopover();
              game.act("resign");
            }}
            onNo={() => (asking.value = false)}
          />
        )}
        <Looks kind={game.kind} onNotation={() => game.refresh()} />
        <div class="grid">
          {over && (
            <a class="button" href={game.study}>
              {t("play.analyse")}
            </a>
          )}
          <a class="button" data-plain href={`/api/matches/${game.id}/record`} download>
            {t("play.download")}
          </a>
          <button
            type="button"
            class="button"
            onClick={() => {
              menu.current?.hidePopover();
              void share({ url: location.href });
            }}
          >
            {t("online.share")}
          </button>
        </div>
        <button type="button" class="button" onClick={() => menu.current?.hidePopover()}>
          {t("app.close")}
        </button>
      </Sheet>
    </Table>
  );
}
