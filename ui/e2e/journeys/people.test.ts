// These simulated visits to the site connect several players through the server.
import { expect } from "@playwright/test";
import { fresh, type Person } from "./person";
import { page, table } from "./scene";
import { arrive, ask, giveUp, invite, matchOf, play, rematch, seated } from "./table";
import { desktopFirst, visit } from "./visit";
import { stateAt } from "./rules";

visit("one board, then online, then analysis, then back", "en", async (v) => {
  // The visit runs on a phone and on a desktop with the same lobby, so the player has a different
  // name on each device.
  const a = await v.person(v.phone ? "Lan" : "Liên");
  // First, two players play a game on one device.
  await a.open("/hotseat/chess", a.both("/hotseat/chess", fresh("chess")));
  for (const code of ["d2d4", "d7d5", "c2c4", "d5c4"]) await a.move(code, code === "c2c4" ? "drag" : "tap");
  await a.flip();
  await a.look(2);
  await a.look(4);
  await a.undo();
  await a.move("e7e6", "type");
  // Then two players play a game through the server.
  const b = await v.person("Minh", v.lang === "vi" ? "en" : "vi");
  const terms = { kind: "chess", side: "first", clock: "10+5" } as const;
  await arrive(a);
  await arrive(b);
  await ask(a, terms);
  await a.step("opens a challenge", async () => {
    await a.press(a.button("online.seek"));
    await expect(a.page.getByText(a.t("online.waiting"))).toBeVisible();
  });
  let id = "";
  await b.step("takes it", async () => {
    await b.press(b.page.locator("li", { hasText: a.who }).getByRole("button", { name: b.t("online.join") }));
    id = await matchOf(b);
    seated(id, terms, a, b);
  });
  const line = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "d2d4", "c7c6"];
  for (const [i, code] of line.entries())
    await play(i % 2 ? b : a, i % 2 ? [a] : [b], code, i === 2 ? "drag" : undefined);
  await a.look(4);
  await b.look(2);
  await a.look(8);
  await b.look(8, "buttons");
  await b.flip();
  await b.flip();
  await giveUp(b, [a]);
  // The analysis of the online game.
  await a.menu();
  await a.follow("analyses it", a.sheet.getByRole("link", { name: a.t("play.analyse"), exact: true }), {
    ...a.both(/^\/analysis\/chess/, fresh("chess", { codes: [...line] })),
    names: a.scene.names,
  });
  for (const ply of [6, 5, 4, 3]) await a.look(ply);
  await a.look(8, "buttons");
  await a.turn("sideways");
  await a.look(5);
  await a.turn("upright");
  await a.look(8, "buttons");
  await a.move("g1f3");
  await a.move("c8g4", "drag");
  // Return to the game on one device: it is unchanged.
  await a.open("/hotseat/chess", a.both("/hotseat/chess", fresh("chess", { codes: ["d2d4", "d7d5", "c2c4", "e7e6"] })));
  await a.move("b1c3");
  await a.move("d5c4", "drag");
  await a.look(3);
  await a.look(6, "buttons");
});

