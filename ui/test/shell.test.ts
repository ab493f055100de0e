// Tests the page frame (app/shell.tsx): the marked menu entry, and the texts for screen readers.
import { h, render } from "preact";
import { expect, test } from "vitest";
import { place } from "../src/app/router";
import { said, say, Shell } from "../src/app/shell";
import { loading } from "../src/session/desk";

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

test("the menu marks the part that a page belongs to", async () => {
  render(h(Shell, null), document.body);
  const marked = async (path: string) => {
    place.value = path;
    await settled();
    return document.querySelector('.tabs [aria-current="page"]')?.getAttribute("href");
  };
  const pages = {
    "/": "/",
    "/play": "/",
    "/play/caro": "/",
    "/games": "/",
    "/player/@An": "/online",
    "/ranking": "/online",
    "/event/1": "/online",
  };
  for (const [page, part] of Object.entries(pages)) expect(await marked(page), page).toBe(part);
  for (const [page, part] of Object.entries({ "/g/1": "/online", "/import": "/analysis", "/account": "/settings" }))
    expect(await marked(page), page).toBe(part);
});

test("a slow load of the rules does not end what was announced before it", async () => {
  render(h(Shell, null), document.body);
  await settled();
  say("Bạn cầm Đen.");
  loading.value = true;
  await settled();
  expect(said.value).not.toBe("Bạn cầm Đen.");
  loading.value = false;
  await settled();
  expect(said.value).toBe("Bạn cầm Đen.");
});
