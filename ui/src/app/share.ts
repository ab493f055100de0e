// Sharing: with the system's share sheet on phones, with the clipboard elsewhere.
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

/** Copies a text. Pages without HTTPS, for example from a server in the local network, have no clipboard API. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    // Fall back to the old method, which works everywhere.
  }
  const box = document.createElement("textarea");
  box.value = text;
  box.className = "unseen";
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}
