// Signs in with a passkey, and lists the passkeys of an account. Passkeys need https and a host
// name.
import { useSignal } from "@preact/signals";
import { t } from "../app/i18n";
import { moment } from "../app/moment";
import { tell } from "../app/shell";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { agentName } from "./agents";
import { Field, Form } from "./credentials";
import { faultText } from "./hooks";

type Key = components["schemas"]["PasskeyView"];

/** Whether this browser can use passkeys at this address. */
export const hasPasskeys = (): boolean =>
  isSecureContext &&
  !/^[\d.]+$|:/.test(location.hostname) &&
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

const optionsOf = async (path: string, body: object): Promise<never> =>
  JSON.parse((await rest<{ options: string }>("POST", path, body)).options) as never;

/** The credential as JSON; "" if the user has cancelled the browser's dialog. */
async function answerOf(made: Promise<Credential | null>): Promise<string> {
  try {
    const credential = (await made) as PublicKeyCredential | null;
    return credential ? JSON.stringify(credential.toJSON()) : "";
  } catch (e) {
    if (e instanceof DOMException && e.name === "NotAllowedError") return "";
    throw e;
  }
}

export function PasskeyIn<W>({ take, onIn }: { take(): boolean; onIn(w: W): void }) {
  const busy = useSignal(false);
  if (!hasPasskeys()) return null;
  const enter = async () => {
    busy.value = true;
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
        await optionsOf("/session/passkey/options", {}),
      );
      const answer = await answerOf(navigator.credentials.get({ publicKey }));
      if (answer) onIn(await rest<W>("POST", "/session/passkey", { answer, take: take() }));
    } catch (e) {
      tell(faultText(e));
    }
    busy.value = false;
  };
  return (
    <p>
      <button type="button" class="button" disabled={busy.value} onClick={() => void enter()}>
        {t("account.passkey.in")}
      </button>
    </p>
  );
}

export function Passkeys({
  all,
  act,
  load,
}: {
  all: readonly Key[];
  act(what: Promise<unknown>): void;
  load(): unknown;
}) {
  if (!hasPasskeys() && all.length === 0) return null;
  const add = async ({ password }: Record<string, string>) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      await optionsOf("/account/passkeys/options", { password }),
    );
    const answer = await answerOf(navigator.credentials.create({ publicKey }));
    if (!answer) return;
    await rest("POST", "/account/passkeys", { answer });
    tell(t("account.done"));
    await load();
  };
  return (
    <section aria-label={t("account.passkeys")}>
      <h2>{t("account.passkeys")}</h2>
      <p>{t("account.passkeys.why")}</p>
      <ul class="list">
        {all.map((k) => (
          <li key={k.id}>
            <span>
              {agentName(k.agent)}
              <br />
              <small>
                {k.used
                  ? t("account.sessions.seen", { when: moment(k.used) })
                  : t("account.passkey.made", { when: moment(k.created) })}
              </small>
            </span>{" "}
            <button
              type="button"
              class="button"
              aria-label={t("account.passkey.dropOf", { agent: agentName(k.agent) })}
              onClick={() => act(rest("DELETE", `/account/passkeys/${k.id}`))}
            >
              {t("account.passkey.drop")}
            </button>
          </li>
        ))}
      </ul>
      {hasPasskeys() && (
        <Form title={t("account.passkey.new")} button={t("account.passkey.new")} quiet onSend={add}>
          <Field name="password" text={t("account.password")} complete="current-password" />
        </Form>
      )}
    </section>
  );
}
