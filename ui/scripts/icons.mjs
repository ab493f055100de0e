// `npm run icons`: draws the PNG icons of the app from public/icon.svg in Chromium. Run it when the mark changes.
import { chromium } from "@playwright/test";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const dir = path.resolve(import.meta.dirname, "../public");
const svg = readFileSync(path.join(dir, "icon.svg"), "utf8");
const ground = /<rect[^>]* fill="([^"]+)"/.exec(svg)?.[1];
const mark = /<path[^>]*\/>/.exec(svg)?.[0];
if (!ground || !mark) throw new Error("icon.svg is not a rect and a path");

/**
 * The mark of the app on a background with square corners, because the system cuts the corners off.
 * The whole mark is inside the circle that is never cut off.
 */
const full = (scale) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${ground}"/>` +
  `<g transform="translate(20 20) scale(${scale}) translate(-20 -20)">${mark}</g></svg>`;

const icons = [
  ["icon-192.png", 192, svg],
  ["icon-512.png", 512, svg],
  ["icon-maskable-512.png", 512, full(0.78)],
  ["apple-touch-icon.png", 180, full(0.9)],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const [name, size, art] of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${art}`);
    const png = await page.screenshot({ omitBackground: true });
    writeFileSync(path.join(dir, name), png);
    console.log(name, png.length);
    await page.close();
  }
} finally {
  await browser.close();
}
