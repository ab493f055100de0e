// Tests a whole visit with an app of another origin: it sends the player to the site; the player
// signs in and allows access; the app gets a token by PKCE, plays for the player, and loses its
// access.
import { expect } from "@playwright/test";
import { test } from "./test";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nameOf, register } from "./accounts";
import { faults } from "./axe";

/**
 * The page of the third-party app. It requests its tokens from another origin, without the site's
 * cookies.
 */
const appPage = `<!doctype html><html lang="en"><title>An app</title><main><h1>An app</h1><p id="said">…</p></main><script type="module">
  const q = new URLSearchParams(location.search);
  const said = document.getElementById("said");
  const kept = JSON.parse(sessionStorage.getItem("kept") ?? "null");
  if (q.get("error")) said.textContent = "refused: " + q.get("error") + " " + q.get("state");
  else if (q.get("code") && kept && q.get("state") === kept.state && q.get("iss") === kept.site) {
    const body = new URLSearchParams({ grant_type: "authorization_code", client_id: kept.client, code: q.get("code"),
      redirect_uri: location.origin + "/cb", code_verifier: kept.verifier });
    const tokens = await (await fetch(kept.site + "/oauth/token", { method: "POST", body })).json();
    const me = await (await fetch(kept.site + "/api/me", { headers: { Authorization: "Bearer " + tokens.access_token } })).json();
    sessionStorage.setItem("tokens", JSON.stringify(tokens));
    said.textContent = "hello " + me.player;
  } else said.textContent = "ready";
</script></html>`;

test("a player allows an app of another origin, and stops it", async ({ browser, baseURL }) => {
  const site = baseURL ?? "";
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.end(appPage);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const maker = await browser.newContext();
  const makers = await maker.newPage();
  await register(makers, nameOf(0));
  // A native app does not know its port when it is registered, so the registered address has no
  // port.
  const made = await makers.request.post("/api/me/apps", {
    data: { name: "Cờ & Co", redirects: ["http://127.0.0.1/cb"] },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const client = ((await made.json()) as { id: string }).id;

  const context = await browser.newContext();
  const page = await context.newPage();
  const violations: string[] = [];
  page.on("console", (m) => m.type() === "error" && violations.push(m.text()));
  const verifier = randomBytes(32).toString("base64url");
  const ask = new URL("/oauth/authorize", site);
  ask.search = new URLSearchParams({
    client_id: client,
    redirect_uri: `${app}/cb`,
    response_type: "code",
    scope: "read play",
    state: "s 1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  await page.goto(`${app}/`);
  await expect(page.locator("#said")).toHaveText("ready");
  await page.evaluate((kept) => sessionStorage.setItem("kept", JSON.stringify(kept)), {
    client,
    verifier,
    site,
    state: "s 1",
  });
  const leave = () => page.evaluate((to) => location.assign(to), ask.href);

  await leave();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hãy đăng nhập trước");
  const name = nameOf(1);
  const player = await register(page, name);
  await page.getByRole("link", { name: "Tôi đã đăng nhập" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cờ & Co muốn dùng tài khoản của bạn");
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(2);
  expect(await faults(page)).toEqual([]);

  await page.getByRole("button", { name: "Từ chối" }).click();
  await expect(page.locator("#said")).toHaveText("refused: access_denied s 1");

  await leave();
  await page.getByRole("button", { name: "Cho phép" }).click();
  await expect(page.locator("#said")).toHaveText(`hello ${player}`);
  expect(violations).toEqual([]);

  const tokens = JSON.parse((await page.evaluate(() => sessionStorage.getItem("tokens"))) ?? "{}") as {
    access_token: string;
  };
  const asApp = await browser.newContext({ extraHTTPHeaders: { Authorization: `Bearer ${tokens.access_token}` } });
  const start = { game: "caro", seats: [{ kind: "human" }, { kind: "level", level: 1 }] };
  expect((await asApp.request.post("/api/matches", { data: start })).status()).toBe(200);
  const grants = (await (await page.request.get(`${site}/api/me/grants`)).json()) as { id: string; app: string }[];
  expect(grants.map((g) => g.app)).toEqual(["Cờ & Co"]);
  expect((await page.request.delete(`${site}/api/me/grants/${grants[0]?.id}`)).ok()).toBe(true);
  expect((await asApp.request.get("/api/me")).status()).toBe(401);

  await Promise.all([maker.close(), context.close(), asApp.close()]);
  await new Promise((done) => server.close(done));
});
