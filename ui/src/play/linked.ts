// Loads the study of an opened link before the page is shown.
import { signal } from "@preact/signals";
import { t } from "../app/i18n";
import { query } from "../app/router";
import { tell } from "../app/shell";
import type { Opened } from "../session/link";
import { treeOf, type Saved } from "../session/saved";
import { codesOn, read, toEnd } from "../session/tree";
import { Refused } from "../session/desk";
import { again as retried } from "../wire/again";
import type { Failure } from "./hooks";
import { errorText } from "./words";

let held: Saved | null = null;

/**
 * Set while the study of a link cannot be loaded without a connection: the reason, and a function
 * that tries again.
 */
export const awaited = signal<Failure | null>(null);

/**
 * The link of an open study that is not stored yet: its URL, and the id that the study gets when it
 * is stored.
 */
let origin: { id: string; href: string } | null = null;

/**
 * The URL of the link from which the study with this id was opened during this visit; "" for other
 * studies.
 */
export const linkOf = (id: string): string => (origin?.id === id ? origin.href : "");

/** Loads the study in the URL, if the URL contains one. */
export async function readLink(kind: string): Promise<void> {
  held = null;
  const id = query().get("study");
  if (!location.hash.startsWith("#s") && !id) {
    awaited.value = null;
    return;
  }
  let lost: Failure | null = null;
  try {
    const link = await retried(() => import("../session/link"));
    if (location.hash.startsWith(link.MARK))
      held = placed(await link.opened(location.hash.slice(link.MARK.length), kind));
    else if (id) held = placed(await link.shared(id, kind));
    else tell(t("linked.bad"));
  } catch (e) {
    const code = e instanceof Refused ? e.code : "";
    if (code === "offline" && id) lost = wait(kind, id);
    else tell(code === "not-found" ? t("linked.gone") : code ? errorText(code) : t("linked.bad"));
  }
  // From now on the page can be drawn, whether the study was loaded or loading has failed.
  awaited.value = lost;
}

/** Keeps the page waiting until the study of a short link can be loaded. */
function wait(kind: string, id: string): Failure {
  const retry = async () => {
    removeEventListener("online", again);
    // Read the link again only if the user has not opened another page meanwhile.
    if (query().get("study") === id) await readLink(kind);
  };
  const again = () => void retry();
  addEventListener("online", again, { once: true });
  return { text: t("linked.waiting"), retry: again };
}

/**
 * Opens the line of the study through the shown move, as far as the tree contains it. The moves
 * after the shown move count as taken back.
 */
function placed({ study, at }: Opened): Saved {
  if (at.length === 0) return study;
  const root = read(treeOf(study));
  const shown = codesOn(root, at);
  const line = codesOn(root, toEnd(root, at.slice(0, shown.length)));
  return { ...study, moves: shown, undone: line.slice(shown.length) };
}

/** Returns the loaded study once; a second call returns null. */
export function takeLinked(kind: string): Saved | null {
  const one = held?.kind === kind ? held : null;
  held = null;
  if (one) origin = { id: one.id, href: location.pathname + location.search + location.hash };
  return one;
}
