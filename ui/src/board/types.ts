// The vocabulary of the board. It knows no game, no network and no framework.
// Squares are numbered as the rules number them: square 0 is the first of
// `cells`, and `rank * width + file` counts on from there. Seen by the first
// side, square 0 is at the lower left.

export type Side = "first" | "second";

/** A move that may be made: its code and its squares; -1 where it has none. */
export interface Target {
  code: string;
  from: number;
  to: number;
}

/** A remark of the rules on some squares: "check", "row", "blocked" … */
export interface Mark {
  kind: string;
  squares: number[];
  because?: number[] | null;
}

/** An arrow, or a ring where both ends are one square. */
export interface Arrow {
  from: number;
  to: number;
  brush?: Brush;
}

/** Colours of arrows; each has a dash pattern of its own too. */
export type Brush = "main" | "other" | "warn" | "hint";

/** Returns the text of a message. The board asks for keys under "board." and "piece.". */
export type Translate = (key: string, params?: Record<string, string | number>) => string;

/** How the viewer wants a board to look. Every game names its own sets and coordinates. */
export interface Look {
  /** Piece set, one of `GameView.sets`. */
  set?: string;
  /** Coordinates, one of `GameView.coordinates`, or "none". */
  coordinates?: string;
  /** Language of letters on pieces: "vi" or "en". */
  language?: string;
}

/** A board's size, and its labels as the first side sees them, by file and by rank. */
export interface Geometry {
  width: number;
  height: number;
  /** Pieces stand on the points of a grid, not in its cells. */
  points: boolean;
  /** Room around the cells, in cells. */
  margin: { x: number; y: number };
  /** Labels stand in the margin or in the corners of the outer cells. */
  labels: "outside" | "inside" | "none";
  bottom: string[];
  top: string[];
  left: string[];
  right: string[];
}

/** Where a piece stands and who looks at it. */
export interface Place {
  sq: number;
  width: number;
  height: number;
  orientation: Side;
  look: Look;
}

/** A piece to draw. */
export interface Piece {
  /** Cell text as the rules give it. */
  token: string;
  /** Id of its picture in the game's sprite. */
  symbol: string;
  side: Side;
  /** Message key of its accessible name, such as "red cannon". */
  name: string;
  /** More to say on focus, such as what a face-down piece moves as. */
  more?: string;
}

/** Some pieces of one kind. */
export interface Lot {
  token: string;
  count: number;
}

/** Pieces that have left the board: seen by all, known to the viewer alone, or unknown to the viewer. */
export interface Taken extends Lot {
  how: "seen" | "known" | "unknown";
}

/** What the board needs to know of one game. */
export interface GameView {
  name: string;
  /** Address of the sprite; its symbols have ids that start with the game's name. */
  sprite: string;
  /** Piece sets, the default first. */
  sets: readonly string[];
  /** Kinds of coordinates, the default first. */
  coordinates: readonly string[];
  /** The set that suits a language. */
  setFor(language: string): string;
  geometry(width: number, height: number, look: Look): Geometry;
  piece(token: string, at: Place): Piece | null;
  /** The board without pieces as SVG markup, one unit a cell, the origin at the upper left cell's corner. */
  ground(g: Geometry, look: Look): string;
  /** Name of a square as codes have it: "e4", "h2". */
  squareName(sq: number, width: number): string;
  /** The number of a square's file as a side counts it, where the board shows that and no letters. */
  file?(sq: number, width: number, look: Look, side: Side): number | null;
  /**
   * The side whose name a player bears, where an opening lets the players choose; null until they have. Where the view
   * has no such opening, players bear the names of their own sides.
   */
  colour?(position: string, player: Side): Side | null;
  /** What the player to move has to do in an opening, as a message; null in the ordinary game. */
  task?(position: string): { key: string; params: Record<string, string | number> } | null;
  /** The piece that a move in a chooser turns into; null if it does not tell. */
  becomes?(target: Target, side: Side): string | null;
  /** Cell text of the next stone, or of the one after it; undefined where pieces move. */
  stone?(s: Pick<BoardState, "cells" | "last" | "turn">, later: boolean): string;
  /** What has left the board, for trays, from the position's text as the viewer may know it. */
  taken?(cells: string[], position: string): Taken[];
  /** What a face-down piece of a side could be, from the same text. */
  could?(position: string, side: Side): Lot[];
  /** Sounds of a move: wood on wood, stone on stone, pen on paper. */
  voice: "wood" | "felt" | "pen";
}

/** All that a board shows. */
export interface BoardState {
  cells: string[];
  width: number;
  height: number;
  turn: Side;
  /** Who sits at the bottom. */
  orientation: Side;
  legal: Target[];
  /** What may be prepared while the other side thinks. */
  premoves: Target[];
  /** What may be prepared after a queue, which is the one that `onQueue` told last; null: the page does not know. */
  onward: { queue: readonly Target[]; targets: Target[] } | null;
  last: { from: number; to: number } | null;
  marks: Mark[];
  /** Arrows of the page: hints, threats, engine lines. */
  arrows: Arrow[];
  /** Which side's moves may be made here. */
  interactive: Side | "both" | "none";
  look: Look;
}

export interface BoardOptions {
  /** A move was made on the board. The board waits for `set` to show it. */
  onMove(code: string): void;
  /** What was just said to screen readers. */
  onSay?(text: string): void;
  /** The queue of premoves changed. */
  onQueue?(queue: Target[]): void;
  /** The viewer asks about a square: it was chosen, the keyboard came there, a finger or a mouse rests on it; -1 when done. */
  onInspect?(sq: number): void;
  /** The viewer drew or wiped arrows. */
  onDraw?(arrows: Arrow[]): void;
  t: Translate;
  /** Moves are made in two steps: choose, then confirm. */
  confirm?: boolean;
}

export interface Board {
  /**
   * Changes what is given and keeps the rest. Moves slide unless `animate` is
   * false. A new list of cells or legal moves answers the move made last; the
   * same lists leave it standing.
   */
  set(state: Partial<BoardState>, animate?: boolean): void;
  flip(): void;
  /** Puts the keyboard on the board. */
  focus(): void;
  /** Makes a typed move: "e2e4", "H2-E2", "h8". False if it names none. */
  play(text: string): boolean;
  /** Says something to screen readers. */
  say(text: string): void;
  /** Forgets the queue of premoves, and a move that was made and not answered. */
  cancel(): void;
  /** Asks that moves be confirmed, or not. */
  setConfirm(on: boolean): void;
  readonly state: Readonly<BoardState>;
  destroy(): void;
}
