// @vitest-environment happy-dom
// Tests the texts of the notices in the bell.
import { expect, it } from "vitest";
import people from "../i18n/people/en.json";
import { noticeFrom, noticeText } from "../src/app/bell";
import { speakThese } from "../src/app/i18n";

it("names the tournament and the round of a match, or else its game", () => {
  speakThese("en", { ...people, "game.chess": "Chess" });
  const n = { kind: "started", match: "m", game: "chess", other: "Dao", at: 0 } as const;
  expect(noticeText(n)).toBe("New game with Dao");
  expect(noticeFrom(n)).toBe("Chess");
  expect(noticeFrom({ ...n, event: "Spring", round: 2 })).toBe("Spring, round 2");
});
