// Shows one side at the board: the player, their captured pieces and their clock.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { pieceMarkup, type Side } from "../board";
import { number, t, tx } from "../app/i18n";
import type { State, Taken } from "../session/messages";
import { lookOf, views } from "./board";
import { ahead, capturedBy } from "./material";
import { clockText, sideName } from "./words";

export interface SeatProps {
  kind: string;
  side: Side;
  name: string;
  state: State;
  /** Whether it is this side's turn in the shown state. */
  active: boolean;
  /** Whether the clock of this side is running. */
  running: boolean;
  /** The level of an engine opponent, whose character picture is shown. */
  face?: number;
  thinking?: boolean;
  /** A note that the player is not connected. */
  away?: ComponentChildren;
  /** A word after the side's name, for example that it is the viewer's side. */
  mark?: string;
  /** Returns the milliseconds left; called repeatedly while the clock runs. */
  left?(): number;
  onLow?(): void;
  /** Elements that are shown beside the clock. */
  children?: ComponentChildren;
  /** Called when the user presses the name. If it is set, the name is a button. */
  onName?(): void;
}

const LOW = 10_000;

export function Seat(p: SeatProps) {
  const side = sideName(p.kind, p.side, p.state.position);
  const who = (
    <>
      <b>{p.name}</b> {p.name !== side && <small>{side}</small>}
      {p.mark && <small class="mark">{p.mark}</small>}
      {p.away}
      {p.thinking && (
        <small class="thinking">
          <i aria-hidden="true" /> {t("seat.thinking")}
        </small>
      )}
    </>
  );
  // If the names of both sides begin with the same letter, the badge shows a
  // symbol of the side instead of the letter.
  const alike = p.name === side && sideName(p.kind, "first")[0] === sideName(p.kind, "second")[0];
  const badge = alike ? <span style={{ fontSize: "0.7em" }}>{side}</span> : p.name[0];
  return (
    <div class="seat" data-side={p.side} data-active={p.active || undefined} data-away={p.away ? true : undefined}>
      <span class="dot" data-face={p.face} aria-hidden="true">
        {p.face ? "" : badge}
      </span>
      {p.onName ? (
        <button type="button" class="who" aria-haspopup="dialog" onClick={p.onName}>
          {who}
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M3 5l3 3 3-3" />
          </svg>
        </button>
      ) : (
        <span class="who">{who}</span>
      )}
      <Tray kind={p.kind} side={p.side} state={p.state} />
      {p.children}
      {p.left && <Clock left={p.left} running={p.running} onLow={p.onLow} />}
    </div>
  );
}

function Clock(p: { left(): number; running: boolean; onLow?(): void }) {
  const now = useSignal(0);
  useEffect(() => {
    if (!p.running) return;
    let warned = p.left() < LOW;
    const timer = setInterval(() => {
      now.value++;
      if (!warned && p.left() < LOW) {
        warned = true;
        p.onLow?.();
      }
    }, 100);
    return () => clearInterval(timer);
  }, [p.running]);
  void now.value;
  const ms = p.left();
  return (
    <time class="clock" role="timer" data-low={ms < LOW || undefined} data-running={p.running || undefined}>
      {clockText(ms)}
    </time>
  );
}

/**
 * The pieces that a side has captured. A captured piece whose kind only the viewer knows has a
 * small mark; a piece whose kind the viewer does not know is shown face down.
 */
function Tray(p: { kind: string; side: Side; state: State }) {
  const view = views.value[p.kind];
  const taken = view ? capturedBy(view, p.state, p.side) : [];
  const more = view ? ahead(view, p.state, p.side) : 0;
  if (!view || (taken.length === 0 && more <= 0)) return <span class="tray" />;
  const at = {
    sq: 0,
    width: p.state.width,
    height: p.state.height,
    orientation: "first" as const,
    look: lookOf(p.kind),
  };
  const pieces = taken.map((x) => ({ x, piece: view.piece(x.face ?? x.token, at) }));
  const names = pieces.map(({ piece }) => (piece ? tx(piece.name) : "")).join(t("list.comma"));
  const words = [
    ...(names ? [`${t("seat.captured")}: ${names}`] : []),
    ...(more > 0 ? [t("seat.ahead", { n: number(more) })] : []),
  ];
  return (
    <span class="tray" role="img" aria-label={words.join(". ")}>
      {pieces.map(({ x, piece }, i) =>
        piece ? <span key={i} class={kindOf(x)} dangerouslySetInnerHTML={{ __html: pieceMarkup(piece) }} /> : null,
      )}
      {more > 0 && <b>+{number(more)}</b>}
    </span>
  );
}

const kindOf = (x: Taken): string => (x.face ? "known" : "plain");
