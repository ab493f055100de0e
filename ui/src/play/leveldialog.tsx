// Lets the user choose an engine level in a dialog.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { fitOf } from "../session/today";
import { LevelPicker, type LevelProps } from "./level";
import { Wish } from "./wish";

/** A dialog that opens when it is mounted. */
export function LevelDialog(p: LevelProps & { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // A click beside the dialog closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={t("level.label")}
      onClose={p.onClose}
      onClick={(e) => e.target === e.currentTarget && e.currentTarget.close()}
    >
      <div class="sheet">
        <LevelPicker {...p} name="dialog" />
        <Wish kind={p.kind} level={p.level || Math.round(fitOf(p.kind))} side={null} plain={false} opening="" />
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {t("app.close")}
        </button>
      </div>
    </dialog>
  );
}
