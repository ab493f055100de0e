// The table: two seats, the board between them, the moves and what one can do.
// It serves games on this device and games through a server alike.
import { effect, useComputed, useSignal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Arrow, Board, Side } from "../board";
import { t } from "../app/i18n";
import { change, settings } from "../app/settings";
import { say } from "../app/shell";
import type { State } from "../session/messages";
import type { Ended } from "../session/saved";
import { BoardBox, views } from "./board";
import { Choices } from "./choices";
import { Command } from "./command";
import { Moves } from "./moves";
import { Seat } from "./seat";
import { sound } from "./sounds";
import { endText, isTall, markText, sideName } from "./words";

/** A game as the table needs it. */
export interface TableGame {
  readonly kind: string;
  readonly mine: Side | "both" | "none";
  readonly state: ReadonlySignal<State>;
  readonly past: ReadonlySignal<State | null>;
  readonly ended: ReadonlySignal<Ended | null>;
  move(code: string): Promise<boolean>;
  type(text: string): Promise<boolean>;
  look(ply: number): Promise<void>;
  left?(s: Side): number;
  readonly timed: boolean;
}

export interface TableProps {
  game: TableGame;
  name(s: Side): string;
  /** What a click on a name does, if anything. */
  onName?(s: Side): (() => void) | undefined;
  thinking?: boolean;
  away?: Side | null;
  arrows?(): Arrow[];
  /** Beside the board on a desk, below it on a phone. */
  info?: ComponentChildren;
  /** What one can do: at most four buttons and a menu. */
  actions: ComponentChildren;
  /** Between the moves and the actions. */
  children?: ComponentChildren;
  /** What to say while nothing else is to be said. */
  status?: string;
  handle?(b: Board | null): void;
  onKey?(key: string): boolean;
}

export function Table(p: TableProps) {
  const { game } = p;
  const flipped = useSignal(false);
  const board = useRef<Board | null>(null);
  const command = useRef<HTMLInputElement>(null);
  const bottom = useComputed<Side>(() => ((game.mine === "second") !== flipped.value ? "second" : "first"));
  const shown = useComputed(() => game.past.value ?? game.state.value);
  useSpoken(game);

  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const el = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) || el.closest("dialog"))
        return;
      const onBoard = el.closest(".kb") !== null;
      const at = shown.value.ply;
      const keys: Record<string, () => void> = {
        f: () => (flipped.value = !flipped.value),
        z: () => change({ zen: !settings.value.zen }),
        "/": () => command.current?.focus(),
        Escape: () => board.current?.cancel(),
      };
      if (!onBoard && !el.closest("[role=tablist]")) {
        keys.ArrowLeft = () => void game.look(at - 1);
        keys.ArrowRight = () => void game.look(at + 1);
        keys.Home = () => void game.look(0);
        keys.End = () => void game.look(game.state.value.ply);
      }
      const act = keys[e.key];
      if (act) act();
      else if (!p.onKey?.(e.key)) return;
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [game]);

  const s = shown.value;
  const live = game.past.value === null;
  const end = game.ended.value;
  const seat = (side: Side) => (
    <Seat
      kind={game.kind}
      side={side}
      name={p.name(side)}
      state={game.state.value}
      active={!end && game.state.value.turn === side}
      thinking={p.thinking && game.state.value.turn === side}
      away={p.away === side}
      left={game.timed && game.left ? () => game.left?.(side) ?? 0 : undefined}
      onLow={() => sound("low")}
      onName={p.onName?.(side)}
    />
  );
  const top: Side = bottom.value === "first" ? "second" : "first";
  return (
    <div class="table" data-kind={game.kind} data-tall={isTall(game.kind)}>
      <div class="side info">{p.info}</div>
      <div class="middle">
        {seat(top)}
        <BoardBox
          kind={game.kind}
          state={() => shown.value}
          orientation={() => bottom.value}
          interactive={() => (game.past.value === null && !game.ended.value ? game.mine : "none")}
          arrows={p.arrows}
          onMove={(code) => void game.move(code)}
          handle={(b) => {
            board.current = b;
            p.handle?.(b);
          }}
        />
        {seat(bottom.value)}
      </div>
      <div class="side act">
        <Status game={game} idle={p.status} live={live} ply={s.ply} />
        <Choices game={game} />
        <Moves texts={game.state.value.texts ?? game.state.value.codes} at={s.ply} onLook={(n) => void game.look(n)} />
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
        <Command input={command} game={game} />
      </div>
    </div>
  );
}

/** The line that says how things stand. */
function Status(p: { game: TableGame; idle?: string; live: boolean; ply: number }) {
  const { game } = p;
  const end = game.ended.value;
  if (!p.live) {
    return (
      <p class="status past">
        {t("play.past", { n: p.ply })}{" "}
        <button type="button" class="link" onClick={() => void game.look(game.state.value.ply)}>
          {t("play.return")}
        </button>
      </p>
    );
  }
  if (end) return <p class="status end">{endText(game.kind, end, game.mine)}</p>;
  const { turn } = game.state.value;
  const mark = markText(game.state.value);
  const who = game.mine === turn ? t("play.yourturn") : t("play.turn", { side: sideName(game.kind, turn) });
  return (
    <p class="status">
      {mark && <strong>{mark} </strong>}
      {p.idle && game.state.value.ply === 0 ? p.idle : who}
    </p>
  );
}

/** Sounds and words for what happens on the board. */
function useSpoken(game: TableGame): void {
  useEffect(() => {
    let ply = game.state.value.ply;
    let over = game.ended.value !== null;
    let taken = game.state.value.taken?.length ?? 0;
    return effect(() => {
      const s = game.state.value;
      const end = game.ended.value;
      const voice = views.value[game.kind]?.voice;
      if (s.ply > ply) {
        const mark = markText(s);
        const captured = (s.taken?.length ?? 0) > taken;
        if (!end) sound(s.marks?.some((m) => m.kind === "check") ? "check" : captured ? "capture" : "move", voice);
        else sound(captured ? "capture" : "move", voice);
        if (mark && !end) say(mark);
      }
      if (end && !over) {
        sound("end");
        say(endText(game.kind, end, game.mine));
      }
      ply = s.ply;
      taken = s.taken?.length ?? 0;
      over = end !== null;
    });
  }, [game]);
}
