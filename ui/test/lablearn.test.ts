// Tests the weights that the lab learns on the device, and the addition of the results of several
// workers.
import { describe, expect, it } from "vitest";
import { cleanName, dropLearnt, freeName, keepLearnt, learnt, MOST, namesOf, weightsFor } from "../src/lab/learnt";
import { curve, curveCsv, readPoint, type Point } from "../src/lab/learning";
import { nodesCsv } from "../src/lab/nodescsv";
import { readSpec, writeSpec } from "../src/lab/spec";
import { mostVisited, shares } from "../src/lab/workers";

const store = (): Storage => {
  const all = new Map<string, string>();
  return {
    getItem: (k: string) => all.get(k) ?? null,
    setItem: (k: string, v: string) => void all.set(k, v),
  } as Storage;
};

describe("learnt weights", () => {
  it("are kept by game and name, and one of the same name is replaced", () => {
    const s = store();
    expect(freeName(s, "caro")).toBe("td-1");
    expect(keepLearnt(s, "caro", "td-1", '{"games":1}')).toBe(true);
    expect(keepLearnt(s, "chess", "td-1", '{"games":2}')).toBe(true);
    expect(keepLearnt(s, "caro", "td-1", '{"games":3}')).toBe(true);
    expect(freeName(s, "caro")).toBe("td-2");
    expect(namesOf(s, "caro")).toEqual(["td-1"]);
    expect(weightsFor(s, "caro", "ordered,eval=td-1")).toEqual({ text: '{"games":3,"name":"td-1"}' });
    expect(weightsFor(s, "caro", "ordered,eval=report")).toEqual({});
    expect(weightsFor(s, "caro", "ordered")).toEqual({});
    dropLearnt(s, "caro", "td-1");
    expect(learnt(s).map((e) => e.kind)).toEqual(["chess"]);
  });

  it("are limited in number, and faults of the store are no evaluators", () => {
    const s = store();
    for (let i = 0; i < MOST + 3; i++) keepLearnt(s, "caro", `n${i}`, "{}");
    expect(namesOf(s, "caro")).toHaveLength(MOST);
    expect(namesOf(s, "caro")[0]).toBe("n3");
    s.setItem("kydai.lab.learnt", '[{"kind":1},null,{"kind":"caro","name":"x","text":"{}"}]');
    expect(namesOf(s, "caro")).toEqual(["x"]);
    s.setItem("kydai.lab.learnt", "{");
    expect(learnt(s)).toEqual([]);
  });

  it("have names that fit in a specification", () => {
    expect(cleanName("  Đội Tuyển, eval=1 ")).toBe("doi-tuyen-eval-1");
    expect(cleanName("、、")).toBe("");
  });
});

describe("the curve", () => {
  const point = (won: number, lost: number): Point => ({ games: 5, error: 0, plies: 9, won, drawn: 0, lost });
  it("sums up the last four points", () => {
    const all = curve([point(0, 4), point(4, 0), point(4, 0), point(4, 0), point(4, 0)]);
    expect(all.map((v) => v.at)).toEqual([0, 50, expect.closeTo(66.7, 1), 75, 100]);
    expect(all.every((v) => v.low <= v.at && v.at <= v.high)).toBe(true);
    expect(all[4]?.low).toBeGreaterThan(75);
  });
  it("has no width to say before games were compared", () => {
    expect(curve([point(0, 0)])).toEqual([{ x: 5, at: 50, low: 0, high: 100 }]);
  });
  it("is written as CSV, with its interval as shares", () => {
    const [head, first, second, end] = curveCsv([point(3, 1), point(4, 0)]).split("\n");
    expect(head).toBe("games,error,plies,won,drawn,lost,score,low,high");
    expect(first).toBe("5,0,9,3,0,1,0.7500,0.3006,0.9544");
    expect(second).toContain("5,0,9,4,0,0,0.8750,");
    expect(end).toBe("");
  });
  it("reads the numbers of the module", () => {
    expect(readPoint(["games 20", "error 1.5e-05", "plies 31.5", "won 3", "drawn 1", "lost 0"])).toEqual({
      games: 20,
      error: 1.5e-5,
      plies: 31.5,
      won: 3,
      drawn: 1,
      lost: 0,
    });
  });
});

describe("several workers", () => {
  it("share the simulations and sum the visits", () => {
    expect(shares(1000, 3).reduce((a, b) => a + b)).toBe(1000);
    expect(shares(1, 2)).toEqual([1, 1]);
    expect(
      mostVisited([
        ["a 40 0.1", "b 30 0.2"],
        ["b 35 0", "c 20 1"],
      ]),
    ).toBe("b");
    expect(mostVisited([["a 2 0"], ["b 2 0"]])).toBe("a");
    expect(mostVisited([])).toBe("");
  });
  it("are settings of tree search alone", () => {
    const spec = { name: "mcts", eval: "", c: "2", time: "", keep: "yes", threads: "2" };
    expect(writeSpec(spec)).toBe("mcts,c=2,keep=yes,threads=2");
    expect(readSpec(writeSpec(spec))).toEqual(spec);
    expect(writeSpec({ ...spec, name: "ordered" })).toBe("ordered");
  });
});

describe("node counts as a file", () => {
  it("have a row for each count, with the branching factor", () => {
    const c = (nodes: number, stopped = false) => ({ nodes, leaves: nodes, cuts: 0, value: 150, stopped });
    expect(
      nodesCsv(
        ["minimax", "alphabeta"],
        [
          [c(20), c(20)],
          [c(400), null],
          [c(500, true), null],
        ],
      ),
    ).toBe(
      "depth,algorithm,nodes,leaves,cuts,branching,value,complete\n" +
        "1,minimax,20,20,0,,1.5,true\n1,alphabeta,20,20,0,,1.5,true\n" +
        "2,minimax,400,400,0,20.00,1.5,true\n3,minimax,500,500,0,1.25,1.5,false\n",
    );
  });
});
