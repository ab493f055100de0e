// Shows the menu of an online game. It is loaded after the board.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { lang, speakOf, t } from "../app/i18n";
import { share } from "../app/share";
import type { OnlineGame } from "../session/online";
import { socket } from "../wire/socket";
import { useLater } from "./hooks";
import { isLive } from "./live";
import { AskResign, useClosed } from "./resign";
import { seatText } from "./seats";
import { sharedMatch } from "./shared";
import { openSheet, Sheet } from "./sheet";
import { leave } from "./waits";

/** Loads the display for a player who has left, with its texts. */
const loadLeft = async () => {
  const [left] = await Promise.all([import("./left"), speakOf("people", lang.value)]);
  return left;
};

/** Loads the score of a series, with its texts. */
const loadSeries = async () => {
  const [series] = await Promise.all([import("./series"), speakOf("people", lang.value)]);
  return series;
};

/** Loads the list of lags, with its texts. */
const loadLag = async () => {
  const [lag] = await Promise.all([import("./lag"), speakOf("people", lang.value)]);
  return lag;
};

/** Loads the buttons to follow, block and report the opponent, with their texts. */
const loadTies = async () => {
  const [ties] = await Promise.all([import("./ties"), speakOf("people", lang.value)]);
  return ties;
};

/** Loads the switch that turns off the remarks of an engine. */
const loadSilencer = async () => {
  const voice = await import("./voice");
  return { Silencer: await voice.silencer() };
};

export interface MatchMenuProps {
  game: OnlineGame;
  /** How often the player has opened the menu; each change opens it. */
  asked: number;
}

export function MatchMenu({ game, asked }: MatchMenuProps) {
  const menu = useRef<HTMLDialogElement>(null);
  // How often the player has pressed "resign" since the menu opened. Each press shows the confirmation
  // again.
  const asking = useSignal(0);
  useClosed(menu, () => (asking.value = 0));
  const over = game.ended.value !== null;
  // A game can be aborted only up to the number of moves that the server gives. After that it can
  // only be resigned.
  const mayAbort = game.moved <= game.view.value.aborts;
  const looks = useLater(asked > 0, () => import("./looksmenu"));
  const ties = useLater(asked > 0 && game.mine !== "none", loadTies);
  // Only after both sides have moved, the server reports whether and when the match can be claimed
  // because a player has left.
  const left = useLater(game.mine !== "none" && game.here.value.left !== undefined, loadLeft);
  const level = game.mine !== "none" && (game.view.value.seats ?? []).some((s) => s.kind === "level");
  const quiet = useLater(asked > 0 && level, loadSilencer);
  const series = useLater(game.view.value.series !== undefined, loadSeries);
  // Only players with a clock lose time to the network.
  const lag = useLater(asked > 0 && game.mine !== "none" && game.timed, loadLag);
  useEffect(() => {
    // A player in a live game (in which the opponent waits at the board) must not be paired for
    // another game, so the player's ticket (a request for an opponent) is withdrawn.
    if (game.mine !== "none" && !over && isLive(game.view.value)) leave().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (asked > 0) openSheet(menu.current);
  }, [asked]);
  const people = (game.view.value.seats ?? []).filter((s) => s.kind === "human" && s.player && !s.deleted);
  return (
    <>
      {series && <series.SeriesLine game={game} />}
      {left && <left.Left game={game} socket={socket()} />}
      <Sheet box={menu}>
        {game.mine !== "none" && !over && (
          <div class="grid">
            {mayAbort ? (
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
              <button type="button" class="button" onClick={() => asking.value++}>
                {t("play.resign")}
              </button>
            )}
          </div>
        )}
        {asking.value > 0 && (
          <AskResign
            key={asking.value}
            onYes={() => {
              menu.current?.hidePopover();
              game.act("resign");
            }}
            onNo={() => (asking.value = 0)}
          />
        )}
        {people.map((s) => (
          <a key={s.player} class="button" href={`/player/${s.player}`}>
            {t("online.profile", { name: seatText(s) })}
          </a>
        ))}
        {ties && people.map((s) => <ties.TieButtons key={s.player} id={s.player ?? ""} match={game.id} />)}
        {looks && (
          <>
            <looks.Looks kind={game.kind} onNotation={() => game.refresh()} />
            <div class="row">
              <looks.Heard />
              {quiet && <quiet.Silencer />}
            </div>
          </>
        )}
        {lag && (
          <details class="fold">
            <summary>{t("lag.title")}</summary>
            <lag.Lag game={game} />
          </details>
        )}
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
              void share(sharedMatch(game));
            }}
          >
            {t("play.share")}
          </button>
        </div>
        <button type="button" class="button" onClick={() => menu.current?.hidePopover()}>
          {t("app.close")}
        </button>
      </Sheet>
    </>
  );
}
