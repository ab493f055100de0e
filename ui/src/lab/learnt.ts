// Stores the weights that were learnt on this device: named evaluators, for use in matches and as
// files.
import { readSpec } from "./spec";

const SHELF = "kydai.lab.learnt";
/** The largest number of stored evaluators; older evaluators are dropped. */
export const MOST = 20;

export interface Learnt {
  kind: string;
  name: string;
  /** The weights file, as the lab's module wrote it. */
  text: string;
}

const isLearnt = (r: unknown): r is Learnt => {
  const e = r as Partial<Learnt> | null;
  return typeof e?.kind === "string" && typeof e.name === "string" && typeof e.text === "string";
};

/** All stored evaluators, oldest first. */
export function learnt(store: Storage): Learnt[] {
  try {
    const list = JSON.parse(store.getItem(SHELF) ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter(isLearnt) : [];
  } catch {
    return [];
  }
}

export const namesOf = (store: Storage, kind: string): string[] =>
  learnt(store)
    .filter((e) => e.kind === kind)
    .map((e) => e.name);

/**
 * Reduces a text to letters, digits and hyphens, so that it can be a name in an algorithm's
 * specification; "" if no character is left.
 */
export const cleanName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll("đ", "d")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 24);

/** The first unused name for an evaluator of a game: td-1, td-2 … */
export function freeName(store: Storage, kind: string): string {
  const taken = new Set(namesOf(store, kind));
  for (let n = 1; ; n++) if (!taken.has(`td-${n}`)) return `td-${n}`;
}

/**
 * Stores an evaluator under a name and replaces an evaluator with the same name. It returns false
 * if the device cannot store it.
 */
export function keepLearnt(store: Storage, kind: string, name: string, file: string): boolean {
  const text = JSON.stringify({ ...(JSON.parse(file) as object), name });
  const others = learnt(store).filter((e) => e.kind !== kind || e.name !== name);
  try {
    store.setItem(SHELF, JSON.stringify([...others, { kind, name, text }].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

export function dropLearnt(store: Storage, kind: string, name: string): void {
  store.setItem(SHELF, JSON.stringify(learnt(store).filter((e) => e.kind !== kind || e.name !== name)));
}

/**
 * The weights that a request with this algorithm needs; empty if the algorithm's evaluator was not
 * learnt on this device.
 */
export function weightsFor(store: Storage, kind: string, algorithm: string): { text?: string } {
  const wanted = readSpec(algorithm).eval;
  const found = wanted ? learnt(store).find((e) => e.kind === kind && e.name === wanted) : undefined;
  return found ? { text: found.text } : {};
}
