// Tests the lab: node counts, a drawn tree, and a match with its cross table.
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./test";
import { tick } from "./tick";

const section = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const numbers = async (cells: Locator): Promise<number[]> =>
  (await cells.allTextContents()).map((text) => Number(/\d[\d.]*/.exec(text)?.[0].replaceAll(".", "")));

test("counts show what cutting saves", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ tướng" }));
  const counts = section(page, "Số nút");
  await counts.getByRole("button", { name: "Chạy" }).click();
  const rows = counts.locator("tbody tr");
  await expect(rows.nth(2)).toBeVisible({ timeout: 45_000 });
  // The start position has 44 moves; at depth 3 the plain search visits all 44, 1,920 and 79,666
  // positions.
  expect(await numbers(rows.nth(0).locator("td"))).toEqual([44, 44, 44]);
  const [plain = 0, cut = 0, ordered = 0] = await numbers(rows.nth(2).locator("td"));
  expect(plain).toBe(44 + 1920 + 79_666);
  expect(cut).toBeLessThan(plain / 4);
  expect(ordered).toBeLessThan(plain / 4);
  await expect(rows.nth(2).locator("td").nth(1)).toContainText("cắt");
  const file = page.waitForEvent("download");
  await counts.getByRole("button", { name: "Tải CSV" }).click();
  expect((await file).suggestedFilename()).toBe("kydai-nodes-xiangqi.csv");
});

test("a tree is drawn with its cut branches", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ vua" }));
  const tree = section(page, "Cây tìm kiếm");
  await tree.getByRole("button", { name: "Chạy" }).click();
  const picture = tree.getByRole("img", { name: /^Cây tìm kiếm/ });
  await expect(picture).toBeVisible();
  expect(await picture.locator("path.best").count()).toBeGreaterThan(0);
  expect(await picture.locator("path.cut").count()).toBeGreaterThan(0);
  const withCuts = await picture.locator("path:not(.cut)").count();
  // Without pruning the whole tree is searched: 3 + 9 + 27 branches, none of them dashed.
  await tree.getByLabel("Thuật toán").selectOption("minimax");
  await tree.getByRole("button", { name: "Chạy" }).click();
  await expect(picture.locator("path")).toHaveCount(39);
  await expect(picture.locator("path.cut")).toHaveCount(0);
  expect(withCuts).toBeLessThan(39);
});

test("the first tree fits a laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ vua" }));
  const tree = section(page, "Cây tìm kiếm");
  await tree.getByRole("button", { name: "Chạy" }).click();
  await expect(tree.getByRole("img", { name: /^Cây tìm kiếm/ })).toBeVisible();
  expect(await tree.locator(".scroll").evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
});

test("two algorithms meet, and the cross table adds up", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Caro" }));
  const match = section(page, "Đấu");
  await match.getByLabel("Thuật toán A").selectOption("ordered");
  await match.getByLabel("Thuật toán B").selectOption("random");
  await match.getByLabel("Độ sâu A").fill("1");
  await match.getByLabel("Số ván").fill("4");
  await match.getByRole("button", { name: "Chạy" }).click();
  // A choice made during a match applies to the next match.
  await match.getByLabel("Thuật toán B").selectOption("mcts");
  await expect(match.getByRole("button", { name: "Chạy" })).toBeVisible({ timeout: 45_000 });
  const [a, b] = [match.locator("tbody tr").nth(0), match.locator("tbody tr").nth(1)];
  await expect(a.getByRole("rowheader")).toHaveText("Alpha-beta, nước hay trước, độ sâu 1");
  await expect(b.getByRole("rowheader")).toHaveText("Ngẫu nhiên");
  const [wins = -1, draws = -1, losses = -1] = await numbers(a.locator("td"));
  expect(wins + draws + losses).toBe(4);
  expect(wins).toBeGreaterThan(losses);
  expect((await numbers(b.locator("td"))).slice(0, 3)).toEqual([losses, draws, wins]);
  await expect(match.getByRole("img", { name: `A thắng ${wins}, hòa ${draws}, thua ${losses}.` })).toBeAttached();
});

