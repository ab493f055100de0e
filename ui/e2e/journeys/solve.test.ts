// A teacher sets up a composed position from a book, lets the solver find the solution, plays the
// solution, prints it, returns to it, and repeats everything without a network.
import { expect } from "@playwright/test";
import { write } from "../../src/session/position";
import { fresh, type Person } from "./person";
import { visit } from "./visit";
import { pieceName } from "./words";
import { tick } from "../tick";

const empty = "9/9/9/9/9/9/9/9/9/9 w - - 0 1";
const at = (square: string) => Number(square.slice(1)) * 9 + (square.codePointAt(0) ?? 0) - 97;

/** The text of a xiangqi position. The parameter `pieces` has a piece for each occupied square. */
function textOf(pieces: Record<string, string>): string {
  const cells = Array.from({ length: 90 }, () => "");
  for (const [square, piece] of Object.entries(pieces)) cells[at(square)] = piece;
  return write(empty, cells, 9, 10);
}

/**
 * A position in which Red mates in three moves, and the solution. The test places the pieces in
 * this order.
 */
const problem = { d0: "K", f9: "k", e8: "a", f7: "a", e7: "b", i6: "C", h4: "R", a3: "N" };
const solution = ["h4h9", "e7g9", "h9g9", "f9f8", "i6f6"];

const scene = (p: Person, start: string, codes: string[] = []) => ({
  ...p.both(`/editor/xiangqi?start=${encodeURIComponent(start)}`, fresh("xiangqi", { start, codes: [...codes] })),
  bare: true,
});

const brush = (p: Person, piece: string) => {
  const name = piece === "" ? p.t("editor.move") : pieceName(p.taste.lang, "xiangqi", piece, 0).join(", ");
  return tick(p.page.locator(".palette").getByRole("radio", { name, exact: true }));
};
/**
 * Places the selected piece on a square. The click is forced, because the pieces lie over the
 * cells.
 */
const put = (p: Person, square: string) => {
  const cell = p.page.locator(`[role="gridcell"][aria-label^="${square},"]`);
  return p.visit.phone ? cell.tap({ force: true }) : cell.click({ force: true });
};
const result = (p: Person) => p.page.locator(".solve .result");

/** Solves the position on the board with a limit of three moves. */
async function solve(p: Person): Promise<void> {
  await p.step("asks for a win in three moves", () => p.page.getByLabel(p.t("solve.moves")).fill("3"));
  await p.step("has it solved", () => p.press(p.button("solve.go")));
  const side = p.t("side.red");
  await p.sees("that there is one, the shortest", () =>
    expect(result(p)).toHaveText([
      `${p.t("solve.proved.win", { side, n: 3 })} ${p.t("solve.shortest")} ${p.t("solve.unique")}`,
    ]),
  );
}

/** Plays the solution on the board. */
async function playOut(p: Person, start: string): Promise<void> {
  await p.step("plays it out", async () => {
    await p.press(p.button("solve.play"));
    await expect(p.page.locator(".solve [data-note]")).toHaveAttribute("data-note", "yours");
    // The form disappears and the page scrolls to the board. Wait until the board has stopped
    // moving before tapping.
    await expect(async () => {
      const before = await p.page.locator(".boardbox").boundingBox();
      await p.page.waitForTimeout(200);
      expect(await p.page.locator(".boardbox").boundingBox()).toEqual(before);
    }).toPass();
    p.scene = scene(p, start);
  });
  for (let n = 0; n < solution.length; n += 2)
    await p.step(`plays ${solution[n]}`, async () => {
      await expect(p.page.locator(".solve [data-note]")).toHaveAttribute("data-note", "yours");
      await p.make(solution[n] ?? "", "tap");
      // The program replies with the longest defence.
      p.scene = scene(p, start, solution.slice(0, n + 2));
    });
  await p.sees("that it is won", () =>
    expect(p.page.locator(".solve [data-note]")).toHaveText(p.t("solve.play.won", { side: p.t("side.red") })),
  );
  await p.step("goes back to setting pieces", async () => {
    await p.press(p.button("solve.play.end"));
    p.scene = scene(p, start);
  });
}

