import { h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { NameField } from "../src/play/name";

it("keeps a name that is being typed while the page is drawn again", async () => {
  const names: string[] = [];
  const box = document.createElement("div");
  const draw = (name: string) =>
    act(() => render(h(NameField, { name, onName: (n: string) => void names.push(n) }), box));
  await draw("Guest 1234");
  const input = box.querySelector("input") as HTMLInputElement;
  await act(() => {
    input.value = "Lan";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await draw("Guest 1234");
  expect(input.value).toBe("Lan");
  await act(() => void input.dispatchEvent(new Event("change", { bubbles: true })));
  expect(names).toEqual(["Lan"]);
  await draw("Lan");
  expect(input.value).toBe("Lan");
});
