// @vitest-environment happy-dom
// The list of finished games loads page after page by the server's cursor.
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Finished } from "../src/play/finished";

const game = (n: number) => ({
  id: `m${n}`,
  game: "caro",
  over: true,
  ply: n,
  created: 1,
  ended: 2,
  players: [],
  seats: [],
  winner: "none",
  why: "agreed",
});

describe("finished games", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("load more until there are none", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      const cursor = new URL(url, "http://x").searchParams.get("cursor") ?? "";
      const headers: Record<string, string> = cursor === "b/2" ? {} : { "Next-Cursor": cursor ? "b/2" : "a+1" };
      return new Response(JSON.stringify([game(asked.length)]), { headers });
    });
    const root = document.createElement("div");
    const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 5))));
    render(h(Finished, {}), root);
    await settle();
    for (const n of [1, 2]) {
      expect(root.querySelectorAll("li")).toHaveLength(n);
      root.querySelector("button")?.click();
      await settle();
    }
    expect([...root.querySelectorAll("li a")].map((a) => a.getAttribute("href"))).toEqual(["/g/m1", "/g/m2", "/g/m3"]);
    expect(root.querySelector("button")).toBeNull();
    expect(asked.map((u) => new URL(u, "http://x").searchParams.get("cursor"))).toEqual([null, "a+1", "b/2"]);
  });
});
