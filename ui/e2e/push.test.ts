// Tests notifications on a device while no page is open. The tests cannot reach a push service: the
// browser's subscription is simulated, the server that stores it is real, and the service worker
// receives messages as if the browser had sent them.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { word } from "./play";

test.use({ serviceWorkers: "allow" });

interface Push {
  key: string;
  devices: { id: string; kinds: string[]; lang: string }[];
}

/**
 * Simulates a push service: a subscription with valid keys, which survives a change of the page.
 */
async function pushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The test browser always denies notifications, so the test replaces the permission.
    let permission = localStorage.getItem("test.permission") ?? "default";
    Object.defineProperty(Notification, "permission", { get: () => permission });
    Notification.requestPermission = async () => {
      localStorage.setItem("test.permission", (permission = "granted"));
      return "granted";
    };
    localStorage.setItem("kydai.settings", '{"played":true}');
    const raw = (text: string) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
    const b64 = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    const made = () => {
      const json = JSON.parse(localStorage.getItem("test.sub") ?? "null") as { endpoint: string; key: string } | null;
      return (
        json && {
          endpoint: json.endpoint,
          options: { applicationServerKey: raw(json.key) },
          toJSON: () => json,
          unsubscribe: async () => localStorage.removeItem("test.sub"),
        }
      );
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => made(),
      subscribe: async (how: { applicationServerKey: string; userVisibleOnly: boolean }) => {
        if (!how.userVisibleOnly || raw(how.applicationServerKey).byteLength !== 65) throw new Error("no key");
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const p256dh = b64(await crypto.subtle.exportKey("raw", pair.publicKey));
        const auth = b64(crypto.getRandomValues(new Uint8Array(16)).buffer);
        const endpoint = `https://push.example.org/${crypto.randomUUID()}`;
        localStorage.setItem(
          "test.sub",
          JSON.stringify({ endpoint, keys: { p256dh, auth }, key: how.applicationServerKey }),
        );
        return made();
      },
    });
  });
}

const devices = async (page: Page): Promise<Push["devices"]> =>
  ((await (await page.request.get("/api/me/push")).json()) as Push).devices;

async function openBell(page: Page) {
  await page.locator(".bell").click();
  return page.locator(".menu:popover-open");
}

test("one switch sends notices to this device, by kind", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await pushService(context);
  const page = await context.newPage();
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto("/rules/caro");
  let sheet = await openBell(page);
  const here = page.getByRole("switch", { name: word("push.here") });
  await expect(here).not.toBeChecked();
  await here.click({ force: true });
  await expect(here).toBeChecked();
  const kinds = sheet.getByRole("group", { name: word("push.kinds") });
  await expect(kinds.getByRole("switch")).toHaveCount(5);
  expect(await devices(page)).toMatchObject([
    { kinds: ["started", "turn", "soon", "challenge", "result"], lang: "vi" },
  ]);
  await kinds.getByRole("switch", { name: word("bell.when.result") }).click({ force: true });
  await expect.poll(async () => (await devices(page))[0]?.kinds).toEqual(["started", "turn", "soon", "challenge"]);
  const box = await kinds.getByText(word("bell.when.turn")).boundingBox();
  expect(box!.x + box!.width).toBeLessThanOrEqual(390);

  // After the guest has created an account, the next page registers this device for the account.
  const name = `An ${Array.from(String(Date.now()), (d) => "bcdghklmnp"[Number(d)]).join("")}`;
  await register(page, name);
  await expect.poll(() => devices(page)).toEqual([]);
  await page.goto("/learn");
  await expect.poll(async () => (await devices(page)).length).toBe(1);
  sheet = await openBell(page);
  await expect(here).toBeChecked();
  await here.click({ force: true });
  await expect(here).not.toBeChecked();
  await expect.poll(() => devices(page)).toEqual([]);
  await page.goto("/rules/chess");
  await openBell(page);
  await expect(here).not.toBeChecked();
  await context.close();
});

for (const [why, script] of [
  ["insecure", "Object.defineProperty(window, 'isSecureContext', { value: false })"],
  ["missing", "delete window.PushManager"],
  ["denied", "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"],
] as const) {
  test(`says why this device cannot be told: ${why}`, async ({ browser }) => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    await context.addInitScript(`localStorage.setItem("kydai.settings", '{"played":true}'); ${script}`);
    const page = await context.newPage();
    await page.goto("/rules/caro");
    const sheet = await openBell(page);
    await expect(sheet).toContainText(word(`push.${why}`));
    await expect(page.getByRole("switch", { name: word("push.here") })).toHaveCount(0);
    await context.close();
  });
}

test("the worker shows a message and opens its game", async ({ browser }) => {
  const context = await browser.newContext();
  await pushService(context);
  const page = await context.newPage();
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const cdp = await context.newCDPSession(page);
  const id = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", (e) => {
      const own = e.registrations.find((r) => !r.isDeleted);
      if (own) resolve(own.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  // The test browser shows no notifications and opens no windows, so record what the service
  // worker requests.
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(() => {
    const self = globalThis as unknown as ServiceWorkerGlobalScope & { asked: string[]; data: unknown };
    self.asked = [];
    self.registration.showNotification = async (title, o) => {
      self.data = o?.data;
      self.asked.push(["show", title, o?.body, o?.tag, o?.lang].join("|"));
    };
    self.clients.openWindow = async (url) => {
      self.asked.push(`open ${new URL(url).pathname}`);
      return null;
    };
    WindowClient.prototype.focus = async function (this: WindowClient) {
      self.asked.push(`focus ${new URL(this.url).pathname}`);
      return this;
    };
  });
  const asked = () => worker.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const push = async (data: string) => {
    await worker.evaluate(() => ((globalThis as unknown as { asked: string[] }).asked = []));
    const origin = new URL(page.url()).origin;
    await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await id, data });
  };
  const press = () =>
    worker.evaluate(() => {
      const self = globalThis as unknown as ServiceWorkerGlobalScope & { asked: string[]; data: unknown };
      self.asked = [];
      const notification = { data: self.data, close: () => self.asked.push("close") };
      self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
    });
  const message = { kind: "turn", title: "Đến lượt bạn", body: "Cờ úp", open: "/g/abc123", tag: "abc123", lang: "vi" };
  await push(JSON.stringify(message));
  await expect.poll(asked).toEqual(["show|Đến lượt bạn|Cờ úp|abc123|vi"]);
  await press();
  await expect.poll(asked).toEqual(["close", "open /g/abc123"]);
  // An open page of the game is brought to the front.
  const game = await context.newPage();
  await game.goto("/g/abc123");
  await press();
  await expect.poll(asked).toEqual(["close", "focus /g/abc123"]);
  // If a message names an address on another site, the service worker opens a page of this site
  // instead. A message that cannot be parsed still shows a notification.
  await push(JSON.stringify({ ...message, open: "https://example.org/g/abc123" }));
  await expect.poll(asked).toHaveLength(1);
  await press();
  await expect.poll(asked).toEqual(["close", "focus /"]);
  await push("no JSON");
  await expect.poll(asked).toEqual(["show|kydai|||"]);
  await context.close();
});
