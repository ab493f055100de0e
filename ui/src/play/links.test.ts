import { describe, expect, it } from "vitest";
import { embedCode, linksOf } from "./links";

const look = { set: "letters", coordinates: undefined, language: "en" };
const at = (path = "") => new URL(path, "http://x");

describe("addresses of a share sheet", () => {
  it("hand on a match as spectators see it, with an animation when it is over", () => {
    const s = { title: "T", kind: "jieqi", path: "/g/abc", match: "abc", ply: 3 };
    const running = linksOf(s, { look, hidden: true });
    expect(running.page).toBe("/g/abc");
    expect(running.png).toBe("/picture/g/abc.png?lang=en&set=letters&size=960&ply=3");
    expect(running.embed).toBe("/embed/g/abc?lang=en&set=letters");
    expect(running.gif).toBeUndefined();
    expect(linksOf({ ...s, over: true }, { look, hidden: true }).gif).toBe("/picture/g/abc.gif?lang=en&set=letters");
  });

  it("contain the moves of a game on this device, and nobody's view", () => {
    const played = { start: "", options: { size: "19", view: "first" }, codes: ["h8", "h9", "i8"] };
    const got = linksOf({ title: "T", kind: "caro", played, ply: 2, over: true, flip: true }, { look, hidden: true });
    expect(Object.fromEntries(at(got.page).searchParams)).toEqual({
      moves: "h8 h9 i8",
      "option.size": "19",
      view: "none",
      ply: "2",
    });
    expect(at(got.png).searchParams.get("moves")).toBe("h8 h9");
    expect(at(got.gif).searchParams.get("moves")).toBe("h8 h9 i8");
    expect(at(got.gif).searchParams.get("flip")).toBe("true");
    expect(at(got.qr).searchParams.get("path")).toBe(got.page);
    for (const link of [got.png, got.gif, got.embed]) expect(link).not.toContain("view");
  });

  it("say how a game ended and who played it, to those who open the analysis", () => {
    const played = { start: "", options: {}, codes: ["e2e4"] };
    const told = { first: "", second: "Máy cấp 3", result: "0-1", why: "resignation" };
    const got = linksOf({ title: "T", kind: "chess", played, over: true, told }, { look, hidden: false });
    expect(Object.fromEntries(at(got.page).searchParams)).toEqual({
      moves: "e2e4",
      second: "Máy cấp 3",
      result: "0-1",
      why: "resignation",
    });
    expect(at(got.png).searchParams.get("result")).toBeNull();
  });

  it("leave out what only a player saw, as spectators see the game", () => {
    const played = { start: "", options: {}, codes: ["b2b9p*b", "a9b9r", "h2h9*n"] };
    const got = linksOf({ title: "T", kind: "jieqi", played, over: true }, { look, hidden: true });
    for (const link of [got.page, got.png, got.gif, got.embed])
      expect(at(link).searchParams.get("moves")).toBe("b2b9p a9b9r h2h9");
  });

  it("keep the engine off for a position", () => {
    const played = { start: "4k3/8 w", options: {}, codes: ["a1a8"] };
    const query = (p: typeof played) =>
      at(linksOf({ title: "T", kind: "chess", played: p }, { look, hidden: false }).page).searchParams.get("engine");
    expect(query(played)).toBe("off");
    expect(query({ ...played, start: "" })).toBeNull();
  });

  it("leave out what is too long", () => {
    const codes = Array.from({ length: 1000 }, () => "h2e2");
    const got = linksOf(
      { title: "T", kind: "xiangqi", played: { start: "", options: {}, codes } },
      { look, hidden: false },
    );
    expect([got.qr, got.png, got.embed]).toEqual([undefined, undefined, undefined]);
  });

  it("are quoted in the code for other sites", () => {
    expect(embedCode("http://x", "/embed/g/a?set=b&lang=c", 'a"<b')).toContain(
      'src="http://x/embed/g/a?set=b&amp;lang=c" title="ab"',
    );
  });
});
