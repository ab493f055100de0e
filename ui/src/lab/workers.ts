// Searches with several workers: each worker grows a separate tree, and the visit counts of the
// moves are added.
import { WorkerDesk, type Desk } from "../session/desk";
import type { Request } from "../session/messages";

/**
 * The largest number of workers. The limit saves memory, because each worker has its own module in
 * memory.
 */
const MOST = 4;

/** The default number of workers: the number that this device can run in parallel. */
export const usualWorkers = (): number => Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 1));
export const mostWorkers = MOST;

const others: WorkerDesk[] = [];

function workers(first: Desk, n: number): Desk[] {
  while (others.length < n - 1) others.push(new WorkerDesk("lab"));
  return [first, ...others.slice(0, n - 1)];
}

/** Stops the other workers of a search in several workers. */
export function stopWorkers(): void {
  for (const w of others) w.stop();
}

/** Divides the simulations among `n` workers. */
export const shares = (sims: number, n: number): number[] =>
  Array.from({ length: n }, (_, i) => Math.max(1, Math.floor((sims + i) / n)));

/**
 * Adds up the lines "CODE VISITS VALUE" and returns the most visited move; of moves with equal
 * visits it returns the first.
 */
export function mostVisited(lists: readonly (readonly string[])[]): string {
  const sums = new Map<string, number>();
  for (const line of lists.flat()) {
    const [code = "", visits = "0"] = line.split(" ");
    sums.set(code, (sums.get(code) ?? 0) + Number(visits));
  }
  let best = "";
  for (const [code, n] of sums) if (!best || n > (sums.get(best) ?? 0)) best = code;
  return best;
}

/** Returns the move that a tree search in n workers finds; `first` is one of them. */
export async function searchInWorkers(
  first: Desk,
  n: number,
  kind: string,
  seed: number,
  q: { moves: string[]; algorithm: string; sims: number; text?: string },
): Promise<string> {
  const { moves, sims, ...rest } = q;
  const each = shares(sims, n);
  const lists = await Promise.all(
    workers(first, n).map(async (desk, i) => {
      const { session = 0 } = await desk.ask({ op: "new", game: kind, moves, seed });
      const request: Request = {
        op: "lab",
        code: "visits",
        session,
        seed: seed * MOST + i,
        sims: each[i] ?? 1,
        ...rest,
      };
      const { texts = [] } = await desk.ask(request);
      desk.ask({ op: "drop", session }).catch(() => undefined);
      return texts;
    }),
  );
  return mostVisited(lists);
}
