// What the desk says and hears: the JSON of package offline, as types.
import type { Mark, Side, Target } from "../board";
import type { Pack, Shown } from "../fair";

export interface Request {
  op:
    | "games"
    | "new"
    | "state"
    | "at"
    | "play"
    | "undo"
    | "redo"
    | "think"
    | "write"
    | "read"
    | "shown"
    | "drop"
    | "count"
    | "tree";
  session?: number;
  game?: string;
  start?: string;
  options?: Record<string, string>;
  moves?: string[];
  seed?: number;
  code?: string;
  count?: number;
  view?: Eyes;
  /** Of what the judge says; without one it says nothing. */
  lang?: string;
  /** What was dealt, once that is known. */
  deal?: string;
  level?: number;
  limits?: Limits;
  notation?: string;
  text?: string;
  algorithm?: string;
}

/** Whose eyes a state is for; "" is a spectator. */
export type View = Side | "";
/** The same, or all there is to know, once the game is over. */
export type Eyes = View | "all";

export interface Limits {
  depth?: number;
  nodes?: number;
  ms?: number;
  lines?: number;
  sims?: number;
  width?: number;
}

export interface Reply {
  id?: number;
  error?: Problem;
  games?: Listed[];
  session?: number;
  state?: State;
  thought?: Thought;
  texts?: string[];
  code?: string;
  counted?: Counted;
  tree?: Branch;
  /** What the game deals, and what its moves showed of it. */
  packs?: Pack[];
  shown?: Shown[];
}

/** What a search of the lab did. */
export interface Counted {
  nodes: number;
  leaves: number;
  cuts: number;
  value: number;
  best?: string;
  stopped?: boolean;
}

/** A node of a recorded search. */
export interface Branch {
  move?: string;
  kind: string;
  value: number;
  skipped?: number;
  best?: boolean;
  children?: Branch[];
}

export interface Problem {
  code: string;
  text: string;
}

export interface Listed {
  name: string;
  sides: [string, string];
  width: number;
  height: number;
  points: boolean;
  options?: Choice[];
  levels: number;
  notations?: string[];
  formats?: string[];
  /** Points that make the odds e to 1, for showing a chance. */
  scale?: number;
}

export interface Choice {
  name: string;
  default: string;
  values: string[] | null;
}

export interface State {
  position: string;
  turn: Side;
  ply: number;
  undone: number;
  codes: string[];
  legal: Target[];
  width: number;
  height: number;
  cells: string[];
  marks?: Mark[];
  why?: string;
  winner?: Side | "none";
  last?: Target;
  premoves?: Target[];
  claim?: string;
  texts?: string[];
  /** What has left the board, in order. */
  taken?: Taken[];
  ruling?: Ruling;
  /** What lies face down although its cell tells what it is. */
  down?: number[];
}

/** What the judge says: how it has ruled, or how it will if the same is repeated once more. */
export interface Ruling {
  text: string;
  warning?: boolean;
}

/** A captured piece; its face is told to who may know it. */
export interface Taken {
  token: string;
  face?: string;
}

export interface Thought {
  best: string;
  depth: number;
  nodes: number;
  ms: number;
  lines: Expected[];
}

export interface Expected {
  points: number;
  mate?: number;
  codes: string[];
}
