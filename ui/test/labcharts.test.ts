// Tests the charts of the lab, and pictures as files.
import { h, render } from "preact";
import { beforeEach, describe, expect, it } from "vitest";
import { speakThese } from "../src/app/i18n";
import { Plot, ticks } from "../src/lab/plot";
import { chartText } from "../src/lab/save";

let root: HTMLElement;
beforeEach(() => {
  speakThese("en", {});
  document.body.innerHTML = "";
  root = document.body.appendChild(document.createElement("div"));
});

const one = <T extends Element>(selector: string): T => {
  const el = root.querySelector<T>(selector);
  if (!el) throw new Error(`no ${selector}`);
  return el;
};

describe("a chart", () => {
  it("has round numbers on its axis", () => {
    expect(ticks(0, 100)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks(300, 5000)).toEqual([1000, 2000, 3000, 4000, 5000]);
    expect(ticks(1, 3)).toEqual([1, 2, 3]);
    expect(ticks(7, 7)).toEqual([7]);
  });
  it("names its axes and shows their scale", () => {
    const mark = (x: number) => ({ x, at: 50, low: 40, high: 60 });
    render(h(Plot, { marks: [mark(0), mark(100)], across: "Games", up: "Points", label: "" }), root);
    const texts = [...root.querySelectorAll("text")].map((el) => el.textContent);
    expect(texts).toEqual(["0", "25", "50", "75", "100", "0", "20", "40", "60", "80", "100", "Points", "Games"]);
    // The value 50 is drawn at the height of the mark 50 of the axis.
    const heights = [...root.querySelectorAll("line")].map((el) => Number(el.getAttribute("y1")).toFixed(1));
    expect(one("polyline").getAttribute("points")).toContain(`,${heights[2]}`);
  });
});

describe("a picture as a file", () => {
  it("holds the symbols that it uses, with the colours of the page", () => {
    root.innerHTML =
      `<svg><symbol id="man"><path id="head" fill="var(--paint)"/><use href="#body"/></symbol>` +
      `<circle id="body" stroke="var(--none, red)"/><circle id="other"/></svg>` +
      `<svg id="drawn" viewBox="-1 -1 9 9" aria-label="Men" style="--paint: rgb(1, 2, 3)"><use href="#man"/></svg>`;
    const text = chartText(one<SVGSVGElement>("#drawn"));
    expect(text).toContain(`<symbol`);
    expect(text).toContain(`fill="rgb(1, 2, 3)"`);
    expect(text).toContain(`id="body"`);
    expect(text).not.toContain(`id="other"`);
    expect(text).not.toContain("var(");
    expect(text).toContain("<title>Men</title>");
  });
});
