// Tests the lessons: the titles of their steps, and the coordinates of their boards.
import { expect, it, test } from "vitest";
import type { Lang } from "../src/app/i18n";
import { loadView, views } from "../src/play/board";
import { coordinatesOf, lessonsOf, titleOf } from "../src/play/lessons";

test("a step is named by its first sentence, a heading without its colon", () => {
  expect(titleOf({ text: "**Xe** đi thẳng. Thử xem." })).toBe("Xe đi thẳng.");
  expect(titleOf({ text: "**Nhập thành:** vua đi hai ô." })).toBe("Nhập thành");
  expect(titleOf({ text: "**王车易位：**王走两格。" })).toBe("王车易位");
  expect(titleOf({ text: "Không có dấu" })).toBe("Không có dấu");
});

it.each([
  ["xiangqi", ["vi", "en", "zh-Hans", "zh-Hant"], "987654321"],
  ["jieqi", ["vi", "zh-Hans", "zh-Hant"], "987654321"],
  ["jieqi", ["en"], "abcdefghi"],
  ["chess", ["vi", "en", "zh-Hans", "zh-Hant"], "abcdefgh"],
] as [string, Lang[], string][])(
  "the lessons of %s in %j have the files %s below the board",
  async (kind, ls, files) => {
    await loadView(kind);
    const view = views.value[kind]!;
    for (const l of ls) {
      const coordinates = coordinatesOf(await lessonsOf(kind, l), view.coordinates);
      expect(view.geometry(files.length, 8, { coordinates }).bottom.join(""), l).toBe(files);
    }
  },
);

test("the board of a lesson has letters only if a text names a square", () => {
  const of = (...texts: string[]) =>
    coordinatesOf(
      texts.map((text) => ({ text })),
      ["files", "letters"],
    );
  expect(of("Giữ nguyên cột 9.", "Đi sĩ.")).toBe("files");
  expect(of("Đi sĩ.", "Quân ở b2 đi như pháo.")).toBe("letters");
  expect(of("走炮。", "b2 的子按炮走。")).toBe("letters");
  expect(of("The two of them: 2 chariots, 15 points.")).toBe("files");
});
