// @vitest-environment happy-dom
// Checks that the list of finished games loads page after page with the server's cursor.
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
  // The viewer is "b", who plays the second side if n is odd.
  players: n % 2 ? ["a", "b"] : ["b", "a"],
  seats: [],
  winner: "none",
  why: "agreed",
});

describe("finished games", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("load more until there are none", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      if (url === "/api/me") return new Response(JSON.stringify({ player: "b", name: "B" }));
      asked.push(url);
      const cursor = new URL(url, "http://x").searchParams.get("cursor") ?? "";
      const headers: Record<string, string> = cursor === "b/2" ? {} : { "Next-Cursor": cursor ? "b/2" : "a+1" };
      return new Response(JSON.stringify([game(asked.length)]), { headers });
    });
    const root = document.createElement("div");
    const shown = (n: number) => vi.waitFor(() => expect(root.querySelectorAll("li")).toHaveLength(n), 20_000);
    await act(() => render(h(Finished, { none: "nothing" }), root));
    for (const n of [1, 2]) {
      await shown(n);
      // While a page is loading, the button is disabled.
      const more = await vi.waitFor(() => {
        const found = root.querySelector<HTMLButtonElement>("button:not([disabled])");
        expect(found).not.toBeNull();
        return found;
      }, 20_000);
      more?.click();
    }
    await shown(3);
    expect(root.textContent).not.toContain("nothing");
    expect([...root.querySelectorAll("li a")].map((a) => a.getAttribute("href"))).toEqual(["/g/m1", "/g/m2", "/g/m3"]);
    // Each game shows its last position from the viewer's side.
    expect([...root.querySelectorAll("li img")].map((i) => i.getAttribute("src"))).toEqual([
      "/picture/g/m1.svg?lang=vi&size=160&flip=true",
      "/picture/g/m2.svg?lang=vi&size=160",
      "/picture/g/m3.svg?lang=vi&size=160&flip=true",
    ]);
    expect(root.querySelector("button")).toBeNull();
    expect(asked.map((u) => new URL(u, "http://x").searchParams.get("cursor"))).toEqual([null, "a+1", "b/2"]);
  });

  it("say that there are none once the server has answered", async () => {
    let answer: ((r: Response) => void) | undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    const root = document.createElement("div");
    await act(() => render(h(Finished, { none: "nothing" }), root));
    expect(root.textContent).toBe("");
    answer?.(new Response("[]"));
    await vi.waitFor(() => expect(root.textContent).toBe("nothing"), 20_000);
  });
});
