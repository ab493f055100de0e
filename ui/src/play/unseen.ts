// Announces results that are outside the visible part of the page, as may happen on a phone.
import { tell } from "../app/shell";

/** The height of the navigation bar at the lower edge of a phone, in pixels. */
const BAR = 64;

/**
 * Shows the text of an element as a temporary message if the element is out of view or behind the
 * navigation bar.
 */
export function tellUnseen(el: Element | null): void {
  const { top = 0, bottom = 0 } = el?.getBoundingClientRect() ?? {};
  const text = el?.textContent?.trim() ?? "";
  if (text && (top < 0 || bottom > innerHeight - BAR)) tell(text);
}
