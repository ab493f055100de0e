// Checks that on every screen size the whole board and the buttons are visible, and that nothing is
// cut off.
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./test";
import { twoAccounts } from "./accounts";
import { click, fromMenu, kinds, long, moves, ready, reshelved, resign, status, wholeGames, word } from "./play";

const sizes = {
  "phone held sideways": { width: 844, height: 390 },
  "laptop at 200 %": { width: 640, height: 400 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  "small phone": { width: 320, height: 568 },
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the window that the navigation tabs do not cover. */
async function free(page: Page): Promise<Box> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const tabs = await page.locator(".tabs").boundingBox();
  if (!tabs) throw new Error("no tabs");
  const rail = tabs.height > tabs.width;
  if (rail) return { x: tabs.x + tabs.width, y: 0, width: width - tabs.x - tabs.width, height };
  return { x: 0, y: 0, width, height: tabs.y > height / 2 ? tabs.y : height };
}

function inside(what: Box, where: Box, name: string): void {
  expect.soft(what.x, `${name}: left`).toBeGreaterThanOrEqual(where.x - 0.5);
  expect.soft(what.y, `${name}: top`).toBeGreaterThanOrEqual(where.y - 0.5);
  expect.soft(what.x + what.width, `${name}: right`).toBeLessThanOrEqual(where.x + where.width + 0.5);
  expect.soft(what.y + what.height, `${name}: bottom`).toBeLessThanOrEqual(where.y + where.height + 0.5);
}

async function box(of: Locator): Promise<Box> {
  const b = await of.boundingBox();
  if (!b) throw new Error("it is not on the page");
  return b;
}

/** Checks that the whole board is in view, and takes more than half of the free space. */
async function boardInView(page: Page, name: string): Promise<void> {
  const where = await free(page);
  const board = await box(page.locator(".kb"));
  inside(board, where, `${name}: board`);
  expect.soft(Math.max(board.width / where.width, board.height / where.height), `${name}: share`).toBeGreaterThan(0.55);
  const { width } = page.viewportSize() ?? { width: 0 };
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
}

/** Checks that buttons are in view and do not overlap the board. */
async function buttonsInView(page: Page, buttons: Locator, name: string): Promise<void> {
  const where = await free(page);
  const board = await box(page.locator(".kb"));
  const all = await buttons.all();
  expect.soft(all.length, name).toBeGreaterThan(0);
  for (const b of all) {
    const at = await box(b);
    inside(at, where, `${name}: ${await b.innerText()}`);
    const apart =
      at.x >= board.x + board.width - 0.5 ||
      at.y >= board.y + board.height - 0.5 ||
      at.x + at.width <= board.x + 0.5 ||
      at.y + at.height <= board.y + 0.5;
    expect.soft(apart, `${name}: ${await b.innerText()} beside the board`).toBe(true);
  }
}

for (const [d, [device, viewport]] of Object.entries(sizes).entries()) {
  test.describe(device, () => {
    test.use({ viewport });

    for (const [k, kind] of kinds.entries()) {
      // In CI only one game per device is tested; the others run in the long test.
      const rest = long((d + k) % kinds.length !== 0);

      test(`${kind}: the board and the buttons are in view`, rest, async ({ page }) => {
        for (const place of ["play", "hotseat", "analysis"]) {
          await page.goto(`/${place}/${kind}`);
          await ready(page);
          await boardInView(page, place);
          await buttonsInView(page, page.locator(".actions .act"), place);
        }
      });

      test(`${kind} through the server: the board, the buttons and both clocks are in view`, rest, async ({ page }) => {
        const answer = await page.request.post("/api/matches", {
          data: { game: kind, seats: [{ kind: "human" }, { kind: "level", level: 1 }], clock: "10+5" },
        });
        const { id } = (await answer.json()) as { id: string };
        await page.goto(`/g/${id}`);
        await ready(page);
        await boardInView(page, kind);
        await buttonsInView(page, page.locator(".actions .act"), kind);
        const where = await free(page);
        for (const clock of await page.locator(".clock").all()) inside(await box(clock), where, `${kind}: clock`);
      });

      test(
        `editor and lessons of ${kind}: the board is in view, the rest can be scrolled to`,
        rest,
        async ({ page }) => {
          await page.goto(`/learn/${kind}`);
          await ready(page);
          await boardInView(page, `lesson of ${kind}`);
          await page.goto(`/editor/${kind}`);
          await ready(page);
          await boardInView(page, `editor of ${kind}`);
          const main = page.locator(".side.act .button.main");
          if (device === "tablet") inside(await box(main), await free(page), `editor of ${kind}: start`);
          await main.evaluate((el) => el.scrollIntoView({ block: "center" }));
          inside(await box(main), await free(page), `editor of ${kind}: start, scrolled to`);
          // Scrolling the column beside the board must not move the board.
          if (viewport.width > viewport.height)
            inside(await box(page.locator(".kb")), await free(page), `${kind}: stays`);
        },
      );
    }
  });
}

for (const path of ["/play", "/play?kind=chess"]) {
  test(`a new game at ${path}: the button that starts it is in view on every device`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator(".setup .step")).toHaveCount(2);
    const start = page.getByRole("button", { name: word("play.start") });
    for (const [device, viewport] of Object.entries({ ...sizes, laptop: { width: 1280, height: 800 } })) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => scrollTo(0, 0));
      inside(await box(start), await free(page), `${path} on a ${device}`);
    }
  });
}

