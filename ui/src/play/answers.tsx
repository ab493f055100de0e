// Shows the switches for engine opponents: whether they answer at once or after a person's time,
// and whether they make remarks.
import { useLater } from "./hooks";
import { lang, speakOf, t } from "../app/i18n";
import { atOnce } from "../session/atonce";
import { characterTexts } from "./charactertexts";
import { Switch } from "./switch";

export function Answers() {
  const ready = useLater(true, () => speakOf("character", lang.value, characterTexts).then(() => true));
  return ready ? (
    <>
      <Switch what="instant" on={atOnce()} text={t("char.instant")} />
      <Switch what="silent" text={t("char.silent")} />
    </>
  ) : null;
}
