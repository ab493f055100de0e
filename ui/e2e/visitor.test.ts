// Tests problems that a visitor found in the analysis, the review, the hints, the studies and the
// lab. Each problem was fixed, and these tests ensure that it does not return.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { deflateRawSync } from "node:zlib";
import { cell, click, moves, ready, reshelved, status, word } from "./play";

const record =
  "1. e4 {Best by test} e5 2. Nf3 (2. f4 exf4 {accepted}) Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";

async function imported(page: Page, text = record): Promise<void> {
  await page.goto("/import?kind=chess");
  await page.getByLabel(word("import.paste")).fill(text);
  await page.getByRole("button", { name: word("import.go"), exact: true }).click();
  await expect(page).toHaveURL(/analysis\/chess\?game=/);
  await ready(page);
}

const linkOf = (text: string) => `/analysis/chess#s1=${deflateRawSync(Buffer.from(text)).toString("base64url")}`;
const step = (page: Page, key: string) => page.locator(".steps").getByRole("button", { name: word(key), exact: true });
const past = (n: number, side: string) => word("play.past").replace("{n}", String(n)).replace("{side}", side);

for (const [device, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["phone held sideways", { width: 844, height: 390 }],
] as const)
  test(`a ${device} has buttons to step through an analysis`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await imported(page);
    await step(page, "play.prev").click();
    await expect(status(page)).toContainText(past(10, "Trắng"));
    await step(page, "play.first").click();
    await expect(status(page)).toContainText(word("play.past.start"));
    await step(page, "play.next").click();
    await expect(status(page)).toContainText(past(1, "Trắng"));
    await step(page, "play.next").click();
    await expect(status(page)).toContainText(past(1, "Đen"));
    await step(page, "play.last").click();
    await expect(page.locator(".status.past")).toHaveCount(0);
    for (const part of [".steps", ".moves ol"]) {
      const box = await page.locator(part).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThan(viewport.height - (device === "phone" ? 56 : 0));
      expect(box?.width, part).toBeGreaterThan(200);
    }
  });

test("an annotated list shows eight rows on a laptop, with the buttons below it", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await imported(page);
  await expect(page.locator(".lines li").first()).toBeVisible();
  const rows = await page.locator(".moves ol").evaluate((ol) => {
    const { top, bottom } = ol.getBoundingClientRect();
    const inside = (li: Element) => {
      const at = li.getBoundingClientRect();
      return at.top >= top - 1 && at.bottom <= bottom + 1;
    };
    return [...ol.children].filter(inside).length;
  });
  expect(rows).toBeGreaterThanOrEqual(7);
  const box = await page.locator(".actions").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
});

test("the engine's arrow is an outline, and a drawn one is not", async ({ page }) => {
  await imported(page);
  const engine = page.locator(".kb-over .kb-engine");
  await expect(engine).toHaveCount(2); // two paths: the line and its light border
  await page.locator(".notes summary").click();
  await page.getByRole("button", { name: word("draw.on") }).click();
  // While drawing is on, a button outside the board says so and turns drawing off.
  const sign = page.locator(".middle .drawmode");
  await expect(sign).toHaveText(`${word("draw.now")} · ${word("draw.done")}`);
  await cell(page, "e4").press("Enter");
  await cell(page, "e5").press("Enter");
  const drawn = page.locator(".kb-over .kb-main");
  await expect(drawn).toHaveCount(2); // two paths: the shaft and the head
  const widths = (l: typeof drawn) => l.last().evaluate((el) => getComputedStyle(el).strokeWidth);
  expect(await widths(drawn)).not.toBe(await widths(engine));
  await sign.click();
  await expect(sign).toHaveCount(0);
  await expect(page.getByRole("button", { name: word("draw.on") })).toHaveAttribute("aria-pressed", "false");
  // While the engine is off, no space is reserved for its lines.
  await page.getByRole("button", { name: word("analysis.off") }).click();
  await expect(page.locator(".lines")).toHaveCount(0);
});

