import { expect, it } from "vitest";
import { pastedNames } from "../src/classes/pasted";

it("reads names in lines, with and without numbers", () => {
  expect(pastedNames("1. Nguyễn Văn An\n\n2) Trần  Thị Bình \r\n - Lê Chi")).toEqual([
    "Nguyễn Văn An",
    "Trần Thị Bình",
    "Lê Chi",
  ]);
});

it("takes the column of the name of a table", () => {
  const table =
    "STT\tMã HS\tHọ và tên\tNgày sinh\tGiới tính\n1\t0012\tNguyễn Văn An\t01/02/2017\tNam\n2\t0013\tTrần Bình\t03/04/2017\tNữ";
  expect(pastedNames(table)).toEqual(["Nguyễn Văn An", "Trần Bình"]);
});

it("joins family and given names of two columns", () => {
  expect(pastedNames("STT;Họ đệm;Tên\n1;Nguyễn Văn;An\n2;Trần Thị;Bình")).toEqual(["Nguyễn Văn An", "Trần Thị Bình"]);
});

it("finds the column of names without titles", () => {
  expect(pastedNames("1,Nguyễn Văn An,2017,Nam\n2,Trần Bình,2017,Nữ")).toEqual(["Nguyễn Văn An", "Trần Bình"]);
});
