// Tests the site in Chinese on a phone: the browser's language or the settings select the language.
// It also tests moves that are read aloud.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { click, moves, ready } from "./play";

test.use({ viewport: { width: 360, height: 740 } });

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

test.describe("a browser in Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("plays, is refused and learns in Chinese", async ({ page }) => {
    await page.goto("/hotseat/xiangqi");
    await ready(page);
    expect(await language(page)).toBe("zh-Hans");
    await expect(page.locator("h1")).toHaveText("双人同机");
    await click(page, "h2e2");
    await moves(page, 1);
    await expect(page.locator(".moves")).toContainText("炮二平五");
    // This move is refused because a soldier of its own side blocks the chariot.
    await click(page, "a9a4");
    await expect(page.locator(".note")).toContainText("有子挡路：1路黑卒");
    await page.goto("/learn/xiangqi");
    await expect(page.getByText("直走，横竖都行，距离不限")).toBeVisible();
    await page.goto("/rules/jieqi");
    await expect(page.locator("h1")).toHaveText("揭棋规则");
    await expect(page.getByText("按它所在开局位置的棋子走和吃")).toBeVisible();
  });

  test("goes to traditional characters in the settings, and back to English", async ({ page }) => {
    await page.goto("/settings");
    await expect(page.locator("h1")).toHaveText("设置");
    await page.getByText("繁體中文").click();
    await expect(page.locator("h1")).toHaveText("設定");
    expect(await language(page)).toBe("zh-Hant");
    await page.goto("/play/chess");
    await ready(page);
    await expect(page.locator("h1")).toHaveText("西洋棋");
    await page.goto("/settings");
    await page.getByText("English", { exact: true }).click();
    await expect(page.locator("h1")).toHaveText("Settings");
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--display"))).toBe("");
  });
});

for (const { locale, toggle, said } of [
  { locale: "vi-VN", toggle: "Đọc to nước đi", said: { text: "Pháo hai bình năm", lang: "vi-VN" } },
  { locale: "zh-TW", toggle: "朗讀著法", said: { text: "炮二平五", lang: "zh-TW" } },
]) {
  test.describe(`moves aloud in ${locale}`, () => {
    test.use({ locale });
    test("are said once they are switched on", async ({ page }) => {
      await page.addInitScript(() => {
        const spoken: { text: string; lang: string }[] = [];
        class Utterance {
          lang = "";
          constructor(readonly text: string) {}
        }
        const voice = { cancel: () => undefined, speak: (u: Utterance) => spoken.push({ text: u.text, lang: u.lang }) };
        for (const [name, value] of Object.entries({
          speechSynthesis: voice,
          SpeechSynthesisUtterance: Utterance,
          spoken,
        }))
          Object.defineProperty(globalThis, name, { value });
      });
      const spoken = () => page.evaluate(() => (globalThis as unknown as { spoken: object[] }).spoken);
      await page.goto("/settings");
      await page.getByText(toggle, { exact: true }).click();
      await expect(page.getByRole("switch", { name: toggle })).toBeChecked();
      await page.goto("/hotseat/xiangqi");
      await ready(page);
      await page.waitForLoadState("networkidle");
      await click(page, "h2e2");
      await moves(page, 1);
      await expect.poll(spoken).toEqual([said]);
    });
  });
}
