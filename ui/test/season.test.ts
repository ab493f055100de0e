// Tests the error text for a season that ends before it starts.
import { beforeAll, expect, it } from "vitest";
import viEvents from "../i18n/events/vi.json";
import { speakThese } from "../src/app/i18n";
import { orderFault } from "../src/clubs/manage";

beforeAll(() => speakThese("vi", viEvents));

it("names both dates of a season that ends before it starts", () => {
  const at = (day: string) => new Date(`${day}T00:00`).getTime();
  expect(orderFault(at("2026-01-01"), at("2026-01-02"))).toBe("");
  const text = orderFault(at("2026-05-03"), at("2026-05-02"));
  expect(text).toMatch(/^“Đến hết ngày” \(1.*2026\) phải sau “Từ ngày” \(3.*2026\)\.$/);
});