test("win rates are kept over visits, by opponent, and as a file", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Caro" }));
  const match = section(page, "Đấu");
  await match.getByLabel("Thuật toán A").selectOption("ordered");
  await match.getByLabel("Thuật toán B").selectOption("random");
  await match.getByLabel("Số ván").fill("2");
  for (const depth of ["1", "2"]) {
    await match.getByLabel("Độ sâu A").fill(depth);
    await match.getByRole("button", { name: "Chạy" }).click();
    await expect(match.getByRole("button", { name: "Chạy" })).toBeVisible({ timeout: 45_000 });
  }
  await page.reload();
  await tick(page.getByRole("radio", { name: "Caro" }));
  const stats = section(page, "Tỉ lệ thắng");
  await expect(stats).toContainText("4 ván");
  const rates = stats.locator("table").first();
  await expect(rates.locator("tbody tr")).toHaveCount(3);
  // With three players there is also a cross table. It shows two games for each pair of players
  // that met.
  await expect(
    stats
      .getByRole("table", { name: /^Bảng chéo/ })
      .locator("tbody tr")
      .last(),
  ).toContainText(/(\/ 2.*){2}/);
  await stats.getByLabel("Đối thủ").selectOption("random");
  await expect(rates.locator("tbody tr")).toHaveCount(2);
  await expect(stats.getByRole("img", { name: /Alpha-beta.*1: .*2: / })).toBeVisible();
  const file = page.waitForEvent("download");
  await stats.getByRole("button", { name: "Tải CSV" }).click();
  expect((await file).suggestedFilename()).toBe("kydai-lab-caro.csv");
  await stats.getByRole("button", { name: "Xóa kết quả" }).click();
  await expect(stats).toHaveCount(0);
});

test("a match can be stopped, and another one begun", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ úp" }));
  const match = section(page, "Đấu");
  await match.getByLabel("Số ván").fill("200");
  await match.getByRole("button", { name: "Chạy" }).click();
  await match.getByRole("button", { name: "Dừng" }).click();
  await expect(match.getByRole("button", { name: "Chạy" })).toBeVisible();
  await expect(match.getByRole("alert")).toHaveCount(0);
  await match.getByLabel("Thuật toán A").selectOption("random");
  await match.getByLabel("Thuật toán B").selectOption("random");
  await match.getByLabel("Số ván").fill("1");
  await match.getByRole("button", { name: "Chạy" }).click();
  await expect(match.locator("figcaption")).toContainText(/A được (0|50|100) %/, { timeout: 45_000 });
});

test("an experiment neither waits for another one nor outlives the choice of its game", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ vua" }));
  const counts = section(page, "Số nút");
  await counts.getByLabel("Đến độ sâu").fill("9");
  await counts.getByLabel("Tối đa (triệu nút)").fill("100000");
  await counts.getByRole("button", { name: "Chạy" }).click();
  await expect(counts.locator("tbody tr").nth(2)).toBeVisible({ timeout: 45_000 });
  // The tree is drawn although the nodes are still being counted.
  const tree = section(page, "Cây tìm kiếm");
  await tree.getByRole("button", { name: "Chạy" }).click();
  await expect(tree.getByRole("img", { name: /^Cây tìm kiếm/ })).toBeVisible({ timeout: 45_000 });
  await expect(counts.getByRole("button", { name: "Dừng" })).toBeVisible();
  const working = page.workers().length;
  await tick(page.getByRole("radio", { name: "Caro" }));
  await expect(counts.getByRole("button", { name: "Chạy" })).toBeVisible();
  await expect.poll(() => page.workers().length).toBeLessThan(working);
});

