// `make pictures`: compares the boards that the server draws with the boards that Chromium shows,
// cell by cell. It draws POSITIONS positions of each game (1,000), 480 pixels wide, in every piece
// set, some of them flipped. KYDAI_TEST_PROGRAM names the program. The command fails if the mean
// difference of a game is above 3 % of a cell, or the difference of a single cell above 15 %.
import { chromium } from "@playwright/test";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const binary = process.env.KYDAI_TEST_PROGRAM ?? path.join(root, "bin", "kydai");
const positions = Number(process.env.POSITIONS ?? 1000);
const meanLimit = 0.03;
const cellLimit = 0.15;

const dir = mkdtempSync(path.join(tmpdir(), "kydai-pictures-"));
const port = Number(process.env.KYDAI_TEST_E2E_PORT ?? 0) || (await freePort());
const origin = `http://127.0.0.1:${port}`;

function freePort() {
  return new Promise((done) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port: n } = s.address();
      s.close(() => done(n));
    });
  });
}

/**
 * Compares two pictures. Returns the mean difference of the colours in each cell, from 0 to 1. Runs
 * in the page.
 */
async function compare({ a, b, cells }) {
  const pixels = async (data) => {
    const img = new Image();
    img.src = `data:image/png;base64,${data}`;
    await img.decode();
    const canvas = new OffscreenCanvas(480, img.height);
    const c = canvas.getContext("2d", { willReadFrequently: true });
    c.drawImage(img, 0, 0);
    return c;
  };
  const [one, other] = await Promise.all([pixels(a), pixels(b)]);
  return cells.map(({ x, y, w, h }) => {
    const p = one.getImageData(x, y, w, h).data;
    const q = other.getImageData(x, y, w, h).data;
    let sum = 0;
    for (let i = 0; i < p.length; i++) if (i % 4 < 3) sum += Math.abs(p[i] - q[i]);
    return sum / 255 / 3 / (w * h);
  });
}

/**
 * The position and size of each cell, in pixels from the upper left corner of the board. Runs in
 * the page.
 */
function cellsOf() {
  const box = document.querySelector("#bare .kb").getBoundingClientRect();
  return [...document.querySelectorAll("#bare [role=gridcell]")].map((el) => {
    const r = el.getBoundingClientRect();
    const x = Math.round(r.left - box.left);
    const y = Math.round(r.top - box.top);
    return { x, y, w: Math.round(r.right - box.left) - x, h: Math.round(r.bottom - box.top) - y };
  });
}

async function play(page, game, list) {
  await page.goto(`${origin}/dev/gallery?bare=${game}`);
  await page.waitForFunction(() => "showBare" in window && document.querySelector("svg[data-sprite]"));
  const board = page.locator("#bare .kb-window");
  let sum = 0;
  let count = 0;
  let worst = { far: 0 };
  for (const p of list) {
    await page.evaluate((state) => window.showBare(state), p.state);
    const shown = await board.screenshot({ animations: "disabled" });
    const cells = await page.evaluate(cellsOf);
    const drawn = readFileSync(path.join(dir, p.png), "base64");
    const far = await page.evaluate(compare, { a: shown.toString("base64"), b: drawn, cells });
    for (const [i, f] of far.entries()) {
      sum += f;
      count++;
      if (f > worst.far) worst = { far: f, cell: i, position: p.text, set: p.state.look.set, shown, png: drawn };
    }
  }
  return { mean: sum / count, worst };
}

execFileSync("go", ["test", "-run", "^TestWritePositions$", "-count", "1", "-timeout", "4h", "./picture"], {
  cwd: root,
  env: { ...process.env, KYDAI_TEST_PICTURES: dir, KYDAI_TEST_POSITIONS: String(positions) },
  stdio: ["ignore", "inherit", "inherit"],
});
const server = spawn(
  binary,
  ["serve", "--listen", `127.0.0.1:${port}`, "--data", path.join(dir, "data"), "--gallery", "--unlimited"],
  { stdio: "ignore" },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const page = await browser.newPage({
    viewport: { width: 800, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  for (let i = 0; i < 100; i++) {
    if (
      await fetch(`${origin}/healthz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    await new Promise((done) => setTimeout(done, 100));
  }
  const all = JSON.parse(readFileSync(path.join(dir, "positions.json"), "utf8"));
  for (const [game, list] of Object.entries(all)) {
    const { mean, worst } = await play(page, game, list);
    const percent = (v) => `${(100 * v).toFixed(2)} %`;
    console.log(
      `${game}: ${list.length} positions, mean ${percent(mean)} of a cell, worst cell ${percent(worst.far)} (${worst.set}, ${worst.cell}: ${worst.position})`,
    );
    if (mean > meanLimit || worst.far > cellLimit) process.exitCode = 1;
    if (process.env.KEEP && worst.shown) {
      const { writeFileSync } = await import("node:fs");
      writeFileSync(path.join(process.env.KEEP, `${game}-browser.png`), worst.shown);
      writeFileSync(path.join(process.env.KEEP, `${game}-server.png`), Buffer.from(worst.png, "base64"));
    }
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(dir, { recursive: true, force: true });
}
