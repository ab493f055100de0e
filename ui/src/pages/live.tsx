// Shows the live board: the first move starts a game against the engine.
import { useEffect } from "preact/hooks";
import { boot, infoOf } from "../app/boot";
import { t, tx } from "../app/i18n";
import type { PageProps } from "../app/router";
import { change, settings } from "../app/settings";
import { useTitle } from "../app/titled";
import NotFound from "./notfound";
import { warm } from "../session/desk";
import { begin, library } from "../session/here";
import type { Saved } from "../session/saved";
import { today } from "../session/today";
import { loadView } from "../play/board";
import { Kinds } from "../play/kinds";
import { LevelPicker } from "../play/level";
import { LocalTable } from "../play/local";
import { Sets } from "../play/sets";
import { useLocalGame } from "../play/opened";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";

/** The game of the front page: the game that was played last. */
const usual = (): string => (infoOf(settings.value.kind) ? settings.value.kind : boot.start?.kind || t("app.first"));

export default function Live(p: { kind?: string }) {
  const kind = p.kind ?? usual();
  return infoOf(kind) ? <LiveGame key={kind} kind={kind} home={p.kind === undefined} /> : <NotFound />;
}

/** Loads the game's view before the page is shown, so that the board is drawn at once. */
export const prepare = (p: PageProps): Promise<unknown> => loadView(p.kind ?? usual());

const fresh = (kind: string): Saved =>
  begin({ kind, seats: { first: { kind: "human" }, second: { kind: "machine", level: settings.value.level } } });

/** A new game against the same opponent with the sides exchanged. */
const rematch = ({ kind, seats }: Saved): Saved => begin({ kind, seats: { first: seats.second, second: seats.first } });

/**
 * The game whose id is stored in this entry of the browser's history, or else the last unfinished
 * game against an engine.
 */
function left(kind: string): Saved | undefined {
  const s = library.get(history.state as string);
  return s?.kind === kind
    ? s
    : library.underWay(kind, ({ seats, moves }) => moves.length > 0 && seats.first.kind !== seats.second.kind);
}

function LiveGame({ kind, home }: { kind: string; home: boolean }) {
  const { game, again, failure } = useLocalGame(
    () => left(kind),
    () => fresh(kind),
  );
  useTitle(home ? "" : gameName(kind));

  useEffect(() => {
    if (settings.value.kind !== kind) change({ kind });
    // The server reads this cookie to draw the board of the same game on the front page.
    document.cookie = `kydai-kind=${kind}; path=/; max-age=31536000; samesite=lax`;
    // The rules module is loaded when the page is idle, before it is needed.
    const idle = setTimeout(() => warm(kind), 1500);
    return () => clearTimeout(idle);
  }, []);

  const g = game.value;
  const setLevel = (level: number) => {
    change({ level });
    if (!g) return;
    const seats = g.saved.value.seats;
    const side = seats.first.kind === "machine" ? "first" : "second";
    g.seats({ ...seats, [side]: today(kind, { kind: "machine", level }) });
  };
  const level = g ? machineLevel(g.saved.value) : settings.value.level;
  const info = (
    <>
      <h1 class="lead">{home ? t("app.tagline") : gameName(kind)}</h1>
      <Kinds at={kind} href={(k) => `/play/${k}`} />
      <p class="about">{tx(`game.${kind}.about`)}</p>
      <LevelPicker kind={kind} level={level} onPick={setLevel} />
      <Sets kind={kind} />
      <p class="more">
        <a class="button" href={`/play?kind=${kind}`}>
          {t("play.new")}…
        </a>
        <a class="button" href={`/hotseat/${kind}`}>
          {t("play.opponent.hotseat")}
        </a>
        <a class="button" href={`/learn/${kind}`}>
          {t("learn.title")}
        </a>
        <a class="button" href={`/rules/${kind}`}>
          {t("nav.rules")}
        </a>
      </p>
    </>
  );
  if (!g) return <Waiting kind={kind} info={info} failure={failure} />;
  return (
    <LocalTable
      key={g.key}
      game={g}
      info={info}
      status={t("play.first.move")}
      onNew={() => again()}
      onAgain={() => again(rematch(g.saved.value))}
    />
  );
}

function machineLevel({ seats: { first, second } }: Saved): number {
  const seat = first.kind === "machine" ? first : second;
  return seat.kind !== "machine" ? settings.value.level : seat.fit ? 0 : seat.level;
}
