// The default depths of the lab's searches. In a game with face-down pieces a search also tries
// what a revealed piece could be, so that each ply has many more nodes.
import { views } from "../play/board";

export interface Depths {
  /** The deepest count of nodes. */
  nodes: number;
  tree: number;
}

export const usualDepths = (kind: string): Depths =>
  views.value[kind]?.could ? { nodes: 2, tree: 2 } : { nodes: 4, tree: 3 };
