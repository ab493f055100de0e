// Tests who counts as checked in for the next round, and the sentence for a round that cannot be
// paired.
import { beforeAll, describe, expect, it } from "vitest";
import viEvents from "../i18n/events/vi.json";
import { speakThese } from "../src/app/i18n";
import { attendance, refusal } from "../src/events/checkin";
import type { Shown } from "../src/events/data";
import type { EventSettings } from "../src/wire/messages";

beforeAll(() => speakThese("vi", viEvents));

const people = [
  { entrant: 1, name: "An", player: "a", checkedIn: true },
  { entrant: 2, name: "Bình", player: "b" },
  { entrant: 3, name: "Chú Ba" },
  { entrant: 4, name: "Dũng", player: "d", leaves: 1 },
  { entrant: 5, name: "Em", player: "e", bye: "half" },
];
const shown = (settings: Partial<EventSettings>) =>
  ({ event: { paired: 0, settings }, entrants: people }) as unknown as Shown;

describe("checking in", () => {
  it("asks nobody at wooden boards without a check-in", () => expect(attendance(shown({ boards: "wood" }))).toBeNull());
  it("counts everybody if a check-in is required", () =>
    expect(attendance(shown({ boards: "wood", checkIn: true }))).toEqual({
      here: 1,
      all: 3,
      missing: ["Bình", "Chú Ba"],
    }));
  it("leaves out people without a device if the check-in only decides who plays on screen", () =>
    expect(attendance(shown({ boards: "both" }))).toEqual({ here: 1, all: 2, missing: ["Bình"] }));
  it("says who is missing if a round cannot be paired", () => {
    expect(refusal(shown({ boards: "wood", checkIn: true }))).toBe(
      "Chưa xếp cặp được: mới có 1 trên 3 người báo có mặt. Còn thiếu: Bình, Chú Ba.",
    );
    expect(refusal(shown({ boards: "both" }))).toBe(viEvents["event.error.no-pairing"]);
  });
});
