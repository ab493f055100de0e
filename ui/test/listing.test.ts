// Tests the position text that lists the pieces of xiangqi.
import { describe, expect, it } from "vitest";
import { listing } from "../../games/xiangqi/ui/listed";
import { loadListing } from "../src/games/listing";
import { parts, write } from "../src/session/position";

const board = (cells: string[] | null) => cells && write("", cells, 9, 10);

describe("a list of pieces", () => {
  it("is read as the report prints it", () => {
    expect(board(listing.read("k 9 4 -1,k 1 5 1,"))).toBe("9/3k5/9/9/9/9/9/9/9/4K4");
    expect(board(listing.read("k 9 4 – 1, k 1 5 1"))).toBe("9/3k5/9/9/9/9/9/9/9/4K4");
    expect(board(listing.read("K 10 5 -1,k 1 5 1,j1 1 1 1,m2 3 3 -1,p 5 5 1,z5 7 9 -1,x1 1 3 1,s 1 4 1"))).toBe(
      "4k4/9/9/8p/9/4C4/9/2n6/9/R1BAK4",
    );
  });

  it("is refused if a piece is unknown, off the board, without a side or on another piece", () => {
    for (const bad of [
      "",
      "q 1 5 1,",
      "k 11 5 1",
      "k 0 5 1",
      "k 1 10 1",
      "k 1 5",
      "k 1 5 2",
      "k 1 5 1,z 1 5 -1",
      "4k4/9 w",
    ])
      expect(listing.read(bad), bad).toBeNull();
  });

  it("is written so that it is read again", () => {
    const start = parts("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 9, 10)!.cells;
    const text = listing.write(start);
    expect(text.startsWith("j1 1 1 1,m1 1 2 1,x1 1 3 1,s1 1 4 1,k 1 5 1,")).toBe(true);
    expect(listing.read(text)).toEqual(start);
    expect(listing.write([])).toBe("");
  });

  it("belongs to games that have one", async () => {
    expect(await loadListing("xiangqi")).toBe(listing);
    expect(await loadListing("chess")).toBeNull();
  });
});
