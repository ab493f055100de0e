// Shows decisions of the rules about repetition: a warning before a ruling, and the reasons for a
// ruling.
import { lang, t } from "../app/i18n";
import { useLater } from "./hooks";
import type { State } from "../session/messages";
import type { Ended } from "../session/saved";

/**
 * Shows a warning while the game is running, and the reason for a ruling after the game is over.
 */
export function Ruling({ state, end }: { state: State; end: Ended | null }) {
  const r = state.ruling;
  if (!r || Boolean(r.warning) === Boolean(end)) return null;
  return (
    <p class="hint ruling" role={r.warning ? "alert" : "note"} data-warning={r.warning || undefined}>
      <b>{t(r.warning ? "ruling.warning" : "ruling.reason")}</b>{" "}
      {lang.value === "vi" || lang.value === "en" ? r.text : <Judged text={r.text} />}
    </p>
  );
}

/**
 * A sentence about a ruling, in a language other than Vietnamese and English. The translated words
 * are loaded when the first such sentence is shown.
 */
function Judged({ text }: { text: string }) {
  const words = useLater(true, async () => {
    const module = await import("./judged");
    return { ...module, words: await module.judgeWords() };
  });
  return <>{words?.judged(text, words.words) ?? ""}</>;
}
