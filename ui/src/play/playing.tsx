// Shows the board, players and buttons of an online game.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Side } from "../board";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { share } from "../app/share";
import { say, summons, tell } from "../app/shell";
import { change, settings } from "../app/settings";
import type { OnlineGame } from "../session/online";
import type { MatchView } from "../wire/messages";
import { socket } from "../wire/socket";
import { clockName } from "./clockname";
import { expectDeal } from "./dealing";
import { useLater } from "./hooks";
import { hides } from "./hidden";
import { FirstMove, Line } from "./line";
import { Actions, Offers } from "./offers";
import { hasMoved, homeOf, isChild, stopped } from "./place";
import { sharedMatch } from "./shared";
import { Table } from "./table";
import type { TableGame } from "./tablegame";
import { errorText, gameName, playerName, sideName } from "./words";

/** The extra minutes of each side in addition to the time control. */
const minutesOf = (v: MatchView): [number, number] => [(v.extra?.[0] ?? 0) / 60_000, (v.extra?.[1] ?? 0) / 60_000];

/** The chat and the menu are loaded this number of milliseconds after the board. */
const REST = 500;

export function Playing({ game }: { game: OnlineGame }) {
  const v = game.view.value;
  const mine = game.mine;
  const seats = v.seats ?? [];
  const seat = (s: Side) => seats[s === "first" ? 0 : 1];
  const over = game.ended.value !== null;
  const name = (s: Side) => {
    const x = seat(s);
    if (x?.deleted) return t("seat.deleted");
    if (x?.kind === "level") return t("seat.machine", { n: x.level ?? 0 });
    return playerName(x?.name ?? "") || (s === mine ? t("seat.you") : x?.spec || t("seat.human"));
  };

  useEffect(() => {
    const code = game.refusal.value;
    if (!code) return;
    tell(errorText(code));
  }, [game.refusal.value]);

  const other = mine === "first" ? "second" : "first";
  const isHuman = (s: Side) => seat(s)?.kind === "human" || seat(s)?.kind === "bot";
  const company = mine !== "none" && isHuman(other) && seat(other)?.player !== seat(mine)?.player;
  // The chat and the menu are loaded after the board, or when the user opens one of them. Each
  // press tries again to load them.
  const rested = useSignal(false);
  const asked = useSignal(0);
  useEffect(() => {
    const timer = setTimeout(() => (rested.value = true), REST);
    return () => clearTimeout(timer);
  }, []);
  const talking = useLater(company && (asked.value || rested.value), () => import("./talk"));
  const talk = useMemo(() => talking && new talking.Talk(game.id, socket()), [talking]);
  useEffect(() => () => talk?.close(), [talk]);
  const muted = useSignal(false);

  const odds = useLater(v.start !== "" || minutesOf(v).some((n) => n > 0), () => import("./oddsline"));
  const menus = useSignal(0);
  const menu = useLater(menus.value || rested.value, () => import("./matchmenu"));

  // The viewer can store moves in advance only in a correspondence game. They are entered on the
  // board of the game.
  const slow = v.control.endsWith("d/move");
  const days = company && !over && slow && !hides(v.game);
  const plans = useLater(days && rested.value, () => import("./plans"));
  const tried = useSignal<TableGame | null>(null);
  const before = useRef(over);
  const machine = mine !== "none" && seat(other)?.kind === "level";
  const voice = useLater(machine && rested.value, () => import("./voice"));
  const rated = useLater(over && (v.rated || machine), () => import("../rate/after"));

  const event = useRef(v.event).current;
  const ofEvent = useLater(event !== undefined, () => import("./ofevent"));
  const tourney = useMemo(() => ofEvent && event && new ofEvent.Tourney(event, game, name, socket()), [ofEvent]);
  useEffect(() => () => void (tourney && tourney.close()), [tourney]);
  const child = company && event === undefined && isChild();
  useMemo(() => {
    if (child) game.verdict = () => (stopped(game.ended.value) ? t("simul.match.ended") : undefined);
  }, [game]);
  const home = homeOf(event, child, game.ended.value);

  const { proof } = game;
  const badge = useLater(proof !== undefined, () => import("./dealbadge"));
  const sign = proof?.sign.value;
  useEffect(() => {
    if (sign?.state === "right" && sign.closed) void import("../session/deals").then((p) => p.forget(game.id));
  }, [sign]);

  useEffect(() => {
    // Announce the viewer's side. This also replaces the announced result of the previous game.
    if (mine !== "none" && !over)
      (game.moved > 0 ? say : tell)(t("online.side", { side: sideName(v.game, mine, game.state.value.position) }));
  }, []);

  useEffect(() => {
    if (mine !== "none" && !settings.value.played) change({ played: true });
  }, [mine]);

  // A rematch is a new match, and its players are redirected to it. A visitor who opens the old
  // match later stays on the old match's page.
  const rematch = game.next.value;
  const known = useRef(rematch);
  useEffect(() => {
    if (!rematch || rematch === known.current || mine === "none") return;
    if (v.fair) expectDeal(rematch);
    go(`/g/${rematch}`);
  }, [rematch]);

  // When a player leaves the page of a game in progress, the other pages show a link back to the
  // game.
  useEffect(
    () => () => {
      if (mine === "none" || game.ended.value) return;
      summons.value = { text: t("online.left"), href: `/g/${game.id}` };
    },
    [],
  );

  const { here, watching = 0 } = game.here.value;
  const awaySide = mine !== "none" && !here?.[mine === "first" ? 1 : 0] && isHuman(other) ? other : null;
  // Remember whether the opponent has been at this board: an opponent who has never been here
  // cannot have lost the connection.
  const unheard = useRef(game.here.peek()).current;
  const came = useRef(false);
  if (hasMoved(game, other) || (game.here.value !== unheard && here?.[other === "first" ? 0 : 1])) came.current = true;
  const info = (
    <>
      <h1 class="lead">{gameName(game.kind)}</h1>
      {ofEvent && tourney && <ofEvent.EventLine of={tourney} />}
      <p class="row">
        <Line socket={socket()} />
        {v.control !== "none" && <small>{clockName(v.control)}</small>}
        {v.rated && <small>{t("online.rated")}</small>}
        {watching > 0 && <small>{t("online.watching", { n: watching })}</small>}
      </p>
      {odds && (
        <odds.OddsLine
          kind={v.game}
          start={v.start}
          options={v.options ?? {}}
          minutes={odds.bySide(v.game, ...minutesOf(v))}
        />
      )}
      {proof && badge && (
        <badge.DealBadge proof={proof} id={game.id} other={over && !!v.fair?.table && !v.fair.secret} />
      )}
      {mine === "none" && <p>{t("online.spectator")}</p>}
      {awaySide && !game.here.value.left && <p>{t(came.current ? "online.gone" : "online.absent")}</p>}
    </>
  );
  return (
    <Table
      game={tried.value ?? game}
      name={name}
      mark={(s) => (s === mine && seat(s)?.name ? t("online.you") : undefined)}
      away={(s) =>
        s === awaySide && (
          <small class={came.current ? "gone" : "gone yet"}>{t(came.current ? "seat.away" : "seat.absent")}</small>
        )
      }
      face={(s) => (seat(s)?.kind === "level" ? seat(s)?.level : undefined)}
      beside={(s) => (
        <>
          {talking && talk && <talking.Said talk={talk} side={s} muted={muted.value && s === other} />}
          {voice && s === other && voice.besideMatch(game, s, seat(s)?.level ?? 0)}
          <FirstMove game={game} side={s} />
        </>
      )}
      info={info}
      actions={
        !tried.value && (
          <Actions
            game={game}
            company={company}
            home={home}
            busy={{ talk: asked.value > 0 && !talk, menu: menus.value > 0 && !menu }}
            onTalk={() => asked.value++}
            onMenu={() => menus.value++}
          />
        )
      }
    >
      {over && (
        <p class="more">
          <a class="button" href={game.study}>
            {t("play.analyse")}
          </a>
          <button type="button" class="button" onClick={() => void share(sharedMatch(game))}>
            {t("play.share")}
          </button>
          {rematch && (
            <a class="button" href={`/g/${rematch}`}>
              {t("online.rematch.see")}
            </a>
          )}
        </p>
      )}
      {ofEvent && tourney && <ofEvent.NextRound of={tourney} over={over} />}
      {game.ended.value && rated && <rated.AfterMatch view={v} end={game.ended.value} seen={!before.current} />}
      <Offers game={game} />
      {days && plans && <plans.Plans game={game} table={tried} />}
      {talking && talk && mine !== "none" && (
        <talking.TalkSheet
          asked={asked.value}
          talk={talk}
          mine={mine}
          other={name(other)}
          over={over}
          muted={muted.value}
          onMute={(on) => (muted.value = on)}
        />
      )}
      {menu && <menu.MatchMenu game={game} asked={menus.value} />}
    </Table>
  );
}
