// Operates a page with the keyboard alone, and checks that the focus is visible and never lost.
import { expect, type Locator, type Page } from "@playwright/test";
import { word } from "./play";
import type { Lang } from "./roles";

export class Keys {
  constructor(
    readonly page: Page,
    readonly lang: Lang,
  ) {}

  /** Returns the text of a key in the language of the page. */
  t(key: string, params: Record<string, string | number> = {}): string {
    return Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key, this.lang));
  }

  button(key: string, params: Record<string, string | number> = {}): Locator {
    return this.page.getByRole("button", { name: this.t(key, params), exact: true });
  }

  /**
   * Finds the summary (the heading that opens a folded part of the page) with the text of a key.
   */
  fold(key: string, params: Record<string, string | number> = {}): Locator {
    return this.page.locator("summary", { hasText: this.t(key, params) }).first();
  }

  /** Presses Tab until an element has the focus, and checks that the focus is visible on it. */
  async to(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    const has = () => what.evaluate((e) => e === document.activeElement);
    for (let i = 0; i < 200 && !(await has()); i++) await this.page.keyboard.press("Tab");
    expect(await has(), `Tab leads to ${what}`).toBe(true);
    await this.seen();
  }

  /** Checks that the element with the focus is in view, has a visible mark and is not covered. */
  async seen(): Promise<void> {
    const look = () =>
      this.page.evaluate(() => {
        const e = document.activeElement;
        if (!e || e === document.body || !e.checkVisibility()) return "the focus is lost";
        // A radio button or a switch shows its focus on the label.
        const all = [e, e.nextElementSibling, e.closest("label")].filter((x) => x !== null);
        const marked = all.find((x) => {
          const s = getComputedStyle(x);
          // The cells of a board show the focus as a box shadow and not as an outline.
          return (s.outlineStyle !== "none" && Number.parseFloat(s.outlineWidth) > 0) || s.boxShadow !== "none";
        });
        const name = `${e.tagName.toLowerCase()} ${(e.textContent ?? "").slice(0, 40)}`;
        if (!marked) return `no mark of the focus on ${name}`;
        const box = marked.getBoundingClientRect();
        const x = Math.min(innerWidth - 1, Math.max(0, box.left + Math.min(box.width / 2, 40)));
        const y = Math.min(innerHeight - 1, Math.max(0, box.top + Math.min(box.height / 2, 20)));
        if (box.bottom < 0 || box.top > innerHeight) return `${name} is out of view`;
        // The tabs at the bottom and messages have a fixed place on the screen, so they may cover
        // the element.
        let top = document.elementFromPoint(x, y);
        while (top && !["fixed", "sticky"].includes(getComputedStyle(top).position)) top = top.parentElement;
        return top && !top.contains(e) ? `${name} is covered by ${top.tagName}.${top.className}` : "";
      });
    await expect.poll(look).toBe("");
  }

  /** Presses a key on an element, waits for the result, and checks that the focus is not lost. */
  async press(what: Locator, result: () => Promise<unknown>, key = "Enter"): Promise<void> {
    await this.to(what);
    await this.page.keyboard.press(key);
    await result();
    await this.kept();
  }

  /** Checks that the last action has not lost the focus. */
  async kept(): Promise<void> {
    const lost = () =>
      this.page.evaluate(() => {
        const e = document.activeElement;
        return !e || e === document.body || !e.checkVisibility() || e.matches(":disabled");
      });
    await expect.poll(lost, { message: "the focus is lost" }).toBe(false);
  }

  /** Opens a folded part of the page by its summary. */
  open(fold: Locator): Promise<void> {
    return this.press(fold, () => expect(fold.locator("xpath=parent::details")).toHaveAttribute("open", /.*/));
  }

  /** Replaces the text of a field. */
  async write(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(text);
    await expect(field).toHaveValue(text);
  }

  /** Chooses a radio button of a group with Tab and the arrow keys. */
  async pick(group: Locator, name: string): Promise<void> {
    const radio = group.getByRole("radio", { name, exact: true });
    const checked = group.locator("input:checked");
    await this.to((await checked.count()) > 0 ? checked : group.getByRole("radio").first());
    if ((await checked.count()) === 0) await this.page.keyboard.press("Space");
    for (let i = 0; i < 20 && !(await radio.isChecked()); i++) await this.page.keyboard.press("ArrowRight");
    await expect(radio).toBeChecked();
    await this.seen();
  }

  group(key: string, params: Record<string, string | number> = {}): Locator {
    return this.page.getByRole("group", { name: this.t(key, params), exact: true });
  }
}