for (const name of ["Cây tìm kiếm", "Các nước được xét"]) {
  test(`the button of "${name}" stops its search`, async ({ page }) => {
    await page.goto("/lab");
    await tick(page.getByRole("radio", { name: "Cờ vua" }));
    // While the algorithms are loading, the experiment is running too.
    await page.route("**/lab*.wasm", () => undefined);
    const part = section(page, name);
    await part.getByRole("button", { name: "Chạy" }).click();
    await expect(part.getByRole("button", { name: "Dừng" })).toHaveAttribute("aria-busy", "true");
    await part.getByRole("button", { name: "Dừng" }).click();
    await expect(part.getByRole("button", { name: "Chạy" })).toBeVisible();
    await expect(part.getByRole("alert")).toHaveCount(0);
  });
}

test("the defaults of a game with face-down pieces give a tree and node counts", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ úp" }));
  const tree = section(page, "Cây tìm kiếm");
  await expect(tree.getByLabel("Độ sâu")).toHaveValue("2");
  await tree.getByRole("button", { name: "Chạy" }).click();
  await expect(tree.getByRole("img", { name: /^Cây tìm kiếm/ })).toBeVisible({ timeout: 45_000 });
  const counts = section(page, "Số nút");
  await expect(counts.getByLabel("Đến độ sâu")).toHaveValue("2");
  await counts.getByRole("button", { name: "Chạy" }).click();
  await expect(counts.locator("tbody tr")).toHaveCount(2, { timeout: 60_000 });
});

test("candidates of xiangqi are listed as codes and in the user's notation", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ tướng" }));
  const part = section(page, "Các nước được xét");
  await expect(part.getByLabel("Các nước đã đi")).toHaveAttribute(
    "placeholder",
    /^Ví dụ [a-i]\d[a-i]\d [a-i]\d[a-i]\d$/,
  );
  await part.getByRole("button", { name: "Chạy" }).click();
  await expect(part.locator("li").first()).toHaveText(/^[a-i]\d[a-i]\d [+-]?\d+,\d\d \S+/);
  // The board shows the letters of the codes.
  await expect(part.locator(".kb-label").filter({ hasText: /^i$/ }).first()).toBeVisible();
});