/** Prints the solution: one page with the board and the tree, without buttons. */
async function printed(p: Person): Promise<void> {
  await p.step("prints the solution", async () => {
    await p.page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await p.press(p.button("solve.print"));
    await expect(p.page.locator("body[data-printed]")).toHaveCount(1);
  });
  await p.sees("the board and all defences on paper", async () => {
    await p.page.emulateMedia({ media: "print" });
    await expect(p.page.locator(".kb-window")).toBeVisible();
    await expect(p.page.locator(".proof").first()).toContainText("1. ");
    await expect(p.page.locator("button:visible, form:visible")).toHaveCount(0);
    await p.page.emulateMedia({ media: "screen" });
  });
}

visit("a composed position is set up, solved, played and printed", "vi", async (v) => {
  const p = await v.person("Thầy Lâm");
  await p.open("/editor/xiangqi", { ...p.both("/editor/xiangqi", fresh("xiangqi")), bare: true });
  const set: Record<string, string> = { d0: "K", f9: "k" };
  await p.step("clears the board and puts the generals", async () => {
    await p.press(p.button("editor.clear"));
    for (const [square, piece] of Object.entries(set)) {
      await brush(p, piece);
      await put(p, square);
    }
    p.scene = scene(p, textOf(set));
  });
  for (const [square, piece] of Object.entries(problem)) {
    if (set[square]) continue;
    // Place the rook on a neighbouring square first, as if by mistake.
    const to = square === "h4" ? "h3" : square;
    await p.step(`puts ${piece} on ${to}`, async () => {
      await brush(p, piece);
      await put(p, to);
      set[to] = piece;
      p.scene = scene(p, textOf(set));
    });
  }
  const start = textOf(problem);
  await p.step("moves the rook to its place", async () => {
    await brush(p, "");
    await p.make("h3h4", "drag");
    p.scene = scene(p, start);
  });
  await p.sees("that the position is valid", () =>
    expect(p.page.locator(".verdict", { hasText: p.t("editor.ok") })).toBeVisible(),
  );
  await solve(p);
  await playOut(p, start);
  await printed(p);
  await p.turn("sideways");
  await p.fits();
  await p.turn("upright");
  await p.fits();
  // Red cannot win in two moves, so the solver must prove that Black survives two
  // moves.
  await p.step("asks for two moves", () => p.page.getByLabel(p.t("solve.moves")).fill("2"));
  await p.step("has it solved", () => p.press(p.button("solve.go")));
  await p.sees("that it is refuted", () =>
    expect(result(p)).toHaveText(p.t("solve.refuted.win", { side: p.t("side.red"), n: 2 })),
  );
  await p.step("asks whether Black survives", async () => {
    await p.pick("solve.goal", p.t("solve.goal.survive"));
    await p.pick("solve.side", p.t("side.black"));
    await p.press(p.button("solve.go"));
  });
  await p.sees("that it does", () =>
    expect(result(p)).toHaveText(p.t("solve.proved.survive", { side: p.t("side.black"), n: 2 })),
  );
  // With the switch for automatic solving on, the solver runs after each change. An additional
  // cannon creates a second solution, which it must find.
  await p.step("asks for a win again, after each change", async () => {
    await p.pick("solve.goal", p.t("solve.goal.win"));
    await p.pick("solve.side", p.t("side.red"));
    await p.page.getByLabel(p.t("solve.moves")).fill("3");
    await tick(p.page.getByRole("switch", { name: p.t("solve.auto") }));
  });
  await p.sees("one solution", () => expect(result(p)).toContainText(p.t("solve.unique")));
  await p.step("puts a cannon on b5", async () => {
    await brush(p, "C");
    await put(p, "b5");
    p.scene = scene(p, textOf({ ...problem, b5: "C" }));
  });
  await p.sees("a second one", () => expect(result(p)).toContainText(p.t("solve.seconds", { moves: "" }).slice(0, 8)));
  await p.step("takes it away again", async () => {
    await p.press(p.button("editor.undo"));
    p.scene = scene(p, start);
  });
  await p.sees("one solution", () => expect(result(p)).toContainText(p.t("solve.unique")));
  await p.step("leaves it at that", () => tick(p.page.getByRole("switch", { name: p.t("solve.auto") }), false));
  // Leave the page and return, then repeat without a network.
  await p.follow(
    "analyses it",
    p.button("editor.analyse"),
    p.both(/^\/analysis\/xiangqi/, fresh("xiangqi", { start })),
  );
  await p.history("back", scene(p, start));
  await solve(p);
  await p.step("goes on a train", async () => {
    await p.context.setOffline(true);
    p.offline = true;
  });
  await p.reload();
  await solve(p);
  await playOut(p, start);
  await printed(p);
});
