// Tests a club on a local network without https: twelve phones behind one address sign in by QR
// codes.
import { chromium, expect } from "@playwright/test";
import { test } from "./test";
import { word } from "./play";
import { firstStart, password } from "./server";

const phones = 12;
const name = (n: number) => `Kỳ thủ ${"abcdefghijkl".charAt(n)}`;

test("twelve phones sign in by QR on plain http, and each code is good once @long", async () => {
  const info = test.info();
  test.setTimeout(300_000);
  const server = await firstStart(["--per-address", "32"]);
  const { launchOptions } = info.project.use;
  // The host name is like that of a server in a clubhouse. The browser does not
  // treat this origin as secure.
  const args = [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP kydai.lan 127.0.0.1"];
  const browser = await chromium.launch({ ...launchOptions, args });
  const origin = `http://kydai.lan:${new URL(server.origin).port}`;
  try {
    for (let n = 0; n < phones; n++) {
      const desk = await browser.newContext({ baseURL: origin, locale: "vi-VN" });
      const a = await desk.newPage();
      await a.goto("/account");
      expect(await a.evaluate(() => window.isSecureContext)).toBe(false);
      const made = await a.evaluate(
        async (data) =>
          (
            await fetch("/api/account", {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body: JSON.stringify(data),
            })
          ).status,
        { name: name(n), password },
      );
      expect(made).toBeLessThan(300);
      await a.reload();
      await a.getByRole("button", { name: word("account.phone.show") }).click();
      const link = (await a.getByAltText(word("account.phone.alt")).getAttribute("data-link")) ?? "";
      expect(link).toContain(origin);
      const phone = await browser.newContext({
        baseURL: origin,
        locale: "vi-VN",
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
      });
      const b = await phone.newPage();
      await b.goto(link);
      await b
        .getByRole("form", { name: word("account.link.ask").replace("{name}", name(n)) })
        .getByRole("button")
        .tap();
      await expect(b.locator(".who")).toContainText(name(n));
      // A QR code that was already used is refused.
      const late = await browser.newContext({ baseURL: origin, locale: "vi-VN" });
      const c = await late.newPage();
      await c.goto(link);
      await expect(c.locator(".account").getByRole("alert")).toBeVisible();
      await Promise.all([late.close(), desk.close(), phone.close()]);
    }
  } finally {
    await browser.close();
    await server.end();
  }
});