test("the coordinates of caro keep their colour when the styles for printing are loaded", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Caro" }));
  const part = section(page, "Các nước được xét");
  await part.getByRole("button", { name: "Chạy" }).click();
  await expect(page.locator('link[href*="/print"]')).toBeAttached({ timeout: 20_000 });
  const [label, ink] = await part.locator(".candidates").evaluate((el) => {
    const style = getComputedStyle(el);
    return ["--kb-label", "--ink-2"].map((name) => style.getPropertyValue(name));
  });
  expect(label).toBe(ink);
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  test(`every branch of a wide tree can be reached at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/lab");
    await tick(page.getByRole("radio", { name: "Cờ vua" }));
    const tree = section(page, "Cây tìm kiếm");
    await tree.getByLabel("Thuật toán").selectOption("minimax");
    await tree.getByRole("button", { name: "Chạy" }).click();
    const picture = tree.getByRole("img", { name: /^Cây tìm kiếm/ });
    await expect(picture.locator("path")).toHaveCount(39);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    // At first the root of the tree is in the middle of the frame.
    const [root, frame] = await Promise.all([
      picture.locator("text").last().boundingBox(),
      tree.locator(".scroll").boundingBox(),
    ]);
    const middle = (b: typeof root) => (b ? b.x + b.width / 2 : NaN);
    expect(Math.abs(middle(root) - middle(frame))).toBeLessThan(20);
    const seen = await picture.locator("text").evaluateAll(
      (all) =>
        all.filter((el) => {
          el.scrollIntoView({ inline: "center", block: "center" });
          const { left, right } = el.getBoundingClientRect();
          const frame = el.closest(".scroll")?.getBoundingClientRect();
          return frame && left >= frame.left - 1 && right <= frame.right + 1 && left >= 0 && right <= innerWidth;
        }).length,
    );
    expect(seen).toBe(await picture.locator("text").count());
  });
}

test("evaluators, deepening, c and the players of the reports meet", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Caro" }));
  const match = section(page, "Đấu");
  // The names of the algorithms come from the lab's module, so wait for them.
  await match.getByLabel("Thuật toán A").selectOption("report-easy", { timeout: 45_000 });
  await match.getByLabel("Thuật toán B").selectOption("mcts");
  await match.getByLabel("Số mô phỏng B").fill("30");
  await match.getByLabel("Hệ số c B").fill("2.5");
  await match.getByLabel("Số ván").fill("1");
  await match.getByRole("button", { name: "Chạy" }).click();
  await expect(match.getByRole("button", { name: "Chạy" })).toBeVisible({ timeout: 45_000 });
  await expect(match.locator("tbody tr").nth(0).getByRole("rowheader")).toHaveText(
    "Alpha-beta của báo cáo, dễ: độ sâu 1",
  );
  await expect(match.locator("tbody tr").nth(1).getByRole("rowheader")).toContainText("Hệ số c: 2.5");

  await tick(page.getByRole("radio", { name: "Cờ vua" }));
  await match.getByLabel("Thuật toán A").selectOption("deepening");
  await match.getByLabel("Mili giây mỗi nước A").fill("5");
  await match.getByLabel("Hàm đánh giá A").selectOption("material-count");
  await match.getByLabel("Thuật toán B").selectOption("random");
  await match.getByLabel("Số ván").fill("1");
  await match.getByRole("button", { name: "Chạy" }).click();
  await expect(match.getByRole("button", { name: "Chạy" })).toBeVisible({ timeout: 45_000 });
  await expect(match.locator("tbody tr").nth(0).getByRole("rowheader")).toContainText("Quân lực và số quân");
});

test("a deep search says before what it costs, and can be stopped", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ vua" }));
  const match = section(page, "Đấu");
  await match.getByLabel("Độ sâu A").fill("12");
  await expect(match.getByRole("status")).toContainText(/\d+ (giây|giờ)/, { timeout: 45_000 });
  await match.getByRole("button", { name: "Chạy" }).click();
  await match.getByRole("button", { name: "Dừng" }).click();
  await expect(match.getByRole("button", { name: "Chạy" })).toBeVisible();
  // The nodes are counted up to the chosen depth and up to the chosen number of
  // nodes.
  const counts = section(page, "Số nút");
  await counts.getByLabel("Đến độ sâu").fill("5");
  await counts.getByLabel("Tối đa (triệu nút)").fill("1");
  await counts.getByRole("button", { name: "Chạy" }).click();
  await expect(counts.locator("tbody tr")).toHaveCount(5, { timeout: 60_000 });
});

test("candidates are drawn on the board in the order of trying, with the heat of their squares", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Caro" }));
  const part = section(page, "Các nước được xét");
  await part.getByLabel("Các nước đã đi").fill("h8 i9 g7");
  await part.getByLabel("Số nước xét").fill("4");
  await part.getByRole("button", { name: "Chạy" }).click();
  await expect(part.locator("li")).toHaveCount(4);
  await expect(part.locator(".heat")).toHaveCount(4);
  await expect(part.locator(".order")).toHaveText(["1", "2", "3", "4"]);
  const warmth = await part
    .locator(".heat")
    .evaluateAll((all) => all.map((el) => Number(getComputedStyle(el).fillOpacity)));
  expect(Math.max(...warmth)).toBeCloseTo(0.7);
  expect(Math.min(...warmth)).toBeCloseTo(0.1);
  // Search all moves of the start position of chess: twelve moves get a number, and all 16 target
  // squares get a colour.
  await tick(page.getByRole("radio", { name: "Cờ vua" }));
  await part.getByRole("button", { name: "Chạy" }).click();
  await expect(part.locator("li")).toHaveCount(12);
  await expect(part.locator(".heat")).toHaveCount(16);
  await expect(part.getByText("Còn 8 nước nữa chỉ có màu.")).toBeVisible();
  await part.getByLabel("Các nước đã đi").fill("e2e5");
  await part.getByRole("button", { name: "Chạy" }).click();
  await expect(part.getByRole("alert")).toBeVisible();
});

test("weights are learnt with a live curve, kept by name, and play a match after a reload @long", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Caro" }));
  const part = section(page, "Học trọng số (TD)");
  await part.getByLabel("Lambda (λ)").fill("0.8");
  await part.getByLabel("Số ván").fill("1000");
  await part.getByRole("button", { name: /^Chạy/ }).click();
  const picture = part.getByRole("img", { name: /Sau \d+ ván: / });
  await expect(picture).toBeVisible({ timeout: 45_000 });
  // The curve grows during the learning, and its label describes the curve in words.
  const first = await picture.getAttribute("aria-label");
  await expect(picture).not.toHaveAttribute("aria-label", first ?? "", { timeout: 45_000 });
  await part.getByRole("button", { name: /^Dừng/ }).click();
  await expect(part.getByRole("alert")).toHaveCount(0);
  for (const [button, name] of [
    ["Tải JSON", "kydai-td-caro.json"],
    ["Tải CSV: Học trọng số (TD)", "kydai-td-caro.csv"],
    ["Tải SVG: Học trọng số (TD)", "kydai-td-caro.svg"],
  ] as const) {
    const file = page.waitForEvent("download");
    await part.getByRole("button", { name: button, exact: true }).click();
    expect((await file).suggestedFilename()).toBe(name);
  }
  await part.getByLabel("Tên").fill("Của em");
  await part.getByRole("button", { name: "Giữ để đấu" }).click();
  await expect(part.getByRole("status")).toContainText("cua-em");
  await page.reload();
  await tick(page.getByRole("radio", { name: "Caro" }));
  const match = section(page, "Đấu");
  await match.getByLabel("Độ sâu A").fill("1");
  await match.getByLabel("Hàm đánh giá A").selectOption("cua-em");
  await match.getByLabel("Thuật toán B").selectOption("random");
  await match.getByLabel("Số ván").fill("1");
  await match.getByRole("button", { name: "Chạy" }).click();
  await expect(match.locator("figcaption")).toContainText(/A được \d+ %/, { timeout: 60_000 });
  await expect(match.locator("tbody tr").nth(0).getByRole("rowheader")).toContainText("Hàm đánh giá: cua-em");
  await part.getByRole("button", { name: "Xóa: cua-em" }).click();
  await expect(match.getByLabel("Hàm đánh giá A").locator("option", { hasText: "cua-em" })).toHaveCount(0);
});

test("tree search grows a tree in each of two workers and keeps them @long", async ({ page }) => {
  await page.goto("/lab");
  await tick(page.getByRole("radio", { name: "Cờ úp" }));
  const match = section(page, "Đấu");
  await match.getByLabel("Thuật toán A").selectOption("mcts");
  await match.getByLabel("Số mô phỏng A").fill("60");
  await match.getByLabel("Số worker A").fill("2");
  await match.getByLabel("Giữ cây qua các nước A").check();
  await match.getByLabel("Thuật toán B").selectOption("random");
  await match.getByLabel("Số ván").fill("1");
  const workers = new Set(page.workers());
  page.on("worker", (w) => workers.add(w));
  await match.getByRole("button", { name: "Chạy" }).click();
  await expect(match.locator("figcaption")).toContainText(/A được (0|50|100) %/, { timeout: 60_000 });
  expect(workers.size).toBeGreaterThan(1);
  await expect(match.locator("tbody tr").nth(0).getByRole("rowheader")).toContainText(
    "Giữ cây qua các nước, Số worker: 2",
  );
  await expect(match.getByRole("alert")).toHaveCount(0);
});
