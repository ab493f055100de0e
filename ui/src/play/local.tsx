// Shows the page of a game on this device.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Arrow, Side } from "../board";
import { lang, speakOf, t } from "../app/i18n";
import { go } from "../app/router";
import { change } from "../app/settings";
import { share } from "../app/share";
import { say, tell } from "../app/shell";
import type { LocalGame } from "../session/local";
import type { Seat } from "../session/saved";
import { bestOf } from "../session/thought";
import { today } from "../session/today";
import { again } from "../wire/again";
import { Act } from "./act";
import { useLater } from "./hooks";
import type { Menu } from "./menu";
import { openSheet, Sheet } from "./sheet";
import { Table, withMenus } from "./table";
import { Failed } from "./waiting";
import { errorText, machineName, moveNumber, sideName } from "./words";

/** The error code that every action gets if the game's module could not be loaded. */
const STUCK = "no-module";

export interface LocalTableProps {
  game: LocalGame;
  info?: ComponentChildren;
  status?: string;
  /** Returns arrows in addition to the arrows of a hint. */
  arrows?(): Arrow[];
  /** Returns a word that is shown after the name of a side. */
  mark?(s: Side): string | undefined;
  onNew(): void;
  /** Starts a rematch, if a rematch differs from a new game. */
  onAgain?(): void;
  /** Replaces the default move list. */
  list?: ComponentChildren;
  children?: ComponentChildren;
}

export function seatName(game: LocalGame, s: Side): string {
  const { seats, names, played } = game.saved.value;
  if (names?.[s]) return names[s];
  const both = played ?? seats;
  const seat = both[s];
  if (seat.kind === "machine") return machineName(seat);
  return both.first.kind === both.second.kind ? sideName(game.kind, s, game.state.value.position) : t("seat.you");
}

/** The level whose character picture a seat shows; undefined for people and algorithms. */
const faceOf = (s: Seat): number | undefined => (s.kind === "machine" && !s.algorithm ? s.level : undefined);

