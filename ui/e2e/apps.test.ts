// These tests check the apps, tokens and webhooks of an account, on a phone and on a wide screen.
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { test } from "./test";
import { createHash, randomBytes } from "node:crypto";
import { nameOf, register } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";

const text = (key: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce((s, [k, v]) => s.replace(`{${k}}`, v), word(key));

const section = (page: Page, key: string) => page.getByRole("region", { name: word(key), exact: true });

/** The HTTP status of an API request with the given token. */
const statusOf = async (page: Page, request: APIRequestContext, token: string) =>
  (await request.get(new URL("/api/me", page.url()).href, { headers: { Authorization: `Bearer ${token}` } })).status();

/** An app of another user gets a token of the player, as the consent page would grant it. */
async function allow(page: Page, request: APIRequestContext, client: string): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const back = "http://127.0.0.1/cb";
  const ask: Record<string, string> = {
    client_id: client,
    redirect_uri: back,
    response_type: "code",
    scope: "read play",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const consent = await (await page.request.get(`/oauth/authorize?${new URLSearchParams(ask).toString()}`)).text();
  const proof = /name="proof" value="([^"]*)"/.exec(consent)?.[1] ?? "";
  const answer = await page.request.post("/oauth/authorize", {
    form: { ...ask, proof, answer: "allow" },
    maxRedirects: 0,
  });
  const code = new URL(answer.headers().location ?? back).searchParams.get("code") ?? "";
  const tokens = await request.post("/oauth/token", {
    form: { grant_type: "authorization_code", client_id: client, code, redirect_uri: back, code_verifier: verifier },
  });
  expect(tokens.ok(), await tokens.text()).toBe(true);
  return ((await tokens.json()) as { access_token: string }).access_token;
}

for (const [device, viewport] of [
  ["phone", { width: 360, height: 740 }],
  ["desktop", { width: 1280, height: 800 }],
] as const)
  test(`a player sees and stops apps, tokens and webhooks on a ${device}`, async ({ browser, playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" }); // a context without the player's cookies
    const maker = await browser.newContext();
    const makers = await maker.newPage();
    await register(makers, nameOf(0));
    const made = await makers.request.post("/api/me/apps", {
      data: { name: "Cờ & Co", redirects: ["http://127.0.0.1/cb"] },
    });
    const client = ((await made.json()) as { id: string }).id;

    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto("/account/apps");
    await expect(page.getByText(word("apps.guest"))).toBeVisible();
    await register(page, nameOf(1));
    await page.goto("/account");
    await page.getByRole("link", { name: word("apps.title") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("apps.title"));
    for (const none of ["apps.grants.none", "apps.tokens.none", "apps.hooks.none"])
      await expect(page.getByText(word(none))).toBeVisible();

    // An app that was granted access is listed, and it loses access when the grant is revoked.
    const access = await allow(page, request, client);
    await page.reload();
    const grants = section(page, "apps.grants");
    await expect(grants.getByRole("listitem")).toHaveCount(1);
    await expect(grants.getByText("Cờ & Co")).toBeVisible();
    await expect(grants.getByText(word("apps.scope.play"))).toBeVisible();
    expect(await statusOf(page, request, access)).toBe(200);
    await grants.getByRole("button", { name: text("apps.revokeOf", { name: "Cờ & Co" }) }).click();
    await grants.getByRole("button", { name: word("play.no") }).click();
    expect(await statusOf(page, request, access)).toBe(200);
    await grants.getByRole("button", { name: text("apps.revokeOf", { name: "Cờ & Co" }) }).click();
    await grants.getByRole("button", { name: word("apps.revoke"), exact: true }).click();
    await expect(page.getByText(word("apps.grants.none"))).toBeVisible();
    expect(await statusOf(page, request, access)).toBe(401);

    // A token is shown only once, works, and stops working when it is revoked.
    const tokens = section(page, "apps.tokens");
    await tokens.getByText(word("apps.token.new")).click();
    await tokens.getByLabel(word("apps.token.name")).fill("bot");
    await tokens.getByRole("button", { name: word("apps.token.make"), exact: true }).click();
    const secret = (await tokens.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^kydai_limited_/);
    expect(await statusOf(page, request, secret)).toBe(200);
    await tokens.getByRole("button", { name: word("apps.kept") }).click();
    await expect(tokens.locator("code")).toHaveCount(0);
    await expect(tokens.getByRole("listitem").getByText(word("apps.scope.read"))).toBeVisible();
    await page.reload();
    await expect(tokens.getByRole("listitem")).toHaveCount(1);
    expect(await page.content()).not.toContain(secret);
    await tokens.getByRole("button", { name: text("apps.revokeOf", { name: "bot" }) }).click();
    await tokens.getByRole("button", { name: word("apps.revoke"), exact: true }).click();
    await expect(page.getByText(word("apps.tokens.none"))).toBeVisible();
    expect(await statusOf(page, request, secret)).toBe(401);

    // After a test message, a webhook whose address cannot be reached shows the failure.
    const hooks = section(page, "apps.hooks");
    const add = async (url: string) => {
      const field = hooks.getByLabel(word("apps.hook.url"));
      if (!(await field.isVisible())) await hooks.getByText(word("apps.hook.new")).click();
      await field.fill(url);
      await hooks.getByRole("button", { name: word("apps.hook.make"), exact: true }).click();
    };
    await add("https://example.com:8443/hook");
    await expect(page.getByText(word("apps.error.bad-address")).first()).toBeVisible();
    const address = `https://nowhere.invalid/${"a-long-path-".repeat(6)}`;
    await add(address);
    await expect(hooks.locator("code")).toHaveText(/^whsec_/);
    await hooks.getByRole("button", { name: word("apps.kept") }).click();
    const item = hooks.getByRole("listitem");
    await expect(item.getByText(word("apps.hook.works"))).toBeVisible();
    await expect(item.getByRole("status")).toHaveText(word("apps.hook.silent"));
    await item.getByRole("button", { name: text("apps.hook.pingOf", { name: address }) }).click();
    await expect(item.getByRole("status")).toContainText(
      new RegExp(`${word("apps.fault.connection")}|${word("apps.fault.timeout")}`),
    );
    await expect(item.getByText(word("apps.hook.failing").split("{")[0] ?? "")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await sound(page);
    await item.getByRole("button", { name: text("apps.hook.dropOf", { name: address }) }).click();
    await hooks.getByRole("button", { name: word("apps.hook.drop"), exact: true }).click();
    await expect(page.getByText(word("apps.hooks.none"))).toBeVisible();

    await Promise.all([maker.close(), context.close(), request.dispose()]);
  });
