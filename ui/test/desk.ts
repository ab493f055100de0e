// Runs the real rules and engines for tests: the modules of the build, in this
// process.
import { Refused, type Desk } from "../src/session/desk";
import { Desks } from "../src/session/desks";
import type { Reply, Request, Thought } from "../src/session/messages";
import { builtGames, startModule, type Answer } from "./modules";

/** Whether `npm run wasm` has built the modules. */
export const built = builtGames().length > 0;

export async function realDesk(): Promise<Desk> {
  const answers = new Map<string, Answer>();
  for (const game of builtGames()) answers.set(game, await startModule(game));
  const desks = new Desks((game) => ({
    async ask(q: Request, progress?: (t: Thought) => void): Promise<Reply> {
      const answer = answers.get(game);
      if (!answer) throw new Refused({ code: "no-module", text: `there is no module for ${game}` });
      const r = JSON.parse(
        answer(JSON.stringify(q), (t) => {
          const said = JSON.parse(t) as Reply;
          if (said.thought) progress?.(said.thought);
        }),
      ) as Reply;
      if (r.error) throw new Refused(r.error);
      return r;
    },
    stop() {},
  }));
  // In tests, one session server (desk) runs the rules, the engine and the lab. A call of stop()
  // for one of them must not stop the server, so stop() does nothing.
  return { ask: (q, progress) => desks.ask(q, progress), stop() {} };
}
