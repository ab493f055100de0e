// Creates the link of a whole study for the share panel: in the URL itself if the study is short,
// otherwise stored on the server; if neither is possible, the panel offers a file.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import type { Subject } from "../app/share";
import { Refused } from "../session/desk";
import { again } from "../wire/again";
import { errorText } from "./words";

export interface Whole {
  /**
   * The path of the link with the whole study; "" if the study is too long or the link is not ready
   * yet.
   */
  link: Signal<string>;
  /** The compressed study; "" until it is ready. */
  text: Signal<string>;
}

/**
 * Creates the link with the whole study if the study has more than its main line and is short
 * enough.
 */
export function useWhole({ partly, saved, kind, at }: Subject): Whole {
  const link = useSignal("");
  const text = useSignal("");
  useEffect(() => {
    if (!partly || !saved) return;
    again(() => import("../session/link"))
      .then(async ({ MARK, LONGEST, packed }) => {
        text.value = await packed(saved, at);
        if (MARK.length + text.value.length <= LONGEST) link.value = `/analysis/${kind}${MARK}${text.value}`;
      })
      .catch(() => undefined); // if this fails, the link that contains only the moves is used
  }, [saved, partly]);
  return { link, text };
}

/**
 * Whether a link contains the whole study after #. Browsers do not send this part to the server.
 */
export const isInside = (path: string): boolean => path.includes("#");

/** The reason why no short link was created. */
function refused(code: string): string {
  if (code === "offline") return t("share.short.offline");
  if (code === "bad-request") return t("share.short.long");
  return code === "too-many" ? t("share.short.many") : errorText(code);
}

/** The buttons for a study: create a short link, or save a file. */
export function StudyLinks(p: { subject: Subject; whole: Whole; onWord(text: string): void }) {
  const { saved, kind } = p.subject;
  const { link, text } = p.whole;
  const busy = useSignal(false);
  if (!saved || !text.value) return null;
  const shorten = async () => {
    busy.value = true;
    try {
      const { shorten: store } = await again(() => import("../session/link"));
      link.value = await store(text.value, kind);
      p.onWord(t("share.short.made"));
    } catch (e) {
      p.onWord(refused(e instanceof Refused ? e.code : "internal"));
    }
    busy.value = false;
  };
  const save = async () => {
    try {
      const { download, recordOf } = await again(() => import("../session/records"));
      download(saved, "json", await recordOf(saved, "json"));
    } catch {
      p.onWord(t("error.offline"));
    }
  };
  const isShort = link.value !== "" && !isInside(link.value);
  return (
    <div class="grid">
      {!isShort && (
        <button type="button" class="button" disabled={busy.value} onClick={() => void shorten()}>
          {t("share.short")}
        </button>
      )}
      <button type="button" class="button" onClick={() => void save()}>
        {t("share.file")}
      </button>
    </div>
  );
}
