// Shows the game page: the two players, the board between them, the moves and the actions. It is
// used for local and online games.
import { computed, effect, useSignal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Arrow, Board, Side, Target } from "../board";
import { lang, speakOf, t, tx } from "../app/i18n";
import { change, settings } from "../app/settings";
import { said, say, tell } from "../app/shell";
import type { State } from "../session/messages";
import { useAhead } from "./ahead";
import { BoardBox, views } from "./board";
import { Choices } from "./choices";
import { Command } from "./command";
import { hides } from "./hidden";
import { useLater } from "./hooks";
import { Moves } from "./moves";
import type { Refused } from "./refused";
import { Seat } from "./seat";
import { openSheet } from "./sheet";
import { sound, startMusic } from "./sounds";
import type { TableGame } from "./tablegame";
import { endText, isTall, markText, moveNumber, moveText, sideName, uncounted } from "./words";

export interface TableProps {
  game: TableGame;
  name(s: Side): string;
  /** Returns the action for a press on a side's name; undefined: the name is not a button. */
  onName?(s: Side): (() => void) | undefined;
  /** Returns the level of the engine opponent that plays a side. */
  face?(s: Side): number | undefined;
  thinking?: boolean;
  /** Returns a note beside a side's name that the player is not connected. */
  away?(s: Side): ComponentChildren;
  /** Returns a word after a side's name, for example that it is the viewer's side. */
  mark?(s: Side): string | undefined;
  /** Returns elements beside the clock of a side. */
  beside?(s: Side): ComponentChildren;
  arrows?(): Arrow[];
  /** Content beside the board on a wide screen, or below the board on a phone. */
  info?: ComponentChildren;
  /** The buttons of the game: at most four, and a menu. */
  actions: ComponentChildren;
  /** Replaces the default move list. */
  list?: ComponentChildren;
  /** Content between the moves and the buttons. */
  children?: ComponentChildren;
  /** Status text that replaces the default text. */
  status?: string;
  onKey?(key: string): boolean;
}

/** Loads a part of the game page together with the texts of menus, which the part uses. */
export const withMenus = <T,>(part: Promise<T>): Promise<T> =>
  Promise.all([part, speakOf("table", lang.value)]).then(([loaded]) => loaded);

