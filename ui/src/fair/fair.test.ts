// @vitest-environment node
// Tests with the vectors and examples in data/fair. The tests of package fair use the same files.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lay, pathOf, sourceOf } from "./deal";
import { matchOf, players } from "./form";
import { commitment, matchHash, seedOf, signed, statementOf } from "./hash";
import { Player } from "./player";
import type { Evidence, Hash, Match, Part, Transcript } from "./types";
import { isSound, verify } from "./verify";

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../data/fair/${name}`, import.meta.url), "utf8")) as T;
}

interface Vector {
  match: Match;
  hash: Hash;
  numbers: Hash[];
  commits: Hash[];
  seed: Hash;
  below: number[];
  drawn: number[];
  dealt: string;
  salts: Hash[];
  root: Hash;
  paths: Hash[][];
  key: Hash;
  statement: Hash;
  signature: string;
}

type Example = Required<Evidence> & {
  name: string;
  transcript: Transcript;
  checked: string[];
  findings: string[];
  /** Whether only a check with the rules of the game finds all faults. */
  rules?: boolean;
};

// Version 1 of the protocol is for a single match, version 2 for two matches with
// the same deal.
const vectors = [...read<Vector[]>("vectors.json"), ...read<Vector[]>("vectors2.json")];
const twins = read<Example[]>("transcripts2.json");
const examples = [...read<Example[]>("transcripts.json"), ...twins];

describe("vectors", () => {
  it("are there", () => expect(vectors.length).toBeGreaterThan(3));
  for (const v of vectors) {
    it(`${v.match.id} of ${v.match.game}, to the byte`, async () => {
      expect(await matchHash(v.match)).toBe(v.hash);
      for (const [i, number] of v.numbers.entries()) {
        expect(await commitment(v.hash, i ? players[i - 1]! : "server", number)).toBe(v.commits[i]);
      }
      const opened = v.numbers.slice(1);
      expect(await seedOf(v.hash, v.numbers[0]!, opened)).toBe(v.seed);
      const draw = await sourceOf(v.seed);
      const drawn = [];
      for (const n of v.below) drawn.push(await draw(n));
      expect(drawn).toEqual(v.drawn);
      const layout = await lay(v.match, v.seed);
      expect([layout.dealt, layout.salts, layout.root]).toEqual([v.dealt, v.salts, v.root]);
      expect(v.salts.map((_, i) => pathOf(layout.rows, i))).toEqual(v.paths);
      const statement = await statementOf(v.hash, v.commits, opened, v.root);
      expect(statement).toBe(v.statement);
      expect(await signed(v.key, statement, v.signature)).toBe(true);
      expect(await signed(v.key, v.root, v.signature)).toBe(false);
    });
  }
});

function withoutMoves(findings: string[]): string[] {
  return findings.filter((f) => !/ (wrong-move|no-record|wrong-deal)$/.test(f));
}

describe("examples", () => {
  it("are there", () => expect(examples.length).toBeGreaterThan(40));
  const game = examples[0]!.transcript.game;
  for (const x of examples) {
    it(x.name, async () => {
      const { match, keys, packs, deal, over } = x;
      const shown = x.rules ? undefined : x.shown;
      const report = await verify(x.transcript, { match, keys, game, packs, deal, over, shown });
      const found = report.findings.map((f) => `${f.grade} ${f.code}`);
      if (x.rules) {
        // Without the moves, the check must still find all other faults.
        expect(withoutMoves(found)).toEqual(withoutMoves(x.findings));
        return;
      }
      expect(found).toEqual(x.findings);
      expect(report.checked).toEqual(x.checked ?? []);
      expect(isSound(report)).toBe(x.findings.every((f) => f.startsWith("note")));
    });
  }

  it("a move that shows another piece is found", async () => {
    const { match, packs, shown, transcript } = examples[0]!;
    const [first, ...rest] = shown;
    const other = { ...first!, piece: first!.piece === "r" ? "p" : "r" };
    const report = await verify(transcript, { match, packs, game, shown: [other, ...rest] });
    expect(report.findings.map((f) => f.code)).toContain("wrong-move");
  });
});

it("what is no transcript is refused", async () => {
  const good = examples[0]!.transcript;
  for (const bad of [
    null,
    7,
    "text",
    [],
    {},
    { version: 2 },
    { ...good, root: "xyz" },
    { ...good, more: 1 },
    { ...good, players: [good.players[0]] },
    { ...good, packs: [{ squares: [1, 1], pieces: "ab" }] },
  ]) {
    const report = await verify(bad);
    expect(report.findings[0]?.grade).toBe("fault");
    expect(report.findings[0]?.code).toMatch(/^bad-/);
  }
});

it("a player of the second table commits, opens and sees the deal through", async () => {
  const t = twins.find((x) => x.name === "second table")!.transcript;
  const { open, commit } = t.players[2]!;
  const bytes = Uint8Array.from(open!.match(/../g)!, (b) => Number.parseInt(b, 16));
  const p = new Player(matchOf(t), "third", t.key, undefined, (into) => into.set(bytes));
  expect(await p.commitment()).toBe(commit);
  const { root: _root, signature: _signature, reveals: _reveals, secret: _secret, ...early } = t;
  const parts = t.players.map((x) => ({ commit: x.commit }));
  expect(await p.see({ ...early, players: parts.map((x, i) => (i < 3 ? x : {})) })).toBeUndefined();
  expect(p.opening()).toBeUndefined();
  expect(await p.see({ ...early, players: parts })).toBeUndefined();
  expect(p.opening()).toBe(open);
  const first = twins.find((x) => x.name === "first table")!.transcript;
  expect(await p.see(first)).toBe("wrong-match"); // this transcript belongs to the other table of the deal
  expect(await p.see({ ...t, version: 1 })).toBe("bad-version");
  expect(await p.see(t)).toBeUndefined();
});

describe("player", () => {
  const { transcript: t } = examples[0]!;
  const match: Match = { id: t.match, game: t.game, packs: t.packs };
  const number = t.players[0]!.open!;
  const bytes = Uint8Array.from(number.match(/../g)!, (b) => Number.parseInt(b, 16));
  const player = () => new Player(match, "first", t.key, undefined, (into) => into.set(bytes));
  // `early` is the transcript of the same match, without the values that the server publishes only
  // later.
  const { root, signature, reveals, secret: _secret, ...early } = t;
  const [mine, theirs] = t.players as [Part, Part];
  const begun: Transcript = { ...early, players: [{}, {}] };
  const half: Transcript = { ...early, players: [{ commit: mine.commit }, {}] };
  const committed: Transcript = { ...early, players: [{ commit: mine.commit }, { commit: theirs.commit }] };
  const dealt: Transcript = { ...early, root, signature, reveals: reveals!.slice(0, 2) };

  it("commits and opens as the example did, and not too early", async () => {
    const p = player();
    expect(await p.commitment()).toBe(mine.commit);
    for (const shown of [begun, half]) {
      expect(await p.see(shown)).toBeUndefined();
      expect(p.opening()).toBeUndefined();
    }
    expect(await p.see(committed)).toBeUndefined();
    expect(p.opening()).toBe(number);
    for (const shown of [dealt, t]) expect(await p.see(shown)).toBeUndefined();
  });

  const other = "5".repeat(64);
  const lies: [string, Transcript, string][] = [
    ["other commitment for me", { ...committed, players: [{ commit: other }, theirs] }, "wrong-opening"],
    ["other number for me", { ...dealt, players: [{ ...mine, open: other }, theirs] }, "wrong-opening"],
    ["me as a guest", { ...committed, players: [{ ...mine, public: true }, theirs] }, "wrong-opening"],
    ["other server number", { ...committed, server: other }, "changed"],
    ["other opponent", { ...committed, players: [mine, { commit: other }] }, "changed"],
    ["other match", { ...committed, match: "another" }, "wrong-match"],
    ["other key", { ...committed, key: other }, "wrong-match"],
    ["other root", { ...dealt, root: other }, "wrong-signature"],
    ["dealt without me", { ...dealt, players: [{ commit: mine.commit }, theirs] }, "not-opened"],
    ["other version", { ...dealt, version: 3 }, "bad-version"],
  ];
  for (const [name, lie, code] of lies) {
    it(`does not go on with ${name}`, async () => {
      const p = player();
      await p.see(committed);
      expect(await p.see(lie)).toBe(code);
    });
  }
  it("does not let a reveal be changed", async () => {
    const p = player();
    expect(await p.see(dealt)).toBeUndefined();
    expect(await p.see({ ...dealt, reveals: reveals!.slice(1, 3) })).toBe("changed");
  });

  it("draws a number of its own and keeps it where it is told to", async () => {
    const [a, b] = [new Player(match, "second", t.key), new Player(match, "second", t.key)];
    expect(await a.commitment()).not.toBe(await b.commitment());
    expect(JSON.stringify(player())).not.toContain(number);
    const kept = new Map<string, string>();
    const keeper = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
    };
    const before = new Player(match, "second", t.key, keeper);
    const after = new Player(match, "second", t.key, keeper);
    expect(await after.commitment()).toBe(await before.commitment());
    const elsewhere = new Player({ ...match, id: "another" }, "second", t.key, keeper);
    expect(await elsewhere.commitment()).not.toBe(await before.commitment());
    expect(kept.size).toBe(2);
  });
});
