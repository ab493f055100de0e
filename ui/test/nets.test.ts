// Tests which searches wait for a net, and that a game without its net stays without it.
import { afterEach, expect, test, vi } from "vitest";
import { Nets } from "../src/session/nets";

const think = (rest: object = {}) => JSON.stringify({ op: "think", game: "chess", ...rest });
const found = () => Promise.resolve(new Response(new Uint8Array([1, 2, 3])));

/** Nets with one net, of chess. `teach` counts the nets that the engine was given. */
function made(answer: () => Promise<Response>, refused = "", patience = 50) {
  const fetches = vi.fn(answer);
  vi.stubGlobal("fetch", fetches);
  const teach = vi.fn(() => refused);
  const nets = new Nets((game) => (game === "chess" ? "/assets/chess-1.net" : undefined), teach, patience);
  return { nets, fetches, teach };
}

afterEach(() => vi.unstubAllGlobals());

test("the first search at full strength gets the net, once", async () => {
  const { nets, fetches, teach } = made(found);
  for (const request of [think(), think({ level: 9 }), think()]) expect(await nets.need(request)).toBe(false);
  expect(fetches).toHaveBeenCalledTimes(1);
  expect(teach).toHaveBeenCalledExactlyOnceWith("chess", new Uint8Array([1, 2, 3]));
});

test("levels, algorithms, other operations and games without a net fetch nothing", async () => {
  const { nets, fetches } = made(found);
  const requests = [think({ level: 8 }), think({ algorithm: "mcts" }), '{"op":"new","game":"chess"}'];
  for (const request of [...requests, think({ game: "caro" })]) expect(await nets.need(request)).toBe(false);
  expect(fetches).not.toHaveBeenCalled();
});

test.each([
  ["fails", () => Promise.reject(new Error("no network")), ""],
  ["is refused by the server", () => Promise.resolve(new Response("", { status: 404 })), ""],
  ["takes too long", () => new Promise<Response>(() => undefined), ""],
  ["is refused by the engine, as without vector instructions", found, "nets are slow on this processor"],
])("a page whose net %s goes on without it", async (_, answer, refused) => {
  const { nets, fetches } = made(answer, refused);
  expect(await nets.need(think())).toBe(true);
  expect(nets.plain).toBe(true);
  expect(await nets.need(think())).toBe(false);
  expect(fetches).toHaveBeenCalledTimes(1);
  // A later worker of the page is told, and asks for nothing.
  const later = made(found);
  later.nets.plain = nets.plain;
  expect(await later.nets.need(think())).toBe(false);
  expect(later.fetches).not.toHaveBeenCalled();
});