visit("a challenge by link, a reload, a lost network, a rematch and somebody who looks on", "vi", async (v) => {
  const a = await v.person("Lan");
  const b = await v.person("Minh", v.lang === "vi" ? "en" : "vi");
  await arrive(a);
  await arrive(b);
  const terms = { kind: "xiangqi", side: "second", clock: "10+5" } as const;
  const id = await invite(a, b, terms);
  await play(b, [a], "h2e2");
  await play(a, [b], "h9g7");
  await a.reload();
  const c = await v.person("Thu");
  await c.open(`/g/${id}`, table(`/g/${id}`, a.game, { mine: "none", names: a.scene.names, match: id }));
  await play(b, [a, c], "h0g2", "drag");
  await play(a, [b, c], "i9h9");
  await c.look(2);
  await c.look(4, "buttons");
  await c.flip();
  await b.reload();
  await play(b, [a, c], "e2e6");
  await a.look(3);
  await a.look(5);
  const lose = async () => {
    await b.context.setOffline(true);
    b.offline = true;
  };
  const regain = async () => {
    await b.context.setOffline(false);
    b.offline = false;
  };
  // One player goes offline; the opponent's moves arrive after the player has reconnected.
  await b.step("loses the network", lose);
  await a.step("plays a9a8 meanwhile", async () => {
    await a.make("a9a8", "tap");
    b.scene = { ...b.scene, game: { ...b.game, codes: [...b.game.codes] } };
    a.game.codes.push("a9a8");
  });
  await b.step("has the network again", async () => {
    await regain();
    b.scene = { ...b.scene, game: a.scene.game };
  });
  // The player goes offline again: the player's own move is stored and sent after reconnecting.
  await b.step("loses the network again", lose);
  await b.step("plays e6e5 without a network", async () => {
    await b.make("e6e5", "tap");
    b.scene = { ...b.scene, waiting: "e6e5" };
  });
  await c.look(2);
  await c.look(6, "buttons");
  await b.step("has the network again", async () => {
    await regain();
    b.scene = { ...b.scene, waiting: "" };
    a.game.codes.push("e6e5");
  });
  await play(a, [b, c], "a8a9");
  // The clock runs for some seconds.
  await b.step("thinks for some seconds", async () => {
    const clock = b.page.locator('.seat[data-side="first"] .clock');
    const from = await clock.textContent();
    await expect.poll(async () => secondsOf(from) - secondsOf(await clock.textContent())).toBeGreaterThanOrEqual(4);
  });
  await play(b, [a, c], "b0c2");
  await play(a, [b, c], "b9c7");
  await c.turn("sideways");
  await c.look(1);
  await c.turn("upright");
  await c.look(9);
  await a.step("asks for a takeback", () => a.press(a.button("online.takeback")));
  await b.step("allows it", async () => {
    await b.press(b.button("online.accept"));
    a.game.codes.pop();
    // The spectator was looking at a past position; because of the takeback, that position is now
    // the current one.
    c.scene = { ...c.scene, look: null };
  });
  await play(a, [b, c], "b9a7");
  await giveUp(b, [a, c]);
  await c.look(4);
  const next = await rematch(a, b, terms, id);
  await c.open(`/g/${next}`, table(`/g/${next}`, a.game, { mine: "none", names: a.scene.names, match: next }));
  await play(a, [b, c], "b2e2");
  await play(b, [a, c], "b9c7", "drag");
  await play(a, [b, c], "e2e6");
  await b.flip();
  await c.look(2);
  await a.reload();
});

const secondsOf = (clock: string | null): number =>
  (clock ?? "").split(":").reduce((sum, x) => sum * 60 + Number(x), 0);

visit(
  "jieqi online, with a takeback that cannot be",
  "en",
  async (v) => {
    const a = await v.person("Lan");
    const b = await v.person("Minh", v.lang === "vi" ? "en" : "vi");
    await arrive(a);
    await arrive(b);
    await b.open("/rules/jieqi", page("/rules/jieqi"));
    await b.open("/online", page("/online"));
    const terms = { kind: "jieqi", side: "first", clock: "10+5" } as const;
    const id = await invite(a, b, terms);
    const people = [a, b];
    /**
     * Returns a move of a face-down piece to an empty square. Such a move is legal whatever pieces
     * have been revealed.
     */
    const any = (i: number): string => {
      const p = people[i % 2] ?? a;
      const s = stateAt({ ...p.game, codes: p.seen, start: p.started, options: p.agreed, seed: 0 }, p.wish);
      const down = s.legal.filter((t) => /^x$/i.test(s.cells[t.from] ?? "") && !s.cells[t.to]);
      return (down[(i * 5) % Math.max(1, down.length)] ?? s.legal[0])?.code ?? "";
    };
    for (let i = 0; i < 8; i++) await play(people[i % 2] ?? a, [people[(i + 1) % 2] ?? b], any(i));
    // A revealed piece cannot be hidden again, so the takeback button is disabled.
    const asks = (p: Person) => expect(p.button("online.takeback")).toBeDisabled();
    await a.step("cannot take back", () => asks(a));
    await a.look(3);
    await b.look(5);
    await a.look(8);
    await b.look(8, "buttons");
    await b.reload();
    await a.turn("sideways");
    for (let i = 8; i < 12; i++) await play(people[i % 2] ?? a, [people[(i + 1) % 2] ?? b], any(i));
    await a.turn("upright");
    await b.step("cannot take back either", () => asks(b));
    await a.flip();
    await a.look(1);
    await a.look(12, "buttons");
    await a.flip();
    const c = await v.person("Thu");
    await c.open(`/g/${id}`, table(`/g/${id}`, a.game, { mine: "none", names: a.scene.names, match: id }));
    for (let i = 12; i < 16; i++) await play(people[i % 2] ?? a, [people[(i + 1) % 2] ?? b, c], any(i));
    await c.look(6);
    await c.look(16);
  },
  desktopFirst,
);
