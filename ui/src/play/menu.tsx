// Shows the menu of a game on this device.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import { share } from "../app/share";
import { summons, tell } from "../app/shell";
import { FormatField } from "./format";
import { download, recordOf } from "../session/records";
import { follow } from "../session/follow";
import type { LocalGame } from "../session/local";
import { EARLY_PLIES, giveFirst, noDraw, offerDraw } from "../session/offered";
import { WhyButton } from "./act";
import { Answers } from "./answers";
import { KeyList } from "./keys";
import { Looks } from "./looks";
import { Heard } from "./switch";
import { errorText } from "./words";
import { Refused } from "../session/desk";
import { AskResign, useClosed } from "./resign";

export interface MenuProps {
  game: LocalGame;
  onClose(): void;
  onNew(): void;
  onAnalyse(): void;
}

export function Menu(p: MenuProps) {
  const { game } = p;
  const top = useRef<HTMLDivElement>(null);
  // How often the player has pressed "resign" since the menu opened. Each press
  // shows the confirmation again.
  const asking = useSignal(0);
  const why = useSignal("");
  const info = infoOf(game.kind);
  const formats = info?.formats ?? [];
  const format = useSignal(formats[0] ?? "json");
  // The menu is loaded when the page is idle. The code that notices when another tab has changed
  // the game is loaded with the menu, so that it does not delay the start.
  useEffect(() => follow(game), [game]);
  useClosed(top, () => {
    asking.value = 0;
    why.value = "";
  });
  const then = (f: () => unknown) => () => {
    p.onClose();
    f();
  };
  const me = game.mine === "second" ? "second" : game.mine === "first" ? "first" : game.state.value.turn;
  const draw = async () => {
    try {
      if (!(await offerDraw(game))) tell(t("play.draw.no"));
    } catch (e) {
      if (!(e instanceof Refused && e.code === "stopped")) tell(errorText(e instanceof Refused ? e.code : "internal"));
    }
  };
  const record = async (use: (text: string) => unknown) => {
    p.onClose();
    try {
      await use(await recordOf(game.saved.value, format.value));
    } catch (e) {
      tell(errorText(e instanceof Refused ? e.code : "internal"));
    }
  };
  const option = (text: string, reason: string, onClick: () => void) => (
    <WhyButton class="button" why={reason} onWhy={(x) => (why.value = x)} onClick={onClick}>
      {text}
    </WhyButton>
  );
  const { ply, claim } = game.state.value;
  const unmoved = ply === 0 ? t("play.unmoved") : "";
  const closed = game.ended.value ? errorText("game-over") : game.mine === "none" ? errorText("not-a-player") : "";
  return (
    <>
      <div class="grid" ref={top}>
        <button type="button" class="button main" onClick={then(() => replace(game, p.onNew))}>
          {t("play.new")}
        </button>
        {game.mine === "first" && game.state.value.ply === 0 && game.saved.value.undone.length === 0 ? (
          <button type="button" class="button" onClick={then(() => void giveFirst(game))}>
            {t("play.giveturn")}
          </button>
        ) : (
          option(
            t("play.redo"),
            game.saved.value.undone.length === 0 ? t("play.redo.none") : "",
            then(() => void game.redo()),
          )
        )}
        {/* A study has no players, so it cannot be resigned, and it is already an analysis. */}
        {!game.branches && (
          <>
            {option(
              claim ? t("play.draw.claim") : t("play.draw"),
              closed || whyNoDraw(game),
              then(() => void draw()),
            )}
            {option(t("play.resign"), closed || unmoved, () => asking.value++)}
            {option(t("play.analyse"), unmoved, then(p.onAnalyse))}
          </>
        )}
        <a class="button" href="/games" onClick={p.onClose}>
          {t("play.load")}
        </a>
      </div>
      {why.value && (
        <p class="hint" role="status">
          {why.value}
        </p>
      )}
      {asking.value > 0 && (
        <AskResign key={asking.value} onYes={then(() => game.resign(me))} onNo={() => (asking.value = 0)} />
      )}
      <div class="row">
        <FormatField value={format} formats={formats} />
        <button
          type="button"
          class="button"
          onClick={() => void record((text) => download(game.saved.value, format.value, text))}
        >
          {t("play.download")}
        </button>
        <button type="button" class="button" onClick={then(() => void share(game))}>
          {t("play.share")}
        </button>
      </div>
      <p class="fine">{t("play.kept")}</p>
      <Looks kind={game.kind} onNotation={() => void game.refresh()} />
      <div class="row">
        <Heard />
        <Answers />
      </div>
      <details class="keyhelp">
        <summary>{t("help.title")}</summary>
        <KeyList />
      </details>
      <button type="button" class="button" onClick={p.onClose}>
        {t("app.close")}
      </button>
    </>
  );
}

/** How long the link back to a game that the player has left is shown, in milliseconds. */
const BACK_MS = 10_000;

/** Begins another game. A game in progress stays stored, and a link leads back to it. */
function replace(game: LocalGame, begin: () => void): void {
  const { id, moves } = game.saved.value;
  const runs = !game.branches && !game.ended.value && moves.length > 0;
  begin();
  // A notification about a match that waits for the player must not be replaced.
  if (!runs || summons.value) return;
  const back = { text: t("play.left"), href: `/game/${id}` };
  summons.value = back;
  setTimeout(() => {
    if (summons.value === back) summons.value = null;
  }, BACK_MS);
}

/** The reason why no draw can be offered; "" if a draw can be offered. */
function whyNoDraw(game: LocalGame): string {
  const texts = {
    "": "",
    start: t("play.unmoved"),
    early: t("play.draw.early", { n: EARLY_PLIES / 2 }),
    thinking: t("play.wait"),
  };
  return texts[noDraw(game)];
}
