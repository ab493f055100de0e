// Reads records from files, shows them on a page and writes them to files again, with the real
// module for records.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { boot } from "../src/app/boot";
import type * as Real from "../src/session/desk";
import type { Reply, Request } from "../src/session/messages";
import { treeOf, fresh } from "../src/session/saved";
import { readRecord, recordOf, studyOf } from "../src/session/records";
import * as tree from "../src/session/tree";
import { builtGames, startModule, type Answer } from "./modules";

vi.mock("../src/session/desk", async (original) => {
  const desk: typeof Real = await original();
  let answer: Promise<Answer> | undefined;
  class Here {
    async ask(q: Request): Promise<Reply> {
      answer ??= startModule("archive");
      const r = JSON.parse((await answer)(JSON.stringify(q), () => undefined)) as Reply;
      if (r.error) throw new desk.Refused(r.error);
      return r;
    }
  }
  return { ...desk, WorkerDesk: Here };
});

const root = path.resolve(import.meta.dirname, "../..");
const filesIn = (dir: string) =>
  readdirSync(path.join(root, dir))
    .filter((f) => !f.endsWith(".tree"))
    .map((f) => path.join(root, dir, f));

/** The study made from a file, after it was stored and opened again. */
async function studied(bytes: Uint8Array, format = "") {
  const [g] = await readRecord(bytes, format, "chess");
  if (!g) throw new Error("no game");
  const stored = JSON.parse(JSON.stringify(fresh(studyOf(g), 0, () => 0.5))) as ReturnType<typeof fresh>;
  const opened = tree.read(treeOf(stored));
  return { doc: g.record, saved: { ...stored, tree: tree.write(opened) } };
}

// The modules are large and the machine may be busy, so the time limits are long.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(builtGames().length === 0)("a record", () => {
  beforeAll(async () => {
    for (const game of builtGames()) {
      const r = JSON.parse((await startModule(game))(`{"op":"games"}`, () => undefined)) as Reply;
      boot.games.push(...(r.games ?? []));
    }
  });

  it("comes out of a page as it went in, to the byte, if we wrote it", async () => {
    const files = filesIn("record/formats/testdata/trees");
    expect(files.length).toBeGreaterThan(7);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      const { saved } = await studied(readFileSync(file));
      expect(await recordOf(saved, path.extname(file).slice(1)), file).toBe(text);
    }
  });

  it("says the same after it was written and read again, whoever wrote it", async () => {
    const formats: Record<string, string> = { sgf: "sgf", dhtmlxq: "dhtmlxq", json: "json" };
    const files = filesIn("data/records");
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const { doc, saved } = await studied(readFileSync(file));
      expect(treeOf(saved), file).toEqual({ ...(doc.comments ? { comments: doc.comments } : {}), moves: doc.moves });
      for (const format of new Set(["json", "pgn", formats[path.extname(file).slice(1)] ?? "json"])) {
        const text = await recordOf(saved, format);
        const back = await studied(new TextEncoder().encode(text), format);
        expect({ ...back.doc, options: seen(back.doc.options) }, `${file} as ${format}`).toEqual({
          ...doc,
          options: seen(doc.options),
        });
      }
    }
  });
});

/** The options, without the option "view" if it is "none". */
const seen = (options: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => name !== "view" || value !== "none"));
