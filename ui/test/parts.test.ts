import { describe, expect, it } from "vitest";
import { find } from "../src/app/router";
import { otherRoutes } from "../src/app/otherroutes";
import { routes } from "../src/app/routes";
import { layout } from "../src/lab/layout";
import { solves } from "../src/pages/learn";
import { clockText as wireClock } from "../src/play/controls";
import { markdown } from "../src/pages/about";
import { chance, clockText, valueText } from "../src/play/words";
import { dragTargets, parts, tokensOf, withTurn, write } from "../src/session/position";
import { cells, targets } from "../src/wire/compact";

describe("the router", () => {
  it("offers the pieces of both sides in the same order", () => {
    const start = parts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 8, 8);
    expect(tokensOf(start?.cells ?? [], "").join("")).toBe("RNBQKPrnbqkp");
    expect(tokensOf(["", ""], "2/2 x")).toEqual(["X", "o"]);
  });

  it("finds pages and their parts", () => {
    expect(find(routes, "/")?.route.path).toBe("/");
    expect(find(otherRoutes, "/learn/abc/")?.params).toEqual({ kind: "abc" });
    expect(find(routes, "/g/%C4%91")?.params).toEqual({ id: "đ" });
    expect(find(routes, "/g/%")?.params).toEqual({ id: "%" });
    expect(find(routes, "/no/such/page")).toBeNull();
  });
});

describe("position text", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  it("is read and written back", () => {
    const p = parts(start, 8, 8);
    expect(p?.turn).toBe("first");
    expect(p?.cells[0]).toBe("R");
    expect(p?.cells[60]).toBe("k");
    expect(write(start, p?.cells ?? [], 8, 8)).toBe(start);
    expect(parts("15/15 x", 15, 2)?.cells).toHaveLength(30);
    for (const bad of ["", "8/8", "9/8/8/8/8/8/8/8 w", "rnbqkbnrr/8/8/8/8/8/8/8 w"])
      expect(parts(bad, 8, 8)).toBeNull();
  });
  it("changes the side in its own letters", () => {
    expect(withTurn(start, "second")).toBe(start.replace(" w ", " b "));
    expect(withTurn("15 x caro9", "second")).toBe("15 o caro9");
  });
  it("lets every piece go everywhere in an editor", () => {
    expect(dragTargets(["K", "", ""], "")).toHaveLength(2);
    expect(dragTargets(["K", "", ""], "Q")).toHaveLength(3);
  });
});

describe("short forms of the wire", () => {
  const name = (sq: number) => "abcdefgh"[sq % 8] + String(Math.floor(sq / 8) + 1);
  it("are boards", () =>
    expect(cells("R2K12(ab)x")).toEqual(["R", "", "", "K", ...Array.from({ length: 12 }, () => ""), "ab", "x"]));
  it("are moves", () => {
    expect(targets("12:20,28 52:60=e7e8q =pass", name)).toEqual([
      { code: "e2e3", from: 12, to: 20 },
      { code: "e2e4", from: 12, to: 28 },
      { code: "e7e8q", from: 52, to: 60 },
      { code: "pass", from: -1, to: -1 },
    ]);
    expect(targets(":0-2", name).map((m) => m.code)).toEqual(["a1", "b1", "c1"]);
    expect(targets(undefined, name)).toEqual([]);
  });
});

describe("words and numbers", () => {
  it("are clocks", () => {
    expect(clockText(9_940)).toBe("9.9");
    expect(clockText(65_000)).toBe("1:05");
    expect(clockText(3_661_000)).toBe("1:01:01");
    expect(wireClock({ base: 300, add: 3, move: 0 })).toBe("5+3");
    expect(wireClock({ base: 0, add: 0, move: 30 })).toBe("30s/move");
    expect(wireClock(null)).toBe("none");
  });
  it("are values seen by the first side", () => {
    expect(valueText(130, undefined, "first")).toBe("+1.3");
    expect(valueText(130, undefined, "second")).toBe("−1.3");
    expect(valueText(0, 3, "second")).toBe("−M3");
    expect(valueText(0, -3, "second")).toBe("M3");
    expect(chance(0, undefined, "first", 200)).toBe(0.5);
    expect(chance(200, undefined, "first", 200)).toBeCloseTo(0.75, 12);
    expect(chance(200, undefined, "second", 200)).toBeCloseTo(0.25, 12);
    expect(chance(0, 3, "second", 200)).toBe(0);
  });
  it("are lessons and rules", () => {
    expect(solves(["e2*"], "e2e4")).toBe(true);
    expect(solves(["e2e3", "d*"], "e2e4")).toBe(false);
    expect(markdown("a **b** <c>\n\n## H\n- x\n- y\n\nend")).toBe(
      "<p>a <strong>b</strong> &lt;c></p><h2>H</h2><ul><li>x</li><li>y</li></ul><p>end</p>",
    );
    expect(markdown('![A & b](/picture/chess.svg?a=1&b=2 "20x30")\n![x](https://elsewhere "1x1")')).toBe(
      '<div class="more"><figure><img src="/picture/chess.svg?a=1&amp;b=2" alt="" width="20" height="30" loading="lazy">' +
        '<figcaption>A &amp; b</figcaption></figure>![x](https://elsewhere "1x1")</div>',
    );
  });
});

describe("a drawn tree", () => {
  it("sets no two leaves on one place, and parents between their children", () => {
    const leaf = (move: string) => ({ move, kind: "leaf", value: 1 });
    const l = layout({
      kind: "max",
      value: 1,
      children: [leaf("a"), { ...leaf("b"), kind: "min", skipped: 4, children: [leaf("c")] }],
    });
    const spots = new Set(l.nodes.map((n) => `${n.x} ${n.y}`));
    expect(spots.size).toBe(l.nodes.length);
    expect(l.nodes).toHaveLength(5);
    expect(l.edges.filter((e) => e.cut)).toHaveLength(1);
    expect(l.nodes.every((n) => n.x > 0 && n.x < l.width && n.y < l.height)).toBe(true);
  });
});
