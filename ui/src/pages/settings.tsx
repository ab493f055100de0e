// Shows the user's settings, and links to less common pages.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { boot, kinds } from "../app/boot";
import { lang, speak, t, tx, type Key, type Lang } from "../app/i18n";
import { langs } from "../app/languages";
import { addSheet } from "../app/sheets";
import sheet from "../style/tools.css?url";
import { change, settings } from "../app/settings";
import { Titled } from "../app/titled";
import { Answers } from "../play/answers";
import { loadView } from "../play/board";
import { BoardsOf } from "../play/boards";
import { Looks } from "../play/looks";
import { Heard, Switch } from "../play/switch";
import { gameName } from "../play/words";
import type { Me } from "../wire/messages";
import { rest } from "../wire/rest";
import { library } from "../session/here";
import { Pick } from "../play/pick";

const pages: readonly (readonly [string, Key])[] = [
  ["/games", "nav.games"],
  ["/import", "nav.import"],
  ["/editor", "nav.editor"],
  ["/rules", "nav.rules"],
  ["/lab", "nav.lab"],
];

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function SettingsPage() {
  const s = settings.value;
  const sure = useSignal(false);
  const who = useSignal("");
  useEffect(() => {
    for (const k of kinds()) void loadView(k);
    if (boot.online)
      rest<Me>("GET", "/me").then(
        (me) => (who.value = me.account ? me.name : ""),
        () => undefined,
      );
  }, []);
  const setLang = async (l: Lang) => {
    change({ lang: l });
    // This cookie tells the server in which language to render the next page.
    document.cookie = `kydai-lang=${l}; path=/; max-age=31536000; samesite=lax`;
    await speak(l);
    document.documentElement.lang = l;
  };
  const clear = () => {
    for (const id of library.ids()) {
      library.remove(id);
      localStorage.removeItem(`kydai.edits.${id}`); // the log of a study's latest edits: session/journal.ts
    }
    sure.value = false;
  };
  return (
    <Titled title={t("settings.title")} class="narrow">
      <ul class="list links">
        {boot.online && (
          <li>
            <a href="/account">{who.value ? `${t("account.title")}: ${who.value}` : t("account.enter")}</a>
          </li>
        )}
        {pages.map(([href, text]) => (
          <li key={href}>
            <a href={href}>{t(text)}</a>
          </li>
        ))}
        <li>
          <a href="/docs" data-plain>
            {t("docs.title")}
          </a>
        </li>
      </ul>
      <Pick
        label={t("settings.lang")}
        name="lang"
        value={lang.value}
        values={langs}
        text={(l) => tx(`settings.lang.${l}`)}
        onPick={(l) => void setLang(l)}
      />
      <Pick
        label={t("settings.theme")}
        name="theme"
        value={s.theme}
        values={["auto", "light", "dark"] as const}
        text={(v) => t(`settings.theme.${v}`)}
        onPick={(theme) => change({ theme })}
      />
      <Pick
        label={t("settings.contrast")}
        name="contrast"
        value={s.contrast}
        values={["auto", "more"] as const}
        text={(v) => t(`settings.contrast.${v}`)}
        onPick={(contrast) => change({ contrast })}
      />
      <div class="row">
        <Switch what="marks" text={t("settings.marks")} />
        <Heard />
        {"speechSynthesis" in globalThis && <Switch what="aloud" text={t("settings.aloud")} />}
        <Switch what="confirm" text={t("settings.confirm")} />
        <Answers />
      </div>
      {kinds().map((k) => (
        <fieldset key={k} class="pick">
          <legend>{gameName(k)}</legend>
          <BoardsOf kind={k} />
          <Looks pictured kind={k} />
        </fieldset>
      ))}
      <fieldset class="pick">
        <legend>{t("settings.data")}</legend>
        {sure.value ? (
          <p class="ask">
            {t("settings.data.sure")}{" "}
            <button type="button" class="button main" onClick={clear}>
              {t("play.yes")}
            </button>{" "}
            <button type="button" class="button" onClick={() => (sure.value = false)}>
              {t("play.no")}
            </button>
          </p>
        ) : (
          <button type="button" class="button" onClick={() => (sure.value = true)}>
            {t("settings.data.clear")}
          </button>
        )}
      </fieldset>
      <p class="fine">
        {t("settings.about", { version: /^\d|^v\d/.test(boot.version) ? boot.version : t("settings.about.devel") })}
      </p>
    </Titled>
  );
}
