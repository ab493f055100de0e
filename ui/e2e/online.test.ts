// Tests a game of two browsers through the server.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, click, fromMenu, invited, join, kinds, long, moves, ready, status, word } from "./play";
import { tick } from "./tick";

test("two people play, with a reload and a cut between", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await tick(a.getByRole("radio", { name: "Trắng" }));
  await a.getByRole("button", { name: "Tìm đối thủ" }).click();
  await expect(a.getByText("Đang chờ đối thủ…")).toBeVisible();
  await b.goto("/online");
  await join(b, a);
  await expect(b).toHaveURL(/\/g\//);
  await expect(a).toHaveURL(/\/g\//);
  await Promise.all([ready(a), ready(b)]);
  await click(a, "f2f3");
  await moves(b, 1);
  await click(b, "e7e5");
  await moves(a, 2);
  await a.reload();
  await ready(a);
  await moves(a, 2);
  await two.setOffline(true);
  await click(a, "g2g4");
  await moves(a, 3);
  await two.setOffline(false);
  await moves(b, 3);
  await click(b, "d8h4");
  await expect(status(a)).toContainText("Bạn thua.");
  await expect(status(b)).toContainText("Bạn thắng!");
  await a.getByRole("button", { name: "Đấu lại" }).click();
  const old = b.url();
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await expect(b).not.toHaveURL(old);
  await expect(a).toHaveURL(b.url());
  await one.close();
  await two.close();
});

test("a move made before its turn is played when the turn comes", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(b, "e7e5");
  await click(b, "b8c6");
  await moves(b, 0);
  await click(a, "e2e4");
  await moves(a, 2);
  await click(a, "g1f3");
  await moves(a, 4);
  await expect(a.locator(".moves li button")).toHaveText(["e4", "e5", "Nf3", "Nc6"]);
  // Escape cancels the premove.
  await click(b, "g8f6");
  await b.keyboard.press("Escape");
  await click(a, "f1b5");
  await moves(b, 5);
  await expect(status(b)).toHaveText("Đến lượt bạn");
  await moves(a, 5);
  await end();
});

test("a challenge by link, a takeback, a draw", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext({ locale: "en-GB" })]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await tick(a.getByRole("radio", { name: "Caro" }));
  await tick(a.getByRole("radio", { name: /^X/ }));
  await a.getByRole("button", { name: "Mời bạn bằng link" }).click();
  const link = await a.getByLabel("Gửi link này cho bạn bè:").inputValue();
  await b.goto(link);
  await b.getByRole("button", { name: "Accept" }).click();
  await ready(b);
  await ready(a);
  await click(a, "h8");
  await moves(b, 1);
  await a.getByRole("button", { name: "Xin đi lại" }).click();
  await b.getByRole("button", { name: "Accept" }).click();
  await moves(a, 0);
  await click(a, "h9");
  await moves(b, 1);
  await click(b, "a1");
  await moves(a, 2);
  await b.getByRole("button", { name: "Offer draw" }).click();
  await a.getByRole("button", { name: "Đồng ý" }).click();
  await expect(status(b)).toContainText("Draw: by agreement");
  await one.close();
  await two.close();
});

test("one piece is moved twice ahead", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(b, "b8c6");
  // The next premove starts from the target square of the first one. Retry until the rules
  // have answered.
  await expect(async () => {
    await cell(b, "c6").click({ force: true });
    await expect(cell(b, "c6")).toHaveAttribute("aria-selected", "true", { timeout: 500 });
  }).toPass();
  await cell(b, "d4").click({ force: true });
  await expect(status(b)).toContainText("Đã đặt trước 2 nước.");
  await click(a, "e2e4");
  await moves(a, 2);
  await click(a, "g1f3");
  await moves(a, 4);
  await expect(a.locator(".moves li button")).toHaveText(["e4", "Nc6", "Nf3", "Nd4"]);
  await end();
});

test("who has left the lobby is called when his offer is accepted", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await a.getByRole("link", { name: "Học", exact: true }).click();
  await expect(a).toHaveURL(/\/learn/);
  // Wait until the new page shows its link to the game. Until then, the old page is still
  // subscribed to the lobby and would open the match automatically.
  await expect(a.locator(".summons")).toBeVisible();
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await a.getByRole("link", { name: "Đối thủ đã vào bàn. Vào ván đấu" }).click();
  await ready(a);
  await expect(b).toHaveURL(a.url());
  await expect(a.locator(".summons")).toBeHidden();
  await click(a, "e2e4");
  await moves(b, 1);
  await end();
});