export function LocalTable(p: LocalTableProps) {
  const { game } = p;
  const paused = useSignal(false);
  const menu = useMenu();

  // Whenever it is the engine's turn, the engine makes a move.
  useEffect(() => {
    if (!paused.value) void game.reply();
  }, [game, game.state.value, game.ended.value, paused.value, game.saved.value.seats]);

  useEffect(() => {
    if (!game.timed) return;
    const timer = setInterval(() => game.tick(), 100);
    return () => clearInterval(timer);
  }, [game]);

  useEffect(() => {
    const code = game.refusal.value;
    // If the rules module could not be loaded, the game cannot continue. The page shows this error
    // as long as it lasts, so no notification is needed.
    if (code && code !== STUCK) tell(errorText(code));
  }, [game.refusal.value]);

  const choosing = useSignal<Side | null>(null);
  const setLevel = (s: Side, level: number) => {
    change({ level });
    game.seats({ ...game.saved.value.seats, [s]: today(game.kind, { kind: "machine", level }) });
  };
  const chosen = choosing.value && game.saved.value.seats[choosing.value];
  const levels = useLater(choosing.value !== null, () => import("./leveldialog"));
  const hint = useLater(game.hint.value !== null, () => withMenus(import("./hint")));
  const undo = async () => {
    paused.value = game.mine === "none";
    if (await game.undo()) say(t("say.undone", { n: moveNumber(game.state.value.ply) }));
  };
  const unstick = () =>
    game.refresh().then(
      () => (game.refusal.value = null), // the engine moves by itself when the state has been loaded
      () => undefined,
    );
  const end = game.ended.value !== null;
  const analyse = () => go(`/analysis/${game.kind}?game=${game.saved.value.id}`);
  const rated = useLater(end && game.view !== "", () => import("../rate/after"));
  const onKey = (key: string): boolean => {
    if (key === "u") void undo();
    else if (key === "r") void game.redo();
    else if (key === "h") void game.nextHint();
    else if (key === "Escape") void menu.open();
    else return false;
    return true;
  };
  return (
    <Table
      {...p}
      name={(s) => seatName(game, s)}
      onName={(s) => {
        const seat = game.saved.value.seats[s];
        return seat.kind === "machine" && !seat.algorithm && !end ? () => (choosing.value = s) : undefined;
      }}
      face={(s) => faceOf(game.saved.value.seats[s])}
      beside={game.beside.value}
      thinking={game.thinking.value && game.seat(game.state.value.turn).kind === "machine"}
      arrows={() => [...(p.arrows?.() ?? []), ...hintArrows(game)]}
      onKey={onKey}
      actions={
        <>
          <Act
            text={t("play.undo")}
            icon="M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6"
            why={game.noUndo && errorText(game.noUndo)}
            onClick={() => void undo()}
          />
          {end ? (
            // A study continues after the end of a game, so it gets no buttons for a new game and
            // for a review.
            !game.branches && (
              <>
                <Act main text={t("play.again")} icon="M4 12a8 8 0 1 0 3-6M4 4v4h4" onClick={p.onAgain ?? p.onNew} />
                <Act text={t("play.review")} icon="M4 4v16h16M7 15l4-5 3 3 5-7" onClick={analyse} />
              </>
            )
          ) : game.mine === "none" ? (
            <Act
              text={paused.value ? t("play.watch.go") : t("play.watch.pause")}
              icon={paused.value ? "M8 5l10 7-10 7z" : "M8 5v14M16 5v14"}
              onClick={() => (paused.value = !paused.value)}
            />
          ) : (
            <Act
              text={t(game.hinting.value ? "hint.busy" : game.hint.value?.step === 1 ? "hint.more" : "play.hint")}
              busy={game.hinting.value}
              icon="M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 3H9c0-1 0-2-1-3"
              why={game.thinking.value ? t("play.wait") : game.hint.value?.step === 2 ? t("hint.all") : ""}
              onClick={() => void game.nextHint()}
            />
          )}
          <Act text={t("app.menu")} icon="M4 7h16M4 12h16M4 17h16" onClick={menu.open} />
        </>
      }
    >
      {end && !game.branches && (
        <p class="more">
          <a class="button" href={`/play?kind=${game.kind}`}>
            {t("play.new")}…
          </a>
          <button type="button" class="button" onClick={() => void share(game)}>
            {t("play.share")}
          </button>
        </p>
      )}
      {end && rated && !game.branches && <rated.After game={game} />}
      {game.refusal.value === STUCK && <Failed failure={{ text: errorText(STUCK), retry: unstick }} />}
      {hint && <hint.HintText game={game} />}
      {p.children}
      {levels && choosing.value && chosen?.kind === "machine" && (
        <levels.LevelDialog
          kind={game.kind}
          level={chosen.fit ? 0 : chosen.level}
          onPick={(n) => choosing.value && setLevel(choosing.value, n)}
          onClose={() => (choosing.value = null)}
        />
      )}
      <Sheet box={menu.box}>
        {menu.Content && (
          <menu.Content
            game={game}
            onClose={() => menu.box.current?.hidePopover()}
            onNew={p.onNew}
            onAnalyse={analyse}
          />
        )}
      </Sheet>
    </Table>
  );
}

/** Idle time after which optional code is loaded, in milliseconds. */
const QUIET_MS = 2000;

/** Loads the menu when the page is idle, or when the user opens the menu. */
function useMenu() {
  const box = useRef<HTMLDialogElement>(null);
  const content = useSignal<typeof Menu | null>(null);
  const wanted = useRef(false);
  const load = async () => {
    const [{ Menu }] = await Promise.all([again(() => import("./menu")), speakOf("table", lang.value)]);
    content.value = Menu;
  };
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (wanted.current) openSheet(box.current);
    wanted.current = false;
  }, [content.value]);
  const open = () => {
    if (content.value) return openSheet(box.current);
    wanted.current = true;
    load().catch(() => tell(errorText("no-module")));
  };
  return { box, Content: content.value, open };
}

function hintArrows(game: LocalGame): Arrow[] {
  const h = game.hint.value;
  const { legal } = game.state.value;
  const best = legal?.find((m) => h && m.code === bestOf(h.thought));
  if (!h || !best || best.to < 0 || game.past.value) return [];
  const from = best.from >= 0 ? best.from : best.to;
  // A move that places a stone has no origin, so a ring at the first step would already reveal the
  // destination.
  if (h.step === 1 && best.from < 0) return [];
  return [{ from, to: h.step === 1 ? from : best.to, brush: "hint" }];
}