export function Table(p: TableProps) {
  const { game } = p;
  const flipped = useSignal(false);
  const board = useRef<Board | null>(null);
  const command = useRef<HTMLInputElement>(null);
  const keyList = useRef<HTMLDialogElement>(null);
  // The list of keyboard shortcuts is loaded when the user first asks for it, and
  // then opens.
  const helped = useSignal(false);
  const keys = useLater(helped.value, () => withMenus(import("./keys")));
  useEffect(() => {
    if (keys) openSheet(keyList.current);
  }, [keys]);
  // useMemo is used instead of useComputed, because a computed signal of useComputed would stay
  // subscribed to the first game after `game` has changed.
  const { bottom, facing, shown } = useMemo(() => {
    // The viewer may change sides before the first move, so `below` is a function and not a
    // constant.
    const below = () => (game.seenBy ?? game.mine) === "second";
    return {
      // `bottom` is the side of the player shown below the board; `facing` is the side from which
      // the board is seen.
      bottom: computed<Side>(() => (below() !== flipped.value ? "second" : "first")),
      facing: computed<Side>(() => {
        const turned = below() && !views.value[game.kind]?.even;
        return turned !== flipped.value ? "second" : "first";
      }),
      shown: computed(() => game.past.value ?? game.state.value),
    };
  }, [game]);
  const queue = useSignal<Target[]>([]);
  const ahead = useAhead(game, queue);
  const asked = useSignal(-1);
  const cry = useSpoken(game);
  useColours(game, p.name);
  // In a study, the user can step forward to moves that were taken back, so these moves are
  // counted.
  const undone = () => (game.branches ? game.state.value.undone : 0);
  const late = useLate(game);
  useEffect(() => {
    // A new game begins on a new board and without premoves.
    queue.value = [];
    asked.value = -1;
  }, [game]);
  useEffect(() => {
    addEventListener("pointerdown", startMusic, { once: true });
    return () => removeEventListener("pointerdown", startMusic);
  }, []);

  useEffect(() => {
    // Keys may be pressed faster than the rules module responds, so each step starts from the
    // position that the previous step requested.
    let goal: number | null = null;
    const step = (to: number) => {
      const mine = Math.max(0, Math.min(to, game.state.value.ply + undone()));
      goal = mine;
      void game.look(mine).finally(() => {
        if (goal === mine) goal = null;
      });
    };
    const onKey = (e: KeyboardEvent) => {
      const el = e.target as HTMLElement;
      // These keys work as in other programs: Ctrl+Z and Backspace take a move back; Ctrl+Y plays
      // the move again.
      const held = e.ctrlKey || e.metaKey;
      const key = held ? { z: "u", y: "r" }[e.key as "z" | "y"] : e.key === "Backspace" ? "u" : e.key;
      if (!key || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) || el.closest("dialog")) return;
      const onBoard = el.closest(".kb") !== null;
      const at = goal ?? shown.value.ply;
      const keys: Record<string, () => unknown> = {
        f: () => (flipped.value = !flipped.value),
        z: () => change({ zen: !settings.value.zen }),
        "/": () => command.current?.focus(),
        "?": () => {
          helped.value = true;
          openSheet(keyList.current);
        },
        // Escape cancels a selection or a premove; otherwise it opens the menu.
        Escape: () =>
          board.current?.cancel() || document.querySelector(":popover-open, dialog[open]") || p.onKey?.(key),
      };
      if (!onBoard && !el.closest("[role=tablist]")) {
        keys.ArrowLeft = () => step(at - 1);
        keys.ArrowRight = () => step(at + 1);
        keys.Home = () => step(0);
        keys.End = () => step(game.state.value.ply);
      }
      const act = keys[key];
      if (act) act();
      else if (!p.onKey?.(key)) return;
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [game]);

  // Only games with hidden pieces have the function `could`, which lists the pieces that a
  // face-down piece may be.
  const possible = useLater(asked.value >= 0 && Boolean(views.value[game.kind]?.could), () =>
    withMenus(import("./possible")),
  );
  const mayLook = Boolean(game.mayLook?.value) && hides(game.kind);
  const ruling = useLater(Boolean(game.state.value.ruling), () => import("./ruling"));
  const aloud = useLater(settings.value.aloud, () => import("./aloud"));
  const others = useLater(mayLook, () => withMenus(import("./viewas")));
  const s = shown.value;
  const live = game.past.value === null;
  const end = game.ended.value;
  useEffect(() => {
    // After the end of the game, premoves will not be played, and the board must show the final
    // position.
    if (end) board.current?.cancel();
  }, [end]);
  const seat = (side: Side) => (
    <Seat
      kind={game.kind}
      side={side}
      name={p.name(side)}
      face={p.face?.(side)}
      state={s}
      active={(!end || !live) && s.turn === side}
      running={game.timed && !end && game.state.value.turn === side}
      thinking={p.thinking && game.state.value.turn === side}
      away={p.away?.(side)}
      mark={p.mark?.(side)}
      left={clockOf(game, side, s.ply, live)}
      onLow={() => sound("low")}
      onName={p.onName?.(side)}
    >
      {p.beside?.(side)}
    </Seat>
  );
  /** Shows why a move is refused. */
  const why = (move: Refused) =>
    void import("./refused").then((m) => m.explain(game, shown.value, board.current, move));
  const top: Side = bottom.value === "first" ? "second" : "first";
  return (
    <div class="table" data-kind={game.kind} data-tall={isTall(game.kind)}>
      <div class="side info">{p.info}</div>
      <div class="middle">
        {seat(top)}
        <BoardBox
          kind={game.kind}
          subject={game}
          state={() => shown.value}
          orientation={() => facing.value}
          interactive={() => ((game.past.value ? game.branches : !game.ended.value) ? game.mine : "none")}
          arrows={() => [...(p.arrows?.() ?? []), ...rings(shown.value)]}
          onMove={(code) => void game.move(code)}
          onQueue={(q) => (queue.value = q)}
          onward={() => (ahead.value?.of === game.state.value ? ahead.value : null)}
          onInspect={(sq) => (asked.value = sq)}
          onRefused={(from, to) => why({ from, to })}
          handle={(b) => (board.current = b)}
        >
          {possible && <possible.Possible kind={game.kind} state={s} sq={asked.value} orientation={facing.value} />}
          {cry.value && (
            <p
              class="cry"
              key={cry.value.n}
              data-end={cry.value.end ? freeHalf(s, facing.value) : undefined}
              aria-hidden="true"
            >
              {cry.value.text}
            </p>
          )}
        </BoardBox>
        {seat(bottom.value)}
      </div>
      <div class="side act">
        <Status
          game={game}
          late={late}
          idle={p.status}
          name={p.name}
          live={live}
          ply={s.ply}
          queued={queue.value.length}
        >
          <button type="button" class="link" onClick={() => board.current?.cancel()}>
            {t("play.queued.forget")}
          </button>
        </Status>
        {aloud && <aloud.Aloud game={game} />}
        {live && ruling && <ruling.Ruling state={s} end={end} />}
        <Choices game={game} />
        {mayLook && others && <others.ViewAs game={game} />}
        <Moves
          texts={game.state.value.codes.map((_, i) => moveText(game.state.value.texts?.[i] ?? "…"))}
          waiting={late ? moveText(game.sentText?.value ?? "") : undefined}
          at={s.ply}
          offset={game.begins === "second" ? 1 : 0}
          ahead={undone()}
          onLook={(n) => void game.look(n)}
        >
          {p.list}
        </Moves>
        {p.children}
        <div class="actions">
          {p.actions}
          <button type="button" class="act" onClick={() => (flipped.value = !flipped.value)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M7 4v14M4 7l3-3 3 3M17 20V6M14 17l3 3 3-3" />
            </svg>
            <span>{t("play.flip")}</span>
          </button>
        </div>
        {game.mine !== "none" && (!end || game.branches) && (
          <Command
            input={command}
            game={game}
            onLeave={() => board.current?.focus()}
            onRefused={(text, code) => why({ text, code })}
          />
        )}
        {keys && <keys.Keys box={keyList} />}
      </div>
    </div>
  );
}

/**
 * The clock of a side. While the game is running, this is the running clock, even if the viewer
 * looks at an earlier position. In a position of a finished game or of a record, it is the time
 * left at that position; undefined if unknown.
 */
function clockOf(game: TableGame, side: Side, ply: number, live: boolean): (() => number) | undefined {
  if (game.timed && (live || !game.ended.value)) return () => game.left?.(side) ?? 0;
  const left = game.leftAt?.(side, ply) ?? null;
  return left === null ? undefined : () => left;
}

/** Rings around pieces that are face down in the game although this view shows their faces. */
const rings = (s: State): Arrow[] => (s.down ?? []).map((sq) => ({ from: sq, to: sq, brush: "other" }));

/** Shows the status line. */
function Status(p: {
  game: TableGame;
  late: boolean;
  idle?: string;
  name(s: Side): string;
  live: boolean;
  ply: number;
  queued: number;
  /** Buttons in the status line, for example to cancel premoves. */
  children: ComponentChildren;
}) {
  const { game } = p;
  const end = game.ended.value;
  if (!p.live) {
    const offset = game.begins === "second" ? 1 : 0;
    const mover = sideName(game.kind, (p.ply + offset) % 2 === 1 ? "first" : "second", game.state.value.position);
    return (
      <p class="status past">
        {p.ply > 0 ? t("play.past", { n: moveNumber(p.ply, offset), side: mover }) : t("play.past.start")}{" "}
        <button type="button" class="link" onClick={() => void game.look(game.state.value.ply)}>
          {t("play.return")}
        </button>
      </p>
    );
  }
  const { turn, position } = game.state.value;
  if (end) {
    const text = game.verdict?.() ?? endText(game.kind, end, game.mine, position);
    const { winner } = end;
    // The seal is a closing mark beside the result: won, lost or draw. Spectators and studies get a
    // seal only for a draw. A game that does not count has no seal.
    const won = winner === game.mine || game.mine === "both";
    const onlooker = game.mine === "none" || Boolean(game.branches);
    const none = uncounted.has(end.why) || (onlooker && winner !== "none");
    const seal = none ? undefined : winner === "none" ? "draw" : won ? "won" : "lost";
    const cut = text.search(/[.!:] /) + 1;
    const head = text.slice(0, cut || undefined);
    return (
      <p class="status end" data-seal={seal}>
        <b>
          {head.replace(/:$/, "")}
          {head.endsWith(":") && <span class="unseen">:</span>}
        </b>
        {cut > 0 && text.slice(cut)}
      </p>
    );
  }
  if (p.queued > 0) {
    return (
      <p class="status past">
        {t("play.queued", { n: p.queued })} {p.children}
      </p>
    );
  }
  if (p.late) {
    return (
      <p class="status past" role="status">
        {t("play.sending")}
      </p>
    );
  }
  const mark = markText(game.kind, game.state.value);
  const view = views.value[game.kind];
  const mine = game.mine === turn;
  const task = mine || game.mine === "both" ? view?.task?.(position) : null;
  // Before the players have chosen their colours, a side does not have a colour's name, so the
  // player's name is used.
  const side = view?.colour?.(position, turn) === null ? p.name(turn) : sideName(game.kind, turn, position);
  const who = mine ? t("play.yourturn") : t("play.turn", { side });
  return (
    <p class="status">
      {mark && <strong>{mark} </strong>}
      {task ? tx(task.key, task.params) : p.idle && mine && game.state.value.ply === 0 ? p.idle : who}
    </p>
  );
}

/** Time after which the page shows that a move is still being sent, in milliseconds. */
const SENDING_MS = 600;

/** Whether a sent move has been waiting for the server for longer than SENDING_MS. */
function useLate(game: TableGame): boolean {
  const sent = game.sent?.value ?? null;
  const late = useSignal<object | null>(null);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => (late.value = sent), SENDING_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return sent !== null && late.value === sent;
}

/**
 * Announces which colour the opponent has chosen. The player who chose does not need an
 * announcement.
 */
function useColours(game: TableGame, name: (s: Side) => string): void {
  const { mine } = game;
  const { position, turn } = game.state.value;
  const before = useRef<{ game: TableGame; colour?: Side | null; turn: Side } | null>(null);
  const colour = views.value[game.kind]?.colour?.(position, "first");
  useEffect(() => {
    const old = before.current;
    before.current = { game, colour, turn };
    if (old?.game !== game || old.colour !== null || !colour) return;
    if (mine === "both" || mine === "none" || old.turn === mine) return;
    tell(
      t("play.colours", {
        who: name(old.turn),
        theirs: sideName(game.kind, old.turn, position),
        yours: sideName(game.kind, mine, position),
      }),
    );
  }, [game, position]);
}

/**
 * The half of the board that does not contain the last move. The result is shown in this half, so
 * that it does not cover the last move.
 */
function freeHalf({ last, width, height }: State, facing: Side): string {
  const rank = Math.floor(Math.max(0, last?.to ?? 0) / width);
  return rank < height / 2 === (facing === "first") ? "above" : "below";
}

/** A short text that is shown over the board: a check, or the result of the game. */
interface Cry {
  n: number;
  text: string;
  end: boolean;
}

/**
 * How long a word stays over the board, in milliseconds: CRY_MS for a check, END_MS for the result.
 */
const CRY_MS = 1600;
const END_MS = 4000;

/** Plays sounds and makes announcements for events on the board. */
function useSpoken(game: TableGame): ReadonlySignal<Cry | null> {
  const cry = useSignal<Cry | null>(null);
  useEffect(() => {
    let ply = game.state.value.ply;
    let over = game.ended.value !== null;
    let taken = game.state.value.taken?.length ?? 0;
    let n = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let called = "";
    const call = (text: string, end: boolean) => {
      say((called = text));
      cry.value = { n: ++n, text, end };
      clearTimeout(timer);
      timer = setTimeout(() => (cry.value = null), end ? END_MS : CRY_MS);
    };
    const stop = effect(() => {
      const s = game.state.value;
      const end = game.ended.value;
      const voice = views.value[game.kind]?.voice;
      // While the viewer looks at an earlier position, moves and the end of the game cause no sound
      // and no announcement.
      const live = !game.past.value;
      if (s.ply > ply && live) {
        const mark = markText(game.kind, s);
        const captured = (s.taken?.length ?? 0) > taken;
        if (!end) sound(s.marks?.some((m) => m.kind === "check") ? "check" : captured ? "capture" : "move", voice);
        else sound(captured ? "capture" : "move", voice);
        if (mark && !end) call(mark, false);
      }
      if (end && !over && live) {
        sound("end");
        if (game.verdict?.() === undefined) call(endText(game.kind, end, game.mine, s.position), true);
      }
      ply = s.ply;
      taken = s.taken?.length ?? 0;
      over = end !== null;
    });
    return () => {
      stop();
      clearTimeout(timer);
      // Screen readers must not find the result of this game in the next one.
      if (called && said.value.trim() === called) said.value = "";
    };
  }, [game]);
  return cry;
}