test("a first visit in Vietnamese is offered xiangqi, and a small board of each game", async ({ page }) => {
  for (const [path, boards] of [
    ["/", ".kinds a"],
    ["/play", ".boards .chip span"],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    if (path === "/") await expect(page.locator(".table")).toHaveAttribute("data-kind", "xiangqi");
    else await expect(page.getByRole("radio", { name: word("game.xiangqi"), exact: true })).toBeChecked();
    const pictures = await page
      .locator(boards)
      .evaluateAll((all) => all.map((el) => getComputedStyle(el, "::before").backgroundImage));
    expect(pictures).toHaveLength(kinds.length);
    expect(new Set(pictures).size).toBe(kinds.length);
  }
});

/**
 * Lists labels of links, buttons and choices that touch or cross the edge of their element or of
 * the window.
 */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const el of document.querySelectorAll<HTMLElement>(
      "button, a.button, .tabs a, .kinds a, .chip span, .level span",
    )) {
      // On a phone a row of links to games may be wider than the screen, because it can be
      // scrolled.
      if (el.matches(".kinds a")) el.scrollIntoView({ block: "nearest", inline: "nearest" });
      const outer = el.getBoundingClientRect();
      if (outer.width === 0 || el.closest(".kb, .moves ol, .unseen") || !el.innerText.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(el);
      const inner = range.getBoundingClientRect();
      const room = Math.min(inner.left - outer.left, outer.right - inner.right, inner.left, innerWidth - inner.right);
      if (room < (el.matches(".act") ? 3 : 1) || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1)
        found.push(`${el.innerText.trim()} (${Math.round(room)})`);
    }
    return found;
  });

const everywhere = [
  "/",
  ...kinds.flatMap((k) => [`/play/${k}`, `/hotseat/${k}`, `/analysis/${k}`, `/editor/${k}`, `/learn/${k}`]),
  "/play",
  ...kinds.flatMap((k) => [`/play?kind=${k}`, `/rules/${k}`]),
  "/games",
  "/import",
  "/learn",
  "/lab",
  "/online",
  "/events",
  "/fair",
  "/settings",
  "/tour",
  "/watch",
  "/ranking",
  "/account",
  "/print",
  "/no/such/page",
];

/**
 * The tested pages: the pages of all games have the same layouts, so only one game's pages are
 * included.
 */
const forms = everywhere.filter((path) => !kinds.slice(1).some((k) => path.includes(k)));

// Vietnamese has the longest words on the most visited pages. For the other languages, one
// page of each layout is enough for every change; the rest runs in the long test.
for (const { locale, paths, rare } of [
  { locale: "vi-VN", paths: everywhere, rare: false },
  { locale: "en-GB", paths: forms, rare: false },
  { locale: "en-GB", paths: everywhere, rare: true },
  { locale: "zh-CN", paths: forms, rare: false },
  { locale: "zh-CN", paths: everywhere, rare: true },
  { locale: "zh-TW", paths: everywhere, rare: true },
]) {
  test.describe(`${locale}, ${paths.length} pages`, long(rare), () => {
    test.use({ locale });
    test("nothing is cut and nothing overflows at 320 px", async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width: 320, height: 568 });
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator("h1")).toBeAttached();
        await page.waitForLoadState("networkidle");
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
        expect.soft(await cut(page), path).toEqual([]);
      }
    });

    test("labels keep off the edges of their buttons at 1280 px", async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const path of ["/play/chess", "/analysis/chess", "/online", "/play"]) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        if (path === "/play/chess") {
          await page.getByRole("button", { name: /^(Gợi ý|Hint|提示)$/ }).click();
          await expect(page.locator(".hint")).toBeVisible();
        }
        expect.soft(await cut(page), path).toEqual([]);
      }
    });
  });
}

const upright = { width: 390, height: 844 };
const sideways = { width: 844, height: 390 };

