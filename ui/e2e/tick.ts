import { expect, type Locator } from "@playwright/test";

/**
 * Selects a radio button or turns a switch on or off, by its label. The form may still move while
 * the page loads, so the click waits until the label has stopped moving; otherwise it could hit
 * another button.
 */
export async function tick(box: Locator, on = true): Promise<void> {
  const label = box.locator("xpath=ancestor::label[1]");
  await expect(async () => {
    if ((await box.isChecked()) !== on) await label.click();
    await expect(box).toBeChecked({ checked: on, timeout: 1000 });
  }).toPass();
}
