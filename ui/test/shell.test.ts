// What the shell announces.
import { h, render } from "preact";
import { expect, test } from "vitest";
import { said, say, Shell } from "../src/app/shell";
import { loading } from "../src/session/desk";

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

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
