// Converts an algorithm with its settings to and from text, in the form used on the command line:
// "mcts,c=2,eval=pieces".
import { algorithms, searches } from "./desk";

/**
 * The settings of an algorithm, except its depth and its number of simulations. An empty field
 * means the default.
 */
export interface Spec {
  name: string;
  eval: string;
  c: string;
  time: string;
  /** "yes" if tree search keeps its tree from move to move. */
  keep?: string;
  /** The number of workers of tree search; each worker has a separate tree. */
  threads?: string;
}

/** An algorithm as the user has chosen it. */
export interface Chosen {
  /** The algorithm with its settings as text. */
  text: string;
  depth: number;
  sims: number;
}

export function readSpec(text: string): Spec {
  const [name = "", ...settings] = text.split(",");
  const value = (key: string) => settings.find((s) => s.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
  return {
    name,
    eval: value("eval"),
    c: value("c"),
    time: value("time"),
    keep: value("keep"),
    threads: value("threads"),
  };
}

/** Writes a specification with only the settings that the algorithm uses. */
export function writeSpec(s: Spec): string {
  const tree = s.name === "mcts" ? { c: s.c, keep: s.keep ?? "", threads: s.threads ?? "" } : {};
  const takes = { eval: isOwn(s.name) || s.name === "random" ? "" : s.eval, ...tree };
  const time = s.name === "deepening" ? s.time || "1s" : "";
  const settings = Object.entries({ ...takes, time }).filter(([, value]) => value);
  return [s.name, ...settings.map(([key, value]) => `${key}=${value}`)].join(",");
}

/** Whether a name is a player of the game itself and not one of the lab's algorithms. */
export const isOwn = (name: string): boolean => !(algorithms as readonly string[]).includes(name);

export const hasDepth = (name: string): boolean => (searches as readonly string[]).includes(name);
