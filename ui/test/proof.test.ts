// @vitest-environment node
// Tests the verification of a deal during its match, and the player's part in the fair-deal exchange.
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { stepsOf, verify, type Shown, type Transcript } from "../src/fair";
import { Ceremony } from "../src/session/ceremony";
import { Proof } from "../src/session/proof";
import type { Asked, TellFair, Told } from "../src/wire/messages";
import type { Socket } from "../src/wire/socket";

interface Example {
  transcript: Transcript;
  shown: Shown[];
  packs: Transcript["packs"];
}
const file = new URL("../../data/fair/transcripts.json", import.meta.url);
const [example] = JSON.parse(readFileSync(file, "utf8")) as [Example];
const { transcript: t, shown, packs } = example;
const { root, signature, reveals = [], secret: _, ...early } = t;
const dealt: Transcript = { ...early, root, signature };

class Memory {
  kept = new Map<string, string>();
  getItem = (k: string) => this.kept.get(k) ?? null;
  setItem = (k: string, v: string) => void this.kept.set(k, v);
}

describe("a proof", () => {
  const open = () => {
    const p = new Proof(t.match, "none", t.key, new Memory());
    p.whole(dealt);
    return p;
  };
  const plies = (reveals.at(-1)?.ply ?? 0) + 1;

  it("follows a game to its end", async () => {
    const p = open();
    await p.settled();
    expect(p.sign.value).toEqual({ state: "right", reveals: 0, parts: 2, closed: false });
    for (let ply = 0; ply < plies; ply++)
      p.opened(
        reveals.filter((r) => r.ply === ply),
        ply,
      );
    p.played(plies, shown, packs);
    await p.settled();
    expect(p.sign.value).toMatchObject({ state: "right", reveals: reveals.length });
  });

  it("stays verified when the same transcript is told again", async () => {
    const p = open();
    p.whole(t);
    p.closed({ checked: [], findings: [] });
    await p.settled();
    expect(p.sign.value).toMatchObject({ state: "right", closed: true });
    p.whole(t);
    await p.settled();
    expect(p.sign.value).toMatchObject({ state: "right", closed: true });
  });

  it("says what does not fit, and does not take it back", async () => {
    const [first] = reveals;
    const other = { ...first!, piece: first!.piece === "r" ? "p" : "r" };
    const lies: [(p: Proof) => void, string][] = [
      [(p) => p.opened([other], other.ply), "wrong-reveal"],
      [(p) => p.whole({ ...dealt, root: "5".repeat(64) }), "wrong-signature"],
      [(p) => p.whole({ ...dealt, match: "another" }), "wrong-match"],
      [(p) => p.played(plies, shown, packs), "missing-reveal"],
      [(p) => p.played(0, [], packs.slice(1)), "wrong-packs"],
    ];
    for (const [lie, code] of lies) {
      const p = open();
      lie(p);
      p.whole(dealt);
      await p.settled();
      expect(p.sign.value).toEqual({ state: "wrong", code });
    }
  });
});

/** Waits until a condition holds; a busy machine may take long. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

describe("a ceremony", { timeout: 60_000 }, () => {
  const begin = (keeper = new Memory()) => {
    const sent: Asked[] = [];
    const socket = {
      listen: () => () => undefined,
      stand: (_key: string, ask: () => Asked) => (sent.push(ask()), () => undefined),
      send: (m: Asked) => sent.push(m) > 0,
    } as unknown as Socket;
    const c = new Ceremony(t.match, socket, t.key, keeper);
    const tell = async (players: Transcript["players"], more: Partial<TellFair> = {}) => {
      const transcript = { ...early, players };
      c.hear({ t: "fair", id: t.match, side: "first", waiting: [], begun: false, ...more, transcript } as Told);
      await new Promise((resolve) => setTimeout(resolve, 50)); // time in which a wrong message would be sent
    };
    return { c, sent, tell, keeper };
  };
  const commit = (sent: Asked[]) => sent.flatMap((m) => (m.t === "fair-commit" ? [m.commit] : []))[0]!;
  const opened = (sent: Asked[]) => sent.filter((m) => m.t === "fair-open").length;
  const theirs = { commit: t.players[1]!.commit! };

  it("commits, and opens when all have committed, over a reload too", async () => {
    const one = begin();
    await one.tell([{}, {}]);
    await soon(() => expect(commit(one.sent)).toBeTruthy());
    const mine = { commit: commit(one.sent) };
    await one.tell([mine, {}]);
    expect(opened(one.sent)).toBe(0);
    expect(one.c.stage.value).toBe("committing");
    const two = begin(one.keeper);
    await two.tell([mine, theirs]);
    await soon(() => expect(opened(two.sent)).toBe(1));
    expect(two.c.stage.value).toBe("opening");
  });

  it("opens nothing for a server that shows another commitment", async () => {
    const one = begin();
    await one.tell([{}, {}]);
    await soon(() => expect(commit(one.sent)).toBeTruthy());
    await one.tell([{ commit: "5".repeat(64) }, theirs]);
    await soon(() => expect(one.c.stage.value).toBe("wrong"));
    expect(one.c.fault.value).toBe("wrong-opening");
    expect(opened(one.sent)).toBe(0);
  });

  it("knows when its number is elsewhere, and does not call that a lie", async () => {
    const one = begin();
    await one.tell([{ commit: "5".repeat(64) }, {}]);
    await soon(() => expect(one.c.stage.value).toBe("elsewhere"));
    expect(one.sent.map((m) => m.t)).toEqual(["fair"]);
  });
});

it("steps name what is wrong where it is wrong", async () => {
  const states = async (x: Transcript) =>
    Object.fromEntries(stepsOf(x, await verify(x, { packs, game: t.game, shown })).map((s) => [s.name, s.state]));
  const good = await states(t);
  expect(new Set(Object.values(good))).toEqual(new Set(["right"]));
  expect(await states({ ...t, secret: "5".repeat(64) })).toMatchObject({
    secret: "wrong",
    tree: "wrong",
    openings: "right",
  });
  expect(await states({ ...t, secret: undefined })).toMatchObject({
    secret: "gap",
    seed: "gap",
    deal: "gap",
    moves: "gap",
  });
});