test("a short link that was opened without network opens when the network is back", async ({ page, context }) => {
  await page.goto("/rules");
  const made = await page.request.post("/api/studies", {
    data: { game: "chess", study: deflateRawSync(Buffer.from("{}\ne2e4 e7e5")).toString("base64url") },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto("/analysis/chess");
  await ready(page);
  await page.route("**/api/studies/**", (route) => route.abort());
  await page.goto(`/analysis/chess?study=${id}`);
  await expect(page.getByRole("alert").filter({ hasText: word("linked.waiting") })).toBeVisible();
  await page.unroute("**/api/studies/**");
  await context.setOffline(true);
  await context.setOffline(false); // the browser fires the event "online"
  await moves(page, 2);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a changed study of a link is said to be kept, and can be dropped", async ({ page }) => {
  const link = linkOf("{}\ne2e4 e7e5");
  await page.goto(link);
  await moves(page, 2);
  const note = page.locator(".ask", { hasText: word("linked.kept") });
  await expect(note).toHaveCount(0);
  await click(page, "g1f3");
  await moves(page, 3);
  await expect(note).toBeVisible();
  await note.getByRole("button", { name: word("linked.drop") }).click();
  await moves(page, 2);
  await expect(note).toHaveCount(0);
  await page.goto("/games");
  await expect(page.locator("ul.list li")).toHaveCount(0);
});

test("shared studies are listed with how long they are kept, and deleted", async ({ page }) => {
  await page.goto("/rules");
  const made = await page.request.post("/api/studies", {
    data: { game: "chess", study: deflateRawSync(Buffer.from("{}\ne2e4 e7e5")).toString("base64url") },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto("/games");
  const list = page.getByRole("region", { name: word("games.shared") });
  const until = new Date(Date.now() + 90 * 86_400_000);
  await expect(list.getByRole("link")).toContainText(String(until.getFullYear()).slice(2));
  await list.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`study=${id}`));
  await moves(page, 2);
  await page.goto("/games");
  await list.getByRole("button").click();
  await list.getByRole("button", { name: word("games.shared.no") }).click();
  await list.getByRole("button").click();
  await list.getByRole("button", { name: word("games.shared.yes"), exact: true }).click();
  await expect(list).toHaveCount(0);
  expect((await page.request.get(`/api/studies/${id}`)).status()).toBe(404);
});

test("a lost game against the machine is reviewed with its names and times", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await reshelved(page, {
    kind: "xiangqi",
    moves: ["h2e2", "h9g7", "h0g2", "i9h9"],
    seats: { first: { kind: "human" }, second: { kind: "machine", level: 3 } },
    ended: { why: "resignation", winner: "second" },
    times: [0, 1200, 61_000, 900],
  });
  await page.goto("/game/shelved");
  const button = page.getByRole("button", { name: word("play.review"), exact: true });
  const box = await button.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844 - 56);
  await button.click();
  // The review of an imported game starts at once.
  const table = page.locator(".players tbody tr");
  await expect(table.nth(0)).toContainText(word("seat.you"));
  await expect(table.nth(0)).toContainText("1:01");
  await expect(table.nth(1)).toContainText(word("seat.machine").replace("{n}", "3"));
  await expect(table.nth(1)).toContainText("0:02");
  await expect(page.locator("[data-legend]")).toContainText(`✗ ${word("review.missed-win")}`);
  await page.goto("/games");
  await expect(page.locator("ul.list li").first()).toContainText(word("seat.machine").replace("{n}", "3"));
});

test("a game under way is reviewed at once from the menu", async ({ page }) => {
  await reshelved(page, { kind: "xiangqi", moves: ["h2e2", "h9g7"] });
  await page.goto("/game/shelved");
  await ready(page);
  await page.getByRole("button", { name: word("app.menu"), exact: true }).click();
  await page
    .locator("dialog")
    .getByRole("button", { name: word("play.analyse"), exact: true })
    .click();
  await expect(page.locator(".players tbody tr")).toHaveCount(2);
  // In Vietnamese the names of both sides begin with the same letter, so their
  // badges show the whole word.
  await expect(page.locator(".seat[data-side=first] .dot")).toHaveText("Đỏ");
  await expect(page.locator(".seat[data-side=second] .dot")).toHaveText("Đen");
});

