// Defines the types of the board. They do not depend on a game, the network or a framework. Squares
// are numbered as in the rules: square 0 is the first of `cells`, and the index is `rank * width +
// file`. From the first side's view, square 0 is at the lower left.

export type Side = "first" | "second";

/** A possible move: its code and its squares. A square is -1 if the move has no such square. */
export interface Target {
  code: string;
  from: number;
  to: number;
}

/** A mark that the rules set on some squares: "check", "row", "blocked" … */
export interface Mark {
  kind: string;
  squares: number[];
  because?: number[] | null;
}

/** An arrow, or a ring if both squares are the same. */
export interface Arrow {
  from: number;
  to: number;
  brush?: Brush;
}

/** Arrow styles. Each style has its own colour and dash pattern. */
export type Brush = "main" | "other" | "warn" | "hint" | "engine";

/** Returns the text of a message. The board uses keys under "board." and "piece.". */
export type Translate = (key: string, params?: Record<string, string | number>) => string;

/** The user's display settings of a board. Every game defines its own sets and coordinates. */
export interface Look {
  /** Piece set, one of `GameView.sets`. */
  set?: string;
  /** Board, one of `GameView.boards`. */
  board?: string;
  /** Coordinates, one of `GameView.coordinates`, or "none". */
  coordinates?: string;
  /** Language of the reader: letters on pieces are Vietnamese for "vi", otherwise English. */
  language?: string;
}

/** The size of a board, and its labels by file and by rank from the first side's view. */
export interface Geometry {
  width: number;
  height: number;
  /** Whether pieces stand on the intersections of a grid and not in its cells. */
  points: boolean;
  /** Width of the margin around the cells, in cells. */
  margin: { x: number; y: number };
  /**
   * Whether labels stand in the margin ("outside") or in the corners of the outer cells ("inside").
   */
  labels: "outside" | "inside" | "none";
  bottom: string[];
  top: string[];
  left: string[];
  right: string[];
}

/** The square of a piece, and the viewer. */
export interface Place {
  sq: number;
  width: number;
  height: number;
  orientation: Side;
  look: Look;
}

/** A piece to draw. */
export interface Piece {
  /** The cell text from the rules. */
  token: string;
  /** The id of the piece's symbol in the game's sprite. */
  symbol: string;
  side: Side;
  /** The message key of the piece's accessible name, such as "red cannon". */
  name: string;
  /** The message key of more text on focus, for example how a face-down piece moves. */
  more?: string;
}

/** A number of pieces of one kind. */
export interface Lot {
  token: string;
  count: number;
}

/**
 * Captured pieces. "seen": visible to all players; "known": known only to the viewer; "unknown":
 * unknown to the viewer.
 */
export interface Taken extends Lot {
  how: "seen" | "known" | "unknown";
}

