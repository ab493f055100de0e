// `make screens`: takes a screenshot of every page at four sizes, in light and dark, in Vietnamese
// and English. The files go to out/screens, or to the folder that SCREENS names. The eight pictures
// in docs/screens are copies of some of them. KYDAI_TEST_PROGRAM names the program, which runs with
// a separate data folder. With names on the command line, such as `landing lab`, only the pages
// whose names begin so are taken.
import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { filesOf } from "../scripts/games.mjs";
import { makePeople } from "./screens.people.mjs";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const out = process.env.SCREENS ?? path.join(root, "out", "screens");
const binary = process.env.KYDAI_TEST_PROGRAM ?? path.join(root, "bin", "kydai");
const only = process.argv.slice(2);

const sizes = {
  phone: { width: 360, height: 740 },
  landscape: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

// Games in progress, with the same moves in every run: the moves of testdata/line.json in the
// game's folder, or, without this file, all but the last move of testdata/whole.json.
const line = (text) => text.split(" ");
const movesIn = (file) => (file ? JSON.parse(readFileSync(file, "utf8")).moves : undefined);
const [opened, whole] = [filesOf("testdata/line.json"), filesOf("testdata/whole.json")];
const games = Object.fromEntries(
  Array.from(filesOf("ui/index.ts").keys(), (kind) => [
    kind,
    { moves: movesIn(opened.get(kind)) ?? movesIn(whole.get(kind))?.slice(0, -1) ?? [] },
  ]),
);
const wide = {
  kind: "caro",
  options: { size: "20" },
  moves: line("k10 l10 k11 k9 l11 j11 m12 j9 l12 l9 l13 l14"),
};
const won = { kind: "caro", moves: line("h8 g7 h9 g8 h10 g9 h11 g10 h12"), ended: { why: "row", winner: "first" } };

const human = { kind: "human" };
const machine = { kind: "machine", level: 3 };
const saved = (id, kind, part, second = machine) => ({
  id,
  kind,
  options: {},
  start: "",
  seed: 7,
  undone: [],
  seats: { first: human, second },
  clock: null,
  left: { first: 0, second: 0 },
  ended: null,
  created: Date.UTC(2026, 0, 2),
  updated: Date.UTC(2026, 0, 2),
  ...part,
});

/** The local storage of a browser in which games have been played before. */
function shelf() {
  const all = [saved("wide", "caro", wide), saved("won", "caro", won, human)];
  for (const [kind, g] of Object.entries(games)) all.unshift(saved(kind, kind, g), saved(`${kind}-2`, kind, g, human));
  return {
    "kydai.games": JSON.stringify(all.map((s) => s.id)),
    ...Object.fromEntries(all.map((s) => [`kydai.game.${s.id}`, JSON.stringify(s)])),
  };
}

const board = (page) => page.getByRole("gridcell").first().waitFor();
const thought = (page) => page.locator(".lines li").first().waitFor();
const clickOn = (page, square) => page.locator(`[role=gridcell][aria-label^="${square},"]`).click({ force: true });

// The pages to take, each with its name, its address and what to wait for.
const pages = [
  ...Object.keys(games).map((k) => ({ name: `landing-${k}`, at: `/play/${k}`, wait: board })),
  { name: "first", at: "/", fresh: true, wait: board },
  {
    name: "level",
    at: "/play/chess",
    async wait(page) {
      await board(page);
      await page.locator("button.who").click();
    },
  },
  {
    name: "menu",
    at: "/play/xiangqi",
    async wait(page) {
      await board(page);
      await page.locator(".actions .act").nth(2).click();
    },
  },
  { name: "play", at: "/play" },
  { name: "game-caro20", at: "/game/wide", wait: board },
  { name: "game-won", at: "/game/won", wait: board },
  { name: "games", at: "/games" },
  ...["jieqi", "xiangqi"].map((k) => ({ name: `hotseat-${k}`, at: `/hotseat/${k}`, wait: board })),
  { name: "analysis", at: "/analysis/chess?game=chess", wait: thought },
  { name: "analysis-xiangqi", at: "/analysis/xiangqi?game=xiangqi", wait: thought },
  ...Object.keys(games).map((k) => ({ name: `editor-${k}`, at: `/editor/${k}`, wait: board })),
  { name: "import", at: "/import" },
  ...Object.keys(games).map((k) => ({ name: `learn-${k}`, at: `/learn/${k}`, wait: board })),
  ...Object.keys(games).map((k) => ({ name: `rules-${k}`, at: `/rules/${k}` })),
  {
    name: "lab",
    at: "/lab",
    async wait(page) {
      const [counts, tree] = [page.locator("section").nth(0), page.locator("section").nth(1)];
      await counts.getByRole("button").first().click();
      await counts.locator("tbody tr").last().waitFor();
      await tree.getByRole("button").first().click();
      await tree.locator(".tree path").first().waitFor();
    },
  },
  { name: "online", at: "/online" },
  { name: "ranking", at: "/ranking" },
  { name: "account", at: "/account" },
  { name: "tour", at: "/tour", wait: board },
  { name: "print", at: "/print/xiangqi" },
  {
    name: "share",
    at: "/game/won",
    async wait(page) {
      await board(page);
      await page.locator(".more button").first().click();
    },
  },
  { name: "fair", at: "/fair" },
  { name: "match", match: true, wait: board },
  { name: "people-account", people: true, at: "/account" },
  { name: "people-online", people: true, at: "/online" },
  { name: "people-watch", people: true, at: "/watch" },
  { name: "people-ranking", people: true, at: "/ranking" },
  { name: "people-player", people: true, at: "/player/:id" },
  { name: "people-games", people: true, at: "/games" },
  { name: "people-admin", people: true, at: "/admin" },
  { name: "people-bell", people: true, at: "/rules", wait: (page) => page.locator("button.bell").click() },
  { name: "settings", at: "/settings" },
  { name: "gallery", at: "/dev/gallery", wait: board },
  { name: "notfound", at: "/no/such/page" },
];

function freePort() {
  return new Promise((resolve) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => resolve(port));
    });
  });
}

