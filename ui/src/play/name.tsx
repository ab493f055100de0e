// Shows the viewer's own name in an editable field. Typed text is kept when the page around the
// field is drawn again.
import { useSignal } from "@preact/signals";
import { t } from "../app/i18n";
import { playerName } from "./words";

export function NameField(p: { name: string; onName(name: string): void }) {
  const draft = useSignal<string | null>(null);
  const done = (text: string) => {
    draft.value = null;
    if (text.trim()) p.onName(text.trim());
  };
  return (
    <label class="field">
      <span>{t("online.name")}</span>
      <input
        value={draft.value ?? playerName(p.name)}
        maxLength={24}
        onInput={(e) => (draft.value = e.currentTarget.value)}
        onChange={(e) => done(e.currentTarget.value)}
      />
    </label>
  );
}