test("moves of a game here have their times", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  for (const [n, code] of ["e2e4", "e7e5", "g1f3"].entries()) {
    await click(page, code);
    await moves(page, n + 1);
  }
  const times = await page.evaluate(() => {
    const [id] = JSON.parse(localStorage.getItem("kydai.games") ?? "[]") as string[];
    return (JSON.parse(localStorage.getItem(`kydai.game.${id}`) ?? "{}") as { times?: number[] }).times;
  });
  expect(times).toHaveLength(3);
  expect(times?.[0]).toBe(0);
  expect(times?.[1]).toBeGreaterThan(0);
});

test("a study counts the moves of its main line, whichever line was seen last", async ({ page }) => {
  await imported(page, "1. e4 e5 2. Nf3 (2. f4) Nc6 3. Bb5 a6");
  await page.locator(".moves").getByRole("button", { name: "f4", exact: true }).click();
  await expect(page.locator(".moves [aria-current]")).toHaveText("f4");
  await page.goto("/games");
  await expect(page.locator("ul.list li")).toContainText(word("games.moves").replace("{n}", "3"));
});

test("an occupied cell says that it is taken, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/play/caro");
  await ready(page);
  await click(page, "h8");
  await moves(page, 2);
  await cell(page, "h8").click({ force: true });
  await expect(page.locator(".note")).toBeVisible();
});

test("on a phone the editor says what is wrong where it is seen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/editor/xiangqi");
  await ready(page);
  await page.getByRole("button", { name: word("editor.clear") }).click();
  await expect(page.locator(".note")).toBeVisible();
  await expect(page.locator(".note")).toContainText(word("editor.bad").split("{")[0] ?? "");
});

test("results of the lab that were deleted can be had back, and a count can be stopped", async ({ page }) => {
  await page.goto("/rules");
  await page.evaluate(() => {
    const player = { algorithm: "greedy" };
    const row = {
      at: 1,
      kind: "chess",
      a: player,
      b: { algorithm: "random" },
      first: true,
      seed: 1,
      points: 1,
      plies: 9,
    };
    localStorage.setItem("kydai.lab", JSON.stringify([row, row]));
    localStorage.setItem("kydai.settings", JSON.stringify({ kind: "chess" }));
  });
  await page.goto("/lab");
  await page.getByRole("button", { name: new RegExp(word("lab.forget")) }).click();
  const gone = page.locator(".ask", { hasText: word("lab.forgotten").replace("{n}", "2") });
  await expect(gone).toBeVisible();
  await gone.getByRole("button", { name: word("games.restore") }).click();
  await expect(page.getByText(word("lab.stats.about").replace("{n}", "2"))).toBeVisible();
  // A lab match shows no win rates before its first game has ended.
  await page.getByRole("button", { name: `${word("lab.run")}: ${word("lab.nodes")}` }).click();
  await page.getByRole("button", { name: `${word("lab.stop")}: ${word("lab.nodes")}` }).click();
  await expect(page.getByRole("button", { name: `${word("lab.run")}: ${word("lab.nodes")}` })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("where and when a game of a record was played stands beside it, and games without moves are not listed", async ({
  page,
}) => {
  await page.goto("/import");
  await page
    .getByLabel(word("import.paste"))
    .fill('[Event "Giải Đại hội"]\n[Site "?"]\n[Date "1997.??.??"]\n[White "Lan"]\n[Black "?"]\n\n1. e4 e5 *');
  await page.getByRole("button", { name: word("import.go"), exact: true }).click();
  await ready(page);
  await expect(page.locator(".side.info .about")).toHaveText("Giải Đại hội · 1997");
  await page.goto("/hotseat/caro");
  await ready(page);
  await page.goto("/games");
  await expect(page.locator(".list > li")).toHaveCount(1);
});