test.describe("a phone that is turned", () => {
  test.use({ viewport: upright, hasTouch: true, isMobile: true });
  const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
  /** Scrolls, and waits until the page is drawn. */
  const scroll = (page: Page, y: number) =>
    page.evaluate(
      (to) =>
        new Promise<void>((done) => {
          scrollTo(0, to);
          requestAnimationFrame(() => requestAnimationFrame(() => done()));
        }),
      y,
    );

  /**
   * Waits until a board is ready and the code that keeps boards in view is loaded, which happens
   * one second after the page.
   */
  const settled = async (page: Page) => {
    await ready(page);
    await page.waitForTimeout(1500);
  };

  test("keeps the board where it was", async ({ page }) => {
    for (const kind of kinds) {
      await page.goto(`/play/${kind}`);
      await settled(page);
      for (const y of [0, 40, 110]) {
        await page.setViewportSize(upright);
        await scroll(page, y);
        const before = await box(page.locator(".kb"));
        for (let i = 0; i < 2; i++) {
          await page.setViewportSize(sideways);
          await expect.poll(async () => (await box(page.locator(".kb"))).height).toBeLessThan(390);
          await page.waitForTimeout(300);
          await boardInView(page, `${kind}, ${y} px down, sideways`);
          expect.soft(await scrolled(page), `${kind}, sideways`).toBe(y);
          await page.setViewportSize(upright);
          await page.waitForTimeout(300);
          expect.soft(await box(page.locator(".kb")), `${kind}, ${y} px down, upright`).toEqual(before);
        }
      }
    }
  });

  test("shows the board again that was in view beside a scrolled column", async ({ page }) => {
    for (const kind of kinds) {
      await page.setViewportSize(sideways);
      await page.goto(`/play/${kind}`);
      await settled(page);
      await scroll(page, 2000);
      await boardInView(page, `${kind}, sideways`);
      await page.setViewportSize(upright);
      await page.waitForTimeout(300);
      await boardInView(page, `${kind}, upright`);
    }
  });

  test("does not move under a finger", async ({ page }) => {
    await page.clock.install();
    await page.goto(`/play/${kinds[0]}`);
    await settled(page);
    const corner = page.getByRole("gridcell").first();
    const before = await corner.getAttribute("aria-label");
    await scroll(page, 300);
    // The clock of the page stands still, so that the finger certainly comes before the timers of the
    // turned page.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.setViewportSize(sideways);
    await expect.poll(() => scrolled(page)).toBe(300);
    const flip = page.getByRole("button", { name: word("play.flip"), exact: true });
    await flip.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await box(flip);
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await page.clock.runFor(300);
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.clock.resume();
    expect(await box(flip)).toEqual({ x, y, width, height });
    await expect(corner).not.toHaveAttribute("aria-label", before ?? "");
  });

  test("leaves what is read below the board in its place", async ({ page }) => {
    await page.goto(`/play/${kinds[0]}`);
    await settled(page);
    await scroll(page, 2000);
    const end = await scrolled(page);
    await page.setViewportSize(sideways);
    await page.waitForTimeout(300);
    await page.setViewportSize(upright);
    await page.waitForTimeout(300);
    expect(await scrolled(page)).toBeGreaterThan(end - 400);
  });
});

const ends = {
  phone: upright,
  "small phone": { width: 360, height: 740 },
  sideways,
  desktop: { width: 1280, height: 800 },
};
for (const [d, [device, viewport]] of Object.entries(ends).entries()) {
  test.describe(device, () => {
    test.use({ viewport });

    for (const [k, { kind, codes, seed }] of wholeGames.entries()) {
      // Every run tests hints on the first and third device, and results on the second and fourth,
      // with one game for each device. The other combinations run in the long test.
      const rest = (half: number) => long((d + k) % kinds.length !== 0 || d % 2 !== half);

      test(`${kind}: a hint leaves the moves, the buttons and the board in view`, rest(0), async ({ page }) => {
        await reshelved(page, { kind, seed: seed ?? 1, moves: codes.slice(0, 2) });
        await page.goto(`/hotseat/${kind}`);
        await ready(page);
        await moves(page, 2);
        const before = await box(page.locator(".kb"));
        for (const key of ["play.hint", "hint.more"]) {
          await page.getByRole("button", { name: word(key), exact: true }).click();
          await expect(page.locator(".hint")).toBeVisible();
          const where = await free(page);
          inside(await box(page.locator(".hint")), where, `${kind}: hint`);
          inside(await box(page.locator(".moves ol")), where, `${kind}: moves`);
          await buttonsInView(page, page.locator(".actions .act"), kind);
          expect.soft(await box(page.locator(".kb")), `${kind}: board`).toEqual(before);
        }
      });

      test(`${kind}: the result and the rematch are in view at the end`, rest(1), async ({ page }) => {
        await reshelved(page, { kind, seed: seed ?? 1, moves: codes.slice(0, -1) });
        await page.goto(`/hotseat/${kind}`);
        await ready(page);
        await moves(page, codes.length - 1);
        await click(page, codes.at(-1) ?? "");
        await expect(status(page)).toHaveClass(/end/);
        const where = await free(page);
        inside(await box(status(page)), where, `${kind}: result`);
        await buttonsInView(page, page.getByRole("button", { name: word("play.again"), exact: true }), kind);
        await boardInView(page, kind);
        const answer = await page.request.post("/api/matches", {
          data: { game: kind, seats: [{ kind: "human" }, { kind: "level", level: 1 }], clock: "10+5" },
        });
        const { id } = (await answer.json()) as { id: string };
        await page.goto(`/g/${id}`);
        await ready(page);
        await fromMenu(page, word("online.abort"));
        await expect(status(page)).toHaveClass(/end/);
        inside(await box(status(page)), where, `${kind} through the server: result`);
        await buttonsInView(page, page.getByRole("button", { name: word("online.rematch"), exact: true }), kind);
      });
    }
  });
}

