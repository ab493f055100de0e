// Handing something to others: by the system's own sheet on a phone, by the
// clipboard elsewhere.
import { t } from "./i18n";
import { tell } from "./shell";

export async function share(what: { text: string } | { url: string }): Promise<void> {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share(what).catch(() => undefined);
    return;
  }
  await copy("url" in what ? what.url : what.text);
  tell(t("app.copied"));
}

/** Pages that came without encryption, as from a server in the same house, are given no clipboard. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    // The old way serves everywhere.
  }
  const box = document.createElement("textarea");
  box.value = text;
  box.className = "unseen";
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}