async function serve() {
  const port = await freePort();
  const data = mkdtempSync(path.join(tmpdir(), "kydai-screens-"));
  const child = spawn(binary, ["serve", "--unlimited", "--gallery", "--listen", `127.0.0.1:${port}`, "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, KYDAI_LOG_LEVEL: "error" },
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  const origin = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    const up = await fetch(`${origin}/healthz`).catch(() => null);
    if (up?.ok) break;
    if (i > 150) throw new Error(`${binary} does not serve`);
    await new Promise((r) => setTimeout(r, 200));
  }
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", () => resolve(rmSync(data, { recursive: true, force: true })));
      child.kill("SIGTERM");
    });
  return { origin, stop, link: /#admin=(\S+)/.exec(said)?.[1] ?? "" };
}

/**
 * Two people begin a match and play the first moves. Returns the address of the match, and the
 * cookies and storage of the first player's browser.
 */
async function beginMatch(browser, origin) {
  const [one, two] = await Promise.all([0, 1].map(() => browser.newContext({ locale: "vi-VN", baseURL: origin })));
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.locator("input[name=kind][value=xiangqi]").check({ force: true });
  await a.locator("input[name=side][value=first]").check({ force: true });
  await a.locator("input[name=clock][value='15+10']").check({ force: true });
  await a.getByRole("button", { name: "Tìm đối thủ" }).click();
  await b.goto("/online");
  await b.getByRole("button", { name: "Vào chơi" }).click();
  await Promise.all([a.waitForURL(/\/g\//), b.waitForURL(/\/g\//)]);
  for (const [i, code] of games.xiangqi.moves.entries()) {
    const [page, other] = i % 2 ? [b, a] : [a, b];
    await clickOn(page, code.slice(0, 2));
    await clickOn(page, code.slice(2));
    for (const p of [page, other]) await p.locator(".moves li button").nth(i).waitFor();
  }
  return { at: new URL(a.url()).pathname, state: await one.storageState() };
}

/**
 * Saves a screenshot in the format WebP, which Playwright itself cannot write. Returns the size of
 * the file in bytes.
 */
async function shoot(page, file) {
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality: 70 });
  writeFileSync(file, Buffer.from(data, "base64"));
  await cdp.detach();
  return statSync(file).size;
}

mkdirSync(out, { recursive: true });
const { origin, stop, link } = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
});
let bytes = 0;
try {
  const wanted = pages.filter((p) => only.length === 0 || only.some((o) => p.name.startsWith(o)));
  const match = wanted.some((p) => p.match) ? await beginMatch(browser, origin) : null;
  const people = wanted.some((p) => p.people) ? await makePeople(browser, origin, link) : null;
  for (const lang of ["vi", "en"]) {
    for (const p of wanted) {
      const context = await browser.newContext({
        viewport: sizes.phone,
        baseURL: origin,
        locale: lang === "vi" ? "vi-VN" : "en-GB",
        reducedMotion: "reduce",
        storageState: p.match ? match.state : p.people ? people.state : undefined,
      });
      if (!p.fresh && !p.match)
        await context.addInitScript(
          (items) => {
            if (localStorage.length === 0) for (const [k, v] of Object.entries(items)) localStorage.setItem(k, v);
          },
          p.people ? { "kydai.settings": '{"played":true}' } : shelf(),
        );
      // A long time limit, because the machine may be busy with other work.
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      page.on("pageerror", (e) => console.error(`${p.name}: ${e.message}`));
      await page.goto(p.match ? match.at : p.at.replace(":id", people?.player));
      await page.waitForLoadState("networkidle");
      try {
        await p.wait?.(page);
      } catch (e) {
        console.error(`${p.name}: ${e.message.split("\n")[0]}`);
      }
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await page.waitForTimeout(400);
        for (const theme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme: theme });
          const name = `${p.name}-${size}-${theme}${lang === "en" ? "-en" : ""}.webp`;
          bytes += await shoot(page, path.join(out, name));
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (over > 0) console.error(`${name}: ${over} px too wide`);
        }
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await stop();
}
console.log(`${Math.round(bytes / 1024)} kB in ${out}`);
