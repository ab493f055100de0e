// The choice of an engine level in a dialog.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { LevelPicker, type LevelProps } from "./level";

/** A dialog that is open while it is mounted. */
export function LevelDialog(p: LevelProps & { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // A click beside the sheet closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={t("level.label")}
      onClose={p.onClose}
      onClick={(e) => e.target === e.currentTarget && e.currentTarget.close()}
    >
      <div class="sheet">
        <LevelPicker {...p} name="dialog" />
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {t("app.close")}
        </button>
      </div>
    </dialog>
  );
}
