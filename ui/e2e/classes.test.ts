// These tests check classes on plain http: a teacher pastes names and prints login cards with QR
// codes; a child signs in with a card and by typing its codes.
import { chromium, expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";
import { firstStart, type Server } from "./server";

let server: Server;
test.afterEach(() => server.end());

const begin = async (limits?: readonly string[]) => {
  server = await firstStart(limits);
};

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function arrive(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...phone, locale: "vi-VN", baseURL: server.origin });
  return context.newPage();
}

/** Makes the page's account an administrator, who may create classes. */
async function teacherOf(page: Page): Promise<void> {
  await register(page, "Cô Hoa");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await page.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
}

interface Card {
  player: string;
  nick: string;
  code: string;
  link: string;
}

/** Presses a button and returns the server's response. */
async function press(page: Page, name: string): Promise<unknown> {
  const answer = page.waitForResponse((r) => r.url().includes("/api/classes") && r.request().method() !== "GET");
  await page.getByRole("button", { name, exact: true }).click();
  const got = await answer;
  expect(got.ok(), await got.text()).toBe(true);
  return got.json().catch(() => null);
}

/**
 * Opens the page that the QR code of a login card leads to. The code contains the site address that
 * the teacher has entered, so the test replaces it with the address of its own server.
 */
const scan = (page: Page, card: Card) => page.goto(`${server.origin}/classes${new URL(card.link).hash}`);

test("a teacher makes a class, and a child enters by card and by codes", async ({ browser }) => {
  test.slow();
  await begin();
  const teacher = await arrive(browser);
  await teacher.goto("/classes");
  await expect(teacher.getByRole("heading", { name: word("card.enter") })).toBeVisible();
  await sound(teacher);
  await teacherOf(teacher);
  await teacher.goto("/online");
  await teacher.getByRole("link", { name: word("classes.title"), exact: true }).click();
  await teacher.getByLabel(word("classes.name")).fill("Lớp 3A");
  await press(teacher, word("classes.create"));
  await teacher.waitForURL(/\/class\//);
  await teacher.getByLabel(word("class.names")).fill("1. Nguyễn Văn An\n2. Trần Thị Bình");
  await teacher.getByLabel(word("class.origin")).fill("http://kydai.local:8080/");
  const cards = (await press(teacher, word("class.add.do"))) as Card[];
  expect(cards).toHaveLength(2);
  const [an, binh] = cards as [Card, Card];
  expect(an.link).toMatch(/^http:\/\/kydai\.local:8080\/classes#[\w-]{22}$/);
  await expect(teacher.getByRole("heading", { name: word("cards.title") })).toBeFocused();
  await expect(teacher.getByRole("img", { name: word("cards.qr").replace("{name}", "Trần Thị Bình") })).toBeVisible();
  await sound(teacher);
  await teacher.emulateMedia({ media: "print", colorScheme: "light" });
  await expect(teacher.getByText(an.nick)).toBeVisible();
  await expect(teacher.getByRole("button", { name: word("cards.print") })).toBeHidden();
  await teacher.emulateMedia({ media: "screen" });
  await teacher.getByRole("button", { name: word("cards.done") }).click();

  const tablet = await arrive(browser);
  await scan(tablet, an);
  await expect(tablet.getByText(word("mine.hello").replace("{nick}", an.nick))).toBeVisible();
  expect(new URL(tablet.url()).hash).toBe("");
  await expect(tablet.getByText("Nguyễn Văn An")).toHaveCount(0);
  await sound(tablet);
  await expect(teacher.getByText(word("class.online").replace("{n}", "1"))).toBeVisible();

  // The next child uses the same tablet and types the codes.
  await tablet.getByRole("button", { name: word("mine.leave").replace("{nick}", an.nick) }).click();
  const code = (await teacher.locator(".head b").textContent())?.trim().split(" ").at(-1) ?? "";
  await tablet.getByLabel(word("card.class")).fill(code.toLowerCase());
  await tablet.getByLabel(word("card.code")).fill("2222222");
  await tablet.getByRole("button", { name: word("card.go"), exact: true }).click();
  await expect(tablet.getByRole("alert")).toHaveText(word("card.error.bad-card"));
  await tablet.getByLabel(word("card.code")).fill(`${binh.code.slice(0, 3)} ${binh.code.slice(3)}`);
  await tablet.getByRole("button", { name: word("card.go"), exact: true }).click();
  await expect(tablet.getByText(word("mine.hello").replace("{nick}", binh.nick))).toBeVisible();

  // The teacher withdraws the login card of the first child, and deletes the class.
  const first = teacher.locator(".pupils > li", { hasText: "Nguyễn Văn An" });
  await first.locator("summary").click();
  await first.getByRole("button", { name: word("class.withdraw"), exact: true }).click();
  await press(teacher, word("class.yes"));
  await expect(first.getByText(word("class.nocard"))).toBeVisible();
  await sound(teacher);
  await scan(tablet, an);
  await expect(tablet.getByRole("alert")).toHaveText(word("card.error.bad-card"));
  await teacher.getByText(word("class.keep"), { exact: true }).click();
  await teacher.getByRole("button", { name: word("class.drop"), exact: true }).click();
  await press(teacher, word("class.yes"));
  await teacher.waitForURL(/\/classes$/);
  await tablet.goto("/classes");
  await expect(tablet.getByRole("heading", { name: word("card.enter") })).toBeVisible();
});

test("thirty children enter behind one address @long", async () => {
  test.setTimeout(300_000);
  await begin([]); // the server starts without options, so the default limits apply
  const before = server.cpu();
  // The host name is like that of a server in a school. The browser does not treat this origin as
  // secure.
  const { launchOptions } = test.info().project.use;
  const args = [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP kydai.lan 127.0.0.1"];
  const browser = await chromium.launch({ ...launchOptions, args });
  const origin = `http://kydai.lan:${new URL(server.origin).port}`;
  const refused: string[] = [];
  const arrives = async () => {
    const page = await arrive(browser);
    page.on("response", (r) => r.status() >= 400 && refused.push(`${r.status()} ${r.url()}`));
    return page;
  };
  try {
    const teacher = await arrives();
    await teacherOf(teacher);
    const made = await teacher.request.post("/api/classes", { data: { name: "Lớp 3A" } });
    const { id } = (await made.json()) as { id: string };
    const names = Array.from({ length: 30 }, (_, i) => `Em ${String.fromCharCode(65 + (i % 26))} ${i}`).join("\n");
    const data = { names, lang: "vi", origin };
    const answer = await teacher.request.post(`/api/classes/${id}/pupils`, { data });
    const cards = (await answer.json()) as Card[];
    expect(cards).toHaveLength(30);
    await teacher.goto(`/class/${id}`);
    const tablets = await Promise.all(
      cards.map(async (card) => {
        const page = await arrives();
        await page.goto(card.link);
        const hello = page.getByText(word("mine.hello").replace("{nick}", card.nick));
        await expect(hello).toBeVisible({ timeout: 120_000 });
        return page;
      }),
    );
    for (const page of tablets) expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await expect(teacher.getByText(word("class.online").replace("{n}", "30"))).toBeVisible({ timeout: 60_000 });
    expect(refused).toEqual([]);
    const cpu = server.cpu() - before;
    console.log(`thirty children: ${cpu.toFixed(2)} s of CPU time of the server`);
    expect(cpu).toBeLessThanOrEqual(3);
  } finally {
    await browser.close();
  }
});
