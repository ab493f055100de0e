// Shows the list of keyboard shortcuts when the user presses the question mark.
import type { RefObject } from "preact";
import { t } from "../app/i18n";
import { Sheet } from "./sheet";

/** The list of keys with their functions. */
export function KeyList() {
  return (
    <>
      <p>{t("help.arrows")}</p>
      <p>{t("help.flip")}</p>
      <p>{t("help.command")}</p>
      <p>{t("help.board")}</p>
    </>
  );
}

export function Keys(p: { box: RefObject<HTMLDialogElement> }) {
  return (
    <Sheet box={p.box} label={t("help.title")}>
      <h2>{t("help.title")}</h2>
      <KeyList />
      <button type="button" class="button" onClick={() => p.box.current?.hidePopover()}>
        {t("app.close")}
      </button>
    </Sheet>
  );
}
