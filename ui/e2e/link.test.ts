// Tests links to studies: another browser shows the whole study, and manipulated links do no harm.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { deflateRawSync } from "node:zlib";
import { moves, ready, word } from "./play";

const record = `[White "Morphy"]
[Black "Allies"]

{At the opera} 1. e4 e5 (1... c5 $5 {Sicilian [%cal Gc5d4]} 2. Nf3) 2. Nf3 {[%csl Rf3]} d6 1-0`;

async function imported(page: Page, text: string): Promise<void> {
  await page.goto("/import");
  await page.getByLabel(word("import.paste")).fill(text);
  await page.getByRole("button", { name: word("import.go"), exact: true }).click();
  await expect(page).toHaveURL(/analysis\/[a-z]+\?game=/);
  await ready(page);
}

/**
 * The text of the move list with comments and signs, without the marks of a review, which appear
 * later.
 */
const list = async (page: Page) => {
  const { text, marked } = await page.locator(".moves ol").evaluate((ol: HTMLElement) => ({
    text: ol.innerText,
    marked: [...ol.querySelectorAll<HTMLElement>("[data-mark]")].map((el) => el.innerText),
  }));
  const line = text.replaceAll(/\s+/g, " ").trim();
  return marked.reduce((so, move) => so.replace(move, move.replace(/[?!]+$/, "")), line);
};

/** Opens the share panel and returns its link. */
async function shared(page: Page, like: RegExp): Promise<string> {
  await page
    .locator(".side.info")
    .getByRole("button", { name: word("play.share") })
    .click();
  const field = page.locator("dialog.share input");
  await expect(field).toHaveValue(like);
  return field.inputValue();
}

async function another(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: "block", locale: "vi-VN" });
  return context.newPage();
}

/** A link in the form that the client creates, with any content. */
const linkOf = (text: string, kind = "chess") =>
  `/analysis/${kind}#s1=${deflateRawSync(Buffer.from(text)).toString("base64url")}`;

test("a link has the whole study, and the server does not see it", async ({ page, browser }) => {
  await imported(page, record);
  await moves(page, 6);
  const all = await list(page);
  const link = await shared(page, /\/analysis\/chess#s1=[\w-]+$/);
  expect(link.length).toBeLessThan(2100);
  const other = await another(browser);
  const asked: string[] = [];
  other.on("request", (r) => asked.push(r.url()));
  await other.goto(link);
  await ready(other);
  await moves(other, 6);
  await expect.poll(() => list(other)).toBe(all);
  await expect(other.locator(".seat[data-side=first] b")).toHaveText("Morphy");
  await expect(other.locator(".status.end")).toContainText("1–0");
  expect(asked.filter((u) => u.includes(new URL(link).hash.slice(5, 25)))).toEqual([]);
  await other.locator(".moves").getByRole("button", { name: "Nf3", exact: true }).last().click();
  await expect(other.locator(".kb-over circle.kb-arrow")).toHaveCount(1);
  // The reader has a copy of the study: it is still there after a reload, and a link to the copy
  // equals the original link.
  await other.reload();
  await moves(other, 6);
  await expect.poll(() => list(other)).toBe(all);
  expect(new URL(await shared(other, /#s1=/)).hash).toBe(new URL(link).hash);
  await other.context().close();
});

/**
 * A record that is too large for the address of a link: 16 replies to the first move, all with long
 * comments.
 */
function large(): string {
  const words = (i: number) =>
    Array.from({ length: 30 }, (_, k) => (((i + 1) * 7919 * (k + 3) * 104_729) % 1_000_003).toString(36)).join(" ");
  const answers = [..."abcdefgh"].flatMap((file) => [`${file}6`, `${file}5`]);
  const others = answers.map((move, i) => `(1... ${move} {${words(i)}} 2. Nf3 {${words(i + 50)}})`);
  return `1. e4 Nf6 ${others.join(" ")} 2. e5 *`;
}

test("a large study is a row on the server, and a file without a connection", async ({ page, browser }) => {
  await imported(page, large());
  await expect(page.locator(".moves li button")).toHaveCount(35);
  await shared(page, /moves=/);
  const sheet = page.locator("dialog.share");
  const short = sheet.getByRole("button", { name: "Tạo link ngắn" });
  await expect(short).toBeVisible(); // the code of this button is loaded separately
  await page.context().setOffline(true);
  await short.click();
  await expect(sheet.getByText("Hãy lưu bài phân tích thành tệp")).toBeVisible();
  const waiting = page.waitForEvent("download");
  await sheet.getByRole("button", { name: "Lưu thành tệp" }).click();
  let text = "";
  for await (const part of await (await waiting).createReadStream()) text += String(part);
  expect((JSON.parse(text) as { moves: unknown[] }).moves).toHaveLength(3);
  await page.context().setOffline(false);
  await sheet.getByRole("button", { name: "Tạo link ngắn" }).click();
  const field = sheet.locator("input");
  await expect(field).toHaveValue(/\/analysis\/chess\?study=[\w-]{16}$/);
  await expect(sheet.locator("figure.code img")).toBeVisible();
  const other = await another(browser);
  await other.goto(await field.inputValue());
  await ready(other);
  await expect(other.locator(".moves li button")).toHaveCount(35);
  const all = await list(page);
  await expect.poll(() => list(other)).toBe(all);
  // If the study of a link was deleted, the page shows a message about it.
  await other.goto("/analysis/chess?study=AAAAAAAAAAAAAAAA");
  await expect(other.getByText(word("linked.gone")).first()).toBeVisible();
  await ready(other);
  await other.context().close();
});

test("links of strangers do no harm", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (e) => faults.push(String(e)));
  const bad = [
    "/analysis/chess#s1=",
    "/analysis/chess#s1=%00%ff",
    "/analysis/chess#s9=AAAA",
    linkOf("{}"),
    linkOf(`{}\n${"e2e4 ( ".repeat(100_000)}`),
    linkOf("0".repeat(50_000_000)),
    linkOf('{"s":"<img src=x onerror=alert(1)>"}\n'),
  ];
  for (const link of bad) {
    await page.goto("about:blank");
    await page.goto(link);
    await expect(page.locator("h1")).toBeVisible();
  }
  // Invalid moves are shown as plain text; the line opens as far as its moves are legal.
  await page.goto("about:blank");
  await page.goto(
    linkOf('{"t":[["White","<b>x</b>"]]}\n"<script>alert(1)</script>" e2e4 e7e5 e4e6 ( e4d7 ) a1a8 a1a8'),
  );
  await ready(page);
  await moves(page, 6);
  await expect(page.locator(".moves [aria-current]")).toHaveText("e5");
  await expect(page.locator(".moves q")).toHaveText("<script>alert(1)</script>");
  await page.locator(".moves").getByRole("button", { name: "e4d7", exact: true }).click();
  await expect(page.locator(".moves [aria-current]")).toHaveText("e5");
  expect(faults).toEqual([]);
});
