// Tests the form of a task that is kept during a visit to the editor, the address on cards, and the
// sentence about a record that was read in part.
import { afterEach, beforeAll, expect, it } from "vitest";
import viClasses from "../i18n/classes/vi.json";
import { speakThese } from "../src/app/i18n";
import { unread } from "../src/classes/demo";
import { editorFor, keepDraft, readDraft, type TaskDraft, taskWith } from "../src/classes/draft";
import { withScheme } from "../src/classes/teacher";

beforeAll(() => speakThese("vi", viClasses));
afterEach(() => sessionStorage.clear());

const draft: TaskDraft = {
  what: "play",
  kind: "chess",
  title: "Cờ tàn",
  due: "tomorrow",
  from: 1,
  to: 12,
  start: "",
  side: "second",
  level: 5,
  goal: "draw",
};
const at = (path: string) => new URL(path, "http://kydai.local").searchParams;

it("keeps the form of a task, and takes the position of the editor", () => {
  expect(readDraft("a", at("/"))).toEqual({});
  keepDraft("a", draft);
  expect(readDraft("a", at("/class/a/tasks"))).toEqual(draft);
  expect(readDraft("b", at("/class/b/tasks"))).toEqual({});
  const start = "8/8 w - - 0 1";
  expect(at(editorFor("a", "chess", start)).get("start")).toBe(start);
  expect(at(editorFor("a", "chess", "")).get("start")).toBeNull();
  expect(readDraft("a", at(taskWith("a", "xiangqi", start)))).toEqual({ ...draft, kind: "xiangqi", start });
  keepDraft("a", null);
  expect(readDraft("a", at("/"))).toEqual({});
});

it("adds http:// to an address without it", () => {
  expect(["kydai.local:8080", " http://a.b/ ", "https://a.b", ""].map(withScheme)).toEqual([
    "http://kydai.local:8080",
    "http://a.b",
    "https://a.b",
    "",
  ]);
});

it("says which move of a record could not be read", () => {
  const record = { format: "kydai", version: 1, game: "chess", moves: [] } as const;
  const of = (problem?: { code: string; text: string; token?: string }) =>
    unread({ record: { ...record, moves: [] }, plies: 3, problem });
  expect(of()).toBe("");
  expect(of({ code: "bad-move", text: "", token: "Qz9" })).toBe(
    "Chỉ đọc được 3 nước đầu. Nước sau đó không đọc được: “Qz9”.",
  );
  expect(of({ code: "bad-move", text: "" })).toBe("Chỉ đọc được 3 nước đầu.");
});
