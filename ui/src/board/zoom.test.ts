// @vitest-environment node
import { expect, it } from "vitest";
import { pan, whole, zoomAt } from "./zoom";

it("keeps the place under the finger", () => {
  for (const [fx, fy] of [
    [0, 0],
    [0.3, 0.8],
    [1, 1],
  ] as const) {
    const z = zoomAt(whole, 2.5, fx, fy);
    expect(z.k).toBe(2.5);
    expect(z.x + fx * z.k).toBeCloseTo(fx);
    expect(z.y + fy * z.k).toBeCloseTo(fy);
  }
});

it("never shows what is beside the board", () => {
  let z = zoomAt(whole, 3, 0.5, 0.5);
  z = pan(z, 9, -9);
  expect(z).toEqual({ k: 3, x: 0, y: -2 });
  expect(zoomAt(z, 0.01, 0.5, 0.5)).toEqual(whole);
  expect(zoomAt(z, 100, 0.5, 0.5).k).toBe(4);
});