for (const [width, height] of [
  [320, 568],
  [360, 640],
] as const) {
  test(`whose turn it is and how the game ended is seen at ${width}x${height}`, long(width > 320), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/play/xiangqi");
    await ready(page);
    const above = async (what: string) => {
      const [own, tabs] = await Promise.all(
        [page.locator(what).first(), page.locator(".tabs")].map((l) => l.boundingBox()),
      );
      expect(own!.y + own!.height, what).toBeLessThanOrEqual(tabs!.y + 0.5);
    };
    await above(".status");
    await above(".actions");
    await click(page, "h2e2");
    await moves(page, 2);
    await above(".status");
    await resign(page);
    await expect(page.locator(".status.end")).toContainText("Bạn đã xin thua");
    await above(".status.end");
    await above(".actions");
  });
}

test("both names are seen in a game of two on a low screen, and the next steps after it on a small phone", async ({
  browser,
}) => {
  const two = await twoAccounts(browser, { viewport: { width: 640, height: 400 } });
  const [page, rival] = two.pages;
  const post = async (by: Page, path: string, data: unknown): Promise<string> => {
    const made = await by.request.post(`/api${path}`, { data });
    expect(made.ok(), await made.text()).toBe(true);
    return ((await made.json()) as { id: string }).id;
  };
  const terms = { game: "xiangqi", side: "first", to: two.ids[1], clock: "10+5", rated: true, takebacks: 0 };
  const id = await post(rival, `/offers/${await post(page, "/offers", terms)}/accept`, {});
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/g/${id}`);
  await ready(page);
  await expect(page.locator(".firstmove")).toBeVisible();
  const left = async (what: string) => (await box(page.locator(`.seat:has(.mark) ${what}`))).x;
  expect(await left(".mark"), "beside the countdown").toBe(await left(".who b"));
  for (const [ply, code] of ["h2e2", "h9g7", "h0g2", "i9h9"].entries())
    await post(ply % 2 ? rival : page, `/matches/${id}/moves`, { ply, code });
  await moves(page, 4);
  for (const size of [
    { width: 640, height: 400 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    for (const seat of await page.locator(".seat").all())
      inside(await box(seat), await free(page), `seat at ${size.width} px`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await post(rival, `/matches/${id}/acts`, { kind: "resign" });
  await expect(page.locator(".side.act > :is(.changes, .fine)")).toBeVisible();
  for (const key of ["online.rematch", "online.next"])
    await buttonsInView(page, page.getByRole("button", { name: word(key), exact: true }), key);
  // The player's list of games shows a picture of the last position of the game.
  await page.goto("/games");
  const picture = page.locator(`a[href="/g/${id}"] img`);
  await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0)).toBe(true);
  await two.end();
});

test("a message covers no button of the table", async ({ page }) => {
  for (const size of [
    { width: 360, height: 740 },
    { width: 640, height: 400 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/play/xiangqi");
    await ready(page);
    await page.getByRole("button", { name: word("play.undo"), exact: true }).click({ force: true });
    const note = page.locator(".note");
    await expect(note).toHaveText(word("error.nothing-to-undo"));
    const at = await box(note);
    for (const button of await page.locator(".actions .act, .tabs a").all()) {
      const b = await box(button);
      const apart =
        b.x >= at.x + at.width || b.y >= at.y + at.height || b.x + b.width <= at.x || b.y + b.height <= at.y;
      expect.soft(apart, `${size.width} px: ${await button.innerText()}`).toBe(true);
    }
    // Elements under the notification can still be pressed.
    const under = ([x, y]: [number, number]) => document.elementFromPoint(x, y)?.closest(".note") === null;
    expect(await page.evaluate(under, [at.x + at.width / 2, at.y + at.height / 2] as [number, number])).toBe(true);
  }
});
