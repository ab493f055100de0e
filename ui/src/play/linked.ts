// The study of a link that somebody has opened. It is read before the page is shown.
import { t } from "../app/i18n";
import { query } from "../app/router";
import { tell } from "../app/shell";
import type { Opened } from "../session/link";
import { treeOf, type Saved } from "../session/saved";
import { codesOn, read, toEnd } from "../session/tree";
import { Refused } from "../session/desk";
import { again } from "../wire/again";
import { errorText } from "./words";

let held: Saved | null = null;

/** Reads the study in the address, if there is one. */
export async function readLink(kind: string): Promise<void> {
  held = null;
  const id = query().get("study");
  if (!location.hash.startsWith("#s") && !id) return;
  try {
    const link = await again(() => import("../session/link"));
    if (location.hash.startsWith(link.MARK))
      held = placed(await link.opened(location.hash.slice(link.MARK.length), kind));
    else if (id) held = placed(await link.shared(id, kind));
    else tell(t("linked.bad"));
  } catch (e) {
    const code = e instanceof Refused ? e.code : "";
    tell(code === "not-found" ? t("linked.gone") : code ? errorText(code) : t("linked.bad"));
  }
}

/** The study with the line through the shown move open, as far as the tree has it, and the moves after it taken back. */
function placed({ study, at }: Opened): Saved {
  if (at.length === 0) return study;
  const root = read(treeOf(study));
  const shown = codesOn(root, at);
  const line = codesOn(root, toEnd(root, at.slice(0, shown.length)));
  return { ...study, moves: shown, undone: line.slice(shown.length) };
}

/** The study that was read, once. */
export function takeLinked(kind: string): Saved | null {
  const one = held?.kind === kind ? held : null;
  held = null;
  return one;
}
