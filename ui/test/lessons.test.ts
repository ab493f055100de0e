import { expect, test } from "vitest";
import { titleOf } from "../src/play/lessons";

test("a step is named by its first sentence, a heading without its colon", () => {
  expect(titleOf({ text: "**Xe** đi thẳng. Thử xem." })).toBe("Xe đi thẳng.");
  expect(titleOf({ text: "**Nhập thành:** vua đi hai ô." })).toBe("Nhập thành");
  expect(titleOf({ text: "**王车易位：**王走两格。" })).toBe("王车易位");
  expect(titleOf({ text: "Không có dấu" })).toBe("Không có dấu");
});
