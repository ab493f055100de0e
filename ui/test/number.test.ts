// Tests the number field: its bounds, its step, and what it says about numbers outside its bounds.
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import board from "../i18n/en.json";
import { speakThese } from "../src/app/i18n";
import { NumberField } from "../src/play/number";

let root: HTMLElement;
beforeEach(() => {
  speakThese("en", board);
  document.body.innerHTML = "";
  root = document.body.appendChild(document.createElement("div"));
});

const one = <T extends Element>(selector: string): T => {
  const el = root.querySelector<T>(selector);
  if (!el) throw new Error(`no ${selector}`);
  return el;
};

describe("a number field", () => {
  const type = (text: string) => {
    const field = one<HTMLInputElement>("input");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  it("says why a number outside its bounds is another number", async () => {
    let value = 10;
    const show = () =>
      render(
        h(NumberField, { label: "Games", value, least: 1, most: 200, onChange: (n: number) => void (value = n) }),
        root,
      );
    await act(show);
    await act(() => type("0"));
    expect(value).toBe(1);
    await act(show);
    // What the user types stays until the user leaves the field.
    expect(one<HTMLInputElement>("input").value).toBe("0");
    expect(one("input").getAttribute("aria-invalid")).toBe("true");
    expect(one("small").textContent).toBe(" from 1 to 200");
    await act(() => void one("input").dispatchEvent(new Event("blur")));
    expect(one<HTMLInputElement>("input").value).toBe("1");
    expect(one("small").textContent).toBe(" from 1 to 200");
    await act(() => type("7"));
    expect([value, one("small").textContent]).toEqual([7, ""]);
  });
  it("can be emptied before another number is typed", async () => {
    await act(() =>
      render(h(NumberField, { label: "", value: 25, least: 1, most: 200, onChange: () => undefined }), root),
    );
    await act(() => type(""));
    expect(one<HTMLInputElement>("input").value).toBe("");
  });
  it("takes parts of 1 only with a step", async () => {
    const got: number[] = [];
    const field = (step?: number) =>
      h(NumberField, { label: "", value: 0, most: 1, step, onChange: (n) => got.push(n) });
    await act(() => render(field(0.01), root));
    expect(one("input").getAttribute("step")).toBe("0.01");
    await act(() => type("0.69"));
    await act(() => render(field(), root));
    await act(() => type("0.7"));
    expect(got).toEqual([0.69, 1]);
  });
});