/** The view of a game: everything that the board needs to know about the game. */
export interface GameView {
  name: string;
  /**
   * The URL of the sprite (one SVG file with all symbols). The ids of its symbols start with the
   * game's name.
   */
  sprite: string;
  /** Names of the piece sets, the default first. */
  sets: readonly string[];
  /**
   * Names of the board designs, the default first. The colours of the other designs are in
   * tokens.css.
   */
  boards?: readonly string[];
  /**
   * Some pieces (token and square) on the four lower left columns and rows, for a small preview of
   * the board.
   */
  preview?: readonly (readonly [token: string, sq: number])[];
  /** Kinds of coordinates, the default first. */
  coordinates: readonly string[];
  /** The default piece set for a language. */
  setFor(language: string): string;
  geometry(width: number, height: number, look: Look): Geometry;
  piece(token: string, at: Place): Piece | null;
  /**
   * Draws the empty board as SVG markup. One unit is one cell; the origin is the upper left corner
   * of the upper left cell.
   */
  ground(g: Geometry, look: Look): string;
  /** The name of a square as it is written in codes: "e4", "h2". */
  squareName(sq: number, width: number): string;
  /** The number of a square's file from a side's view, if the board shows numbers instead of letters. */
  file?(sq: number, width: number, look: Look, side: Side): number | null;
  /**
   * The colour of a player in an opening that lets the players choose colours; null until they have
   * chosen. Without this method, players have the colours of their sides.
   */
  colour?(position: string, player: Side): Side | null;
  /** The task of the player to move in an opening, as a message; null in normal play. */
  task?(position: string): { key: string; params: Record<string, string | number> } | null;
  /** The cell text of the piece after a promotion; null if unknown. */
  becomes?(target: Target, side: Side): string | null;
  /**
   * The cell text of the next stone, or with `later` of the stone after the next one; undefined in
   * games that move pieces.
   */
  stone?(s: Pick<BoardState, "cells" | "last" | "turn">, later: boolean): string;
  /**
   * The captured pieces, for the trays beside the board. They are computed from the position text
   * that the viewer gets.
   */
  taken?(cells: string[], position: string): Taken[];
  /** The usual values of pieces, by their upper-case letters: a rook is worth 5 pawns. */
  worth?: Readonly<Record<string, number>>;
  /**
   * The pieces that a face-down piece of a side could be, from the position text that the viewer
   * gets.
   */
  could?(position: string, side: Side): Lot[];
  /**
   * Whether the board looks the same from both sides, so that it is not turned for the second side.
   */
  even?: boolean;
  /** The sound of a move: wood on wood, stone on stone, pen on paper. */
  voice: "wood" | "felt" | "pen";
}

/** The complete state of a displayed board. */
export interface BoardState {
  cells: string[];
  width: number;
  height: number;
  turn: Side;
  /** The side at the bottom. */
  orientation: Side;
  legal: Target[];
  /** The moves that may be premoved during the other side's turn. */
  premoves: Target[];
  /**
   * The moves that may be premoved after the premoves in `queue`, the last list that onQueue got;
   * null if the page has not sent such moves.
   */
  onward: { queue: readonly Target[]; targets: Target[] } | null;
  last: { from: number; to: number } | null;
  marks: Mark[];
  /** Arrows set by the page: hints, threats, engine lines. */
  arrows: Arrow[];
  /** The side whose moves the user can play on this board. */
  interactive: Side | "both" | "none";
  look: Look;
}

export interface BoardOptions {
  /** Called when the user has played a move. The board waits for `set` to show the move. */
  onMove(code: string): void;
  /** Called when a text is announced to screen readers. */
  onSay?(text: string): void;
  /** Called when the queue of premoves has changed. */
  onQueue?(queue: Target[]): void;
  /**
   * Called when the user selects or focuses a square, or holds a finger or the mouse over it. The
   * square is -1 when this ends.
   */
  onInspect?(sq: number): void;
  /**
   * Called when the user tries an impossible move in the viewer's turn. `from` is -1 if the move
   * would place a stone.
   */
  onRefused?(from: number, to: number): void;
  /** Called when the user has drawn or erased arrows. */
  onDraw?(arrows: Arrow[]): void;
  t: Translate;
  /** Whether moves need a second step to confirm them. */
  confirm?: boolean;
}

export interface Board {
  /**
   * Changes the given fields and keeps the others. Moves are animated unless `animate` is false.
   * The board takes a new list object for cells or legal moves as the answer to the last move, even
   * if its content is equal.
   */
  set(state: Partial<BoardState>, animate?: boolean): void;
  flip(): void;
  /** Focuses the board. */
  focus(): void;
  /** Plays a typed move: "e2e4", "H2-E2", "h8". Returns false if the text is not a legal move. */
  play(text: string): boolean;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /**
   * Clears the selection, the premoves and the move that was sent. Returns false if there was
   * nothing to clear.
   */
  cancel(): boolean;
  /** Switches the confirmation of moves on or off. */
  setConfirm(on: boolean): void;
  readonly state: Readonly<BoardState>;
  destroy(): void;
}
