// Shows everything that acts for a player or is notified of the player's games: third-party apps,
// tokens of bots, webhooks.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../app/boot";
import { t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { Titled } from "../app/titled";
import { Grants } from "../apps/grants";
import { Tokens } from "../apps/tokens";
import { Webhooks } from "../apps/webhooks";
import { faultText } from "../play/hooks";
import sheet from "../style/apps.css?url";
import type { Me } from "../wire/messages";
import { rest } from "../wire/rest";

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function AppsPage() {
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    if (boot.online)
      rest<Me>("GET", "/me").then(
        (v) => (me.value = v),
        (e: unknown) => (fault.value = faultText(e)),
      );
  }, []);
  const who = me.value;
  return (
    <Titled title={t("apps.title")} class="narrow apps">
      {!boot.online && <p>{t("online.unavailable")}</p>}
      {fault.value && <p role="alert">{fault.value}</p>}
      {who && (!who.account || who.role === "pupil") && <p>{t("apps.guest")}</p>}
      {who?.account && who.role !== "pupil" && (
        <>
          <Grants />
          <Tokens />
          <Webhooks />
        </>
      )}
      <p>
        <a href="/account">{t("apps.back")}</a>
      </p>
    </Titled>
  );
}
