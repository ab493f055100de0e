// Shows the offers between the players of an online game: the buttons under the board, the offers
// as questions, and the buttons to answer them.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { share } from "../app/share";
import type { OnlineGame } from "../session/online";
import { Act } from "./act";
import { sharedMatch, shareIcon } from "./shared";
import { errorText } from "./words";

/** The reasons why the viewer cannot request a takeback or a draw now; "" if the viewer can. */
function refusals(game: OnlineGame, own: string | undefined): { takeback: string; draw: string } {
  const reason = (code: string) => (code ? errorText(code) : "");
  const undos = game.view.value.undos?.[game.mine === "second" ? 1 : 0] ?? -1;
  return {
    takeback: reason(
      undos === 0
        ? "no-takebacks"
        : game.moved === 0
          ? "nothing-to-undo"
          : game.firm
            ? "would-reveal"
            : own === "takeback"
              ? "already-offered"
              : "",
    ),
    draw: reason(own === "draw" ? "already-offered" : game.moved < 2 && !game.state.value.claim ? "too-early" : ""),
  };
}

/** The open offer of the opponent (`theirs`), and the open offer of the viewer (`own`). */
const offersOf = (game: OnlineGame) => {
  const { mine } = game;
  return {
    theirs: mine === "none" ? undefined : game.offers.value.find((o) => o.by !== mine),
    own: game.offers.value.find((o) => o.by === mine),
  };
};

/** A page to which a match belongs: its tournament, or the class of a child. */
export interface Home {
  text: string;
  href: string;
  /**
   * Whether the page offers no rematch, because the tournament or the teacher decides who plays
   * whom.
   */
  only: boolean;
}

export interface ActionsProps {
  game: OnlineGame;
  /** Whether the match has another person to chat with. */
  company: boolean;
  /**
   * The page to which the viewer returns after the match, if the match belongs to a tournament or a
   * class.
   */
  home?: Home;
  /** Which of the two parts (chat and menu) the user has opened while it is still being loaded. */
  busy: { talk: boolean; menu: boolean };
  onTalk(): void;
  onMenu(): void;
}

/** The buttons under the board. */
export function Actions(p: ActionsProps) {
  const { game } = p;
  const { theirs, own } = offersOf(game);
  const over = game.ended.value !== null;
  const may = refusals(game, own?.what);
  const menu = <Act text={t("app.menu")} icon="M4 7h16M4 12h16M4 17h16" busy={p.busy.menu} onClick={p.onMenu} />;
  return game.mine === "none" ? (
    <>
      <Act text={t("play.share")} icon={shareIcon} onClick={() => void share(sharedMatch(game))} />
      {menu}
    </>
  ) : (
    <>
      {over && p.home && (
        <Act main={!theirs && !own} text={p.home.text} icon="M15 5l-7 7 7 7" onClick={() => go(p.home!.href)} />
      )}
      {over ? (
        !p.home?.only && (
          <Act
            main={!p.home && !theirs && !own}
            text={t("online.rematch")}
            icon="M4 12a8 8 0 1 0 3-6M4 4v4h4"
            why={own ? errorText("already-offered") : ""}
            onClick={() => game.act("offer", "rematch")}
          />
        )
      ) : (
        <Act
          text={t("online.takeback")}
          icon="M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6"
          why={may.takeback}
          onClick={() => game.act("offer", "takeback", 1)}
        />
      )}
      {over ? (
        p.company &&
        !p.home && <Act text={t("online.next")} icon="M9 5l7 7-7 7" onClick={() => go(`/online?seek=${game.kind}`)} />
      ) : (
        <Act
          text={game.state.value.claim ? t("play.draw.claim") : t("play.draw")}
          icon="M5 9h14M5 15h14"
          why={may.draw}
          onClick={() => (game.state.value.claim ? game.act("claim") : game.act("offer", "draw"))}
        />
      )}
      {p.company && <Act text={t("talk.say")} icon="M4 5h16v11H11l-5 4v-4H4z" busy={p.busy.talk} onClick={p.onTalk} />}
      {menu}
    </>
  );
}

/**
 * Milliseconds during which a new question ignores presses, because the user may have meant a
 * button that was at the same place before.
 */
const UNSEEN = 800;

/** Shows the open offers of the opponent as questions. */
export function Offers({ game }: { game: OnlineGame }) {
  const { theirs, own } = offersOf(game);
  const seen = useSignal("");
  const asked = theirs?.what ?? "";
  useEffect(() => {
    const timer = setTimeout(() => (seen.value = asked), UNSEEN);
    return () => clearTimeout(timer);
  }, [asked]);
  const fresh = seen.value !== asked;
  return (
    <>
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
          <button
            type="button"
            class="button main"
            disabled={fresh}
            onClick={() => game.act("accept", theirs.what as "draw")}
          >
            {t("online.accept")}
          </button>
          <button
            type="button"
            class="button"
            disabled={fresh}
            onClick={() => game.act("decline", theirs.what as "draw")}
          >
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
    </>
  );
}
