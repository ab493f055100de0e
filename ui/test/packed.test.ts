// @vitest-environment node
// Tests studies in links: a written study can be read again, and untrusted input does no harm.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compress, decompress } from "../src/session/deflate";
import { BadStudy, LIMITS, pack, unpack } from "../src/session/packed";
import type { RecordDoc } from "../src/session/records";
import * as tree from "../src/session/tree";

const doc: RecordDoc = {
  format: "kydai",
  version: 1,
  game: "chess",
  start: "8/8/8/8/8/8/8/K1k5 w - - 0 1",
  options: { variant: "960" },
  tags: [{ name: "White", value: 'Nguyễn "Tèo"' }],
  result: "1-0",
  comments: ['a (strange) "start" \\', "$5 ~"],
  moves: [
    { code: "e2e4", nags: [1, 146], comments: ["[%cal Ge2e4]", "tốt\nlắm"] },
    {
      code: "e7e5",
      variations: [
        [
          { code: "c7c5", before: ["or", "maybe"] },
          { code: "g1f3", variations: [[{ code: "d2d4", comments: [")"] }]] },
        ],
        [{ code: "e7e6" }],
      ],
    },
    { code: "b2b10R" },
  ],
};

describe("a packed study", () => {
  it("is read as it was written", async () => {
    expect(unpack(pack(doc), "chess")).toEqual({ record: doc, at: [] });
    expect(unpack(pack(doc, [0, 1, 0, 12]), "chess").at).toEqual([0, 1, 0, 12]);
    expect(await decompress(await compress(pack(doc)))).toBe(pack(doc));
    const empty: RecordDoc = { format: "kydai", version: 1, game: "caro", moves: [] };
    expect(unpack(pack(empty), "caro")).toEqual({ record: empty, at: [] });
  });

  it("has everything of the trees of all formats", () => {
    const dir = new URL("../../record/formats/testdata/trees/", import.meta.url);
    const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".json"));
    expect(files.length).toBeGreaterThan(0);
    for (const f of files) {
      const one = JSON.parse(readFileSync(new URL(f, dir), "utf8")) as RecordDoc;
      const { comments, moves } = unpack(pack(one), one.game).record;
      expect({ comments, moves }).toEqual({ comments: one.comments, moves: one.moves });
    }
  });

  it("takes three characters a move or so", async () => {
    // Random moves contain more information than the moves of a real game.
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n;
    const square = () => `${"abcdefgh"[random(8)]}${1 + random(8)}`;
    const moves = Array.from({ length: 400 }, () => ({ code: square() + square() }));
    const { length } = await compress(pack({ ...doc, moves, comments: undefined }));
    expect(length / 400).toBeLessThan(4.5);
  });

  it("of somebody else is refused or read, and never more than the limits", async () => {
    const bad = (text: string) => expect(() => unpack(text, "chess"), text.slice(0, 50)).toThrow(BadStudy);
    for (const text of [
      "",
      "{}",
      "x\n",
      "[]\n",
      "null\n",
      "1\n",
      "{}\n(",
      "{}\n)",
      "{}\ne2e4 ( )",
      "{}\n$1",
      "{}\n( e2e4 )",
    ])
      bad(text);
    for (const text of [
      '{}\n"',
      '{}\n"\\x"',
      "{}\ne2e4 ( e7e5",
      "{}\n<b>",
      "{}\n../..",
      '{}\ne2e4 ( "a" e7e5 )',
      "{}\n~",
    ])
      bad(text);
    bad(`{}\n${"a".repeat(LIMITS.code + 1)}`);
    bad(`{}\n${"e2e4 ".repeat(LIMITS.line + 1)}`);
    bad(`{}\n${"e2e4 ( ".repeat(100_000)}`);
    bad(`{}\n${"e2e4 ( ".repeat(LIMITS.depth + 1)}e2e4 ${") ".repeat(LIMITS.depth + 1)}`);
    bad(`{}\ne2e4 ${"( e7e5 ) ".repeat(LIMITS.moves)}`);
    bad("{}\n" + " ".repeat(LIMITS.text));
    // A tree with the largest depth must be read and written without a stack overflow.
    const deep = unpack(`{}\n${"e2e4 e7e5 ( ".repeat(LIMITS.depth)}e2e4 ${") ".repeat(LIMITS.depth)}`, "chess").record;
    expect(tree.write(tree.read(deep))).toEqual({ moves: deep.moves });
    expect(tree.sizeOf(tree.read(deep))).toBe(2 * LIMITS.depth + 1);
    for (const p of ['"x"', "7", '"1.-1"', '"1e9.9e99"']) expect(unpack(`{"p":${p}}\ne2e4`, "chess").at, p).toEqual([]);
    expect(
      unpack('{"o":{"__proto__":"x","a":1,"b":"c"},"t":[1,["a"],["n","v"]],"s":7}\n', "chess").record,
    ).toMatchObject({
      options: { b: "c" },
      tags: [{ name: "n", value: "v" }],
    });
    for (const packed of ["", "!", "AAAA", "a", "____"]) await expect(decompress(packed)).rejects.toThrow(BadStudy);
    // Decompressing a small text that expands to millions of zeros must stop at
    // the limit.
    await expect(decompress(await compress("0".repeat(20_000_000)))).rejects.toThrow(BadStudy);
  });

  it("is refused after any change, or read as another one", async () => {
    const text = pack(doc);
    let seed = 1;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let i = 0; i < 3000; i++) {
      const at = random(text.length);
      const changed = text.slice(0, at) + String.fromCodePoint(32 + random(95)) + text.slice(at + random(3));
      try {
        const got = unpack(changed, "chess");
        expect(unpack(pack(got.record, got.at), "chess")).toEqual(got);
      } catch (e) {
        expect(e).toBeInstanceOf(BadStudy);
      }
    }
  });
});