for (const [locale, you] of [
  ["vi-VN", "(bạn)"],
  ["en-GB", "(you)"],
] as const) {
  test(`one's own seat says ${you}`, long(locale !== "vi-VN"), async ({ browser }) => {
    const { a, b, end } = await invited(browser);
    await b.getByRole("button", { name: word("online.accept") }).click();
    await Promise.all([ready(a), ready(b)]);
    const address = a.url();
    const player = await (
      await browser.newContext({ locale, storageState: await a.context().storageState() })
    ).newPage();
    const stranger = await (await browser.newContext({ locale })).newPage();
    for (const page of [player, stranger]) {
      await page.goto(address);
      await ready(page);
    }
    await expect(player.locator(".seat[data-side=first] .who")).toContainText(you);
    await expect(player.locator(".seat[data-side=second] .who")).not.toContainText(you);
    await expect(stranger.locator(".seat .who").filter({ hasText: you })).toHaveCount(0);
    await Promise.all([player.context().close(), stranger.context().close()]);
    await end();
  });
}

/** Collects the requests of a page that the server has refused. */
function refused(page: Page): string[] {
  const list: string[] = [];
  page.on("response", (r) => {
    if (r.status() >= 400) list.push(`${r.status()} ${r.request().method()} ${new URL(r.url()).pathname}`);
  });
  return list;
}

for (const [i, kind] of kinds.entries()) {
  test(`${kind}: no request fails from the invitation to the rematch`, long(i % 2 === 1), async ({ browser }) => {
    const { a, b, end } = await invited(browser, kind);
    const wrong = [refused(a), refused(b)];
    await b.getByRole("button", { name: word("online.accept") }).click();
    await Promise.all([ready(a), ready(b)]);
    await fromMenu(a, word("online.abort"));
    await expect(status(b)).toHaveClass(/end/);
    await a.getByRole("button", { name: word("online.rematch"), exact: true }).click();
    const old = b.url();
    await b.getByRole("button", { name: word("online.accept") }).click();
    for (const page of [a, b]) {
      await expect(page).not.toHaveURL(old);
      await expect(page.locator(".moves li.none")).toBeVisible();
    }
    await b.goto("/online");
    await tick(b.getByRole("radio", { name: word(`game.${kind}`), exact: true }));
    await fromMenu(a, word("online.abort"));
    await a.goto("/online");
    await b.getByRole("button", { name: word("online.seek") }).click();
    await join(a, b);
    await Promise.all([ready(a), ready(b)]);
    expect(wrong).toEqual([[], []]);
    await end();
  });
}

test("who is in a game is led back to it before another one begins", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const game = b.url();
  const third = await (await browser.newContext()).newPage();
  const made = await third.request.post("/api/offers", { data: { game: "chess", clock: "10+5" } });
  const { id } = (await made.json()) as { id: string };
  const asked = b.getByRole("alertdialog");
  await b.goto(`/c/${id}`);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await expect(asked).toContainText(word("online.busy"));
  await asked.getByRole("link", { name: word("online.left") }).click();
  await expect(b).toHaveURL(game);
  await ready(b);
  // A player who is already in a game may accept another game and play both.
  await b.goto(`/c/${id}`);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await asked.getByRole("button", { name: word("online.busy.both") }).click();
  await expect(b).toHaveURL(/\/g\//);
  expect(b.url()).not.toBe(game);
  await third.context().close();
  await end();
});

test("a game without a clock keeps nobody from another one, and the lobby asks too", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  const offer = async (clock: string, open = false) => {
    const made = await a.request.post("/api/offers", { data: { game: "chess", clock, open } });
    return ((await made.json()) as { id: string }).id;
  };
  await a.goto("/online");
  for (const clock of ["none", "10+5"]) {
    await b.goto(`/c/${await offer(clock)}`);
    await b.getByRole("button", { name: word("online.accept") }).click();
    await expect(b).toHaveURL(/\/g\//);
    await ready(b);
  }
  const name = "Người thứ ba";
  await a.request.patch("/api/me", { data: { name } });
  await offer("5+0", true);
  await b.goto("/online");
  await b
    .getByRole("listitem")
    .filter({ hasText: name })
    .getByRole("button", { name: word("online.join") })
    .click();
  await expect(b.getByRole("alertdialog")).toContainText(word("online.busy"));
  await Promise.all([one.close(), two.close()]);
});

test("who looks on without a touch hears nothing, and is warned of nothing", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const c = await (await browser.newContext()).newPage();
  await c.addInitScript(() => {
    const made = { n: 0 };
    Object.assign(globalThis, { made });
    // The browser counts every action of a test as user activation. So report user activation only
    // after a pointer event.
    let hasBeenActive = false;
    addEventListener("pointerdown", () => (hasBeenActive = true), true);
    Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive }) });
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super();
        made.n++;
      }
    };
  });
  const contexts = () => c.evaluate(() => (globalThis as unknown as { made: { n: number } }).made.n);
  await c.goto(a.url());
  await ready(c);
  await click(a, "e2e4");
  await moves(c, 1);
  expect(await contexts()).toBe(0);
  await c.locator("h1").click();
  await click(b, "e7e5");
  await moves(c, 2);
  await expect.poll(contexts).toBe(1);
  await c.context().close();
  await end();
});
