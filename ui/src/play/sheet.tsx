// Shows a menu over the page. Escape, a click outside, and moving the keyboard focus out of the
// menu close it. It is not modal, because making a page inert restyles every piece on its board,
// which takes several frames on a phone.
import type { ComponentChildren, RefObject } from "preact";
import { t } from "../app/i18n";

export function Sheet(p: { box: RefObject<HTMLDialogElement>; label?: string; children: ComponentChildren }) {
  const hide = () => p.box.current?.hidePopover();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={p.box}
      popover="auto"
      class="menu"
      aria-label={p.label ?? t("app.menu")}
      onClick={(e) => e.target === e.currentTarget && hide()}
      onFocusOut={(e) => e.relatedTarget && !e.currentTarget.contains(e.relatedTarget as Node) && hide()}
    >
      <div class="sheet">{p.children}</div>
    </dialog>
  );
}

/** Opens a menu and focuses its first element. */
export function openSheet(box: HTMLDialogElement | null): void {
  box?.showPopover();
  box?.querySelector<HTMLElement>("button:enabled, a")?.focus();
}
