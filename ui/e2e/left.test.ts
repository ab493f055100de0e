// A player leaves an online game: the one who stays may claim it after a time that both are shown.
import { devices, expect, test } from "@playwright/test";
import { click, moves, ready, word } from "./play";

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const before = (key: string) => word(key).split("{")[0] ?? "";

test("a game can be claimed when the opponent has left, and not if they come back in time", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(phone), browser.newContext(phone)]);
  const a = await one.newPage();
  let b = await two.newPage();
  await Promise.all([a.request.get("/api/me"), b.request.get("/api/me")]);
  // The second player has 12 seconds, so that is how long the first one waits, with ten minutes more.
  const deal = { game: "chess", side: "first", clock: "0.2+0", extra: [600_000, 0] };
  const offer = (await (await a.request.post("/api/offers", { data: deal })).json()) as { id: string };
  const match = (await (await b.request.post(`/api/offers/${offer.id}/accept`)).json()) as { id: string };
  await Promise.all([a.goto(`/g/${match.id}`), b.goto(`/g/${match.id}`)]);
  await Promise.all([ready(a), ready(b)]);
  await click(a, "e2e4");
  await moves(b, 1);
  await click(b, "e7e5");
  await moves(a, 2);
  const wait = a.locator(".ask");

  // Gone, and back in time: both are told, and nothing can be claimed.
  await b.waitForTimeout(3500); // until the page knows how long it may be away
  await b.close();
  await expect(wait).toContainText(before("left.soon"));
  await expect(wait.getByRole("button")).toHaveCount(0);
  const box = await wait.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(844);
  await a.waitForTimeout(3000);
  b = await two.newPage();
  await b.goto(`/g/${match.id}`);
  await ready(b);
  await expect(wait).toHaveCount(0);
  await expect(b.locator(".note")).toContainText(before("left.back"));

  // Gone for good.
  await b.close();
  await wait.getByRole("button", { name: word("left.win") }).click({ timeout: 60_000 });
  await expect(a.locator(".status.end")).toContainText(`Đối thủ ${word("why.left").replace("{loser} ", "")}`);
  await expect(a.locator(".status.end")).toHaveAttribute("data-seal", "won");
  b = await two.newPage();
  await b.goto(`/g/${match.id}`);
  await expect(b.locator(".status.end")).toContainText(word("end.youlose"));
  await Promise.all([one.close(), two.close()]);
});
