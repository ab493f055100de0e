// Lists the player's API tokens, which bots use to act for the player.
import { useSignal } from "@preact/signals";
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { Sure } from "../events/sure";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { Checks, Shown, useList } from "./list";

type Token = components["schemas"]["TokenView"];

const scopes = ["read", "play", "talk", "webhooks"] as const;
/** Days until a token expires; 0: one year after its last use. */
const ends = [30, 90, 365, 0] as const;

export function Tokens() {
  const { list, fault, busy, act } = useList<Token>("/tokens");
  const secret = useSignal("");
  const make = async (e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const days = Number(data.get("days"));
    const body = { name: data.get("name"), scopes: data.getAll("scope"), ...(days ? { days } : {}) };
    const done = await act(async () => {
      secret.value = (await rest<Token>("POST", "/tokens", body)).token ?? "";
    });
    if (done) form.reset();
  };
  return (
    <section aria-label={t("apps.tokens")}>
      <h2>{t("apps.tokens")}</h2>
      <p class="fine">{t("apps.tokens.about")}</p>
      {fault.value && <p role="alert">{fault.value}</p>}
      {list.value?.length === 0 && <p>{t("apps.tokens.none")}</p>}
      <ul class="list">
        {list.value?.map((k) => (
          <li key={k.id}>
            <div>
              <bdi>
                <b>{k.name}</b>
              </bdi>
              <small>{k.scopes?.map((s) => tx(`apps.scope.${s}`)).join(" · ") ?? t("apps.scope.all")}</small>
              <small>
                {t("apps.since", { when: moment(k.created) })}
                {k.expires ? ` · ${t("apps.until", { when: moment(k.expires) })}` : ""}
              </small>
            </div>
            <Sure
              text={t("apps.revoke")}
              label={t("apps.revokeOf", { name: k.name })}
              question={t("apps.token.sure", { name: k.name })}
              yes={t("apps.revoke")}
              no={t("play.no")}
              busy={busy.value}
              onYes={() => void act(() => rest("DELETE", `/tokens/${k.id}`))}
            />
          </li>
        ))}
      </ul>
      {secret.value ? (
        <Shown
          label={t("apps.token")}
          about={t("apps.token.once")}
          secret={secret.value}
          onDone={() => (secret.value = "")}
        />
      ) : (
        <details class="fold">
          <summary>{t("apps.token.new")}</summary>
          <form class="setup" aria-label={t("apps.token.new")} onSubmit={(e) => void make(e)}>
            <label class="field">
              <span>{t("apps.token.name")}</span>
              <input name="name" required maxLength={24} autocomplete="off" />
            </label>
            <Checks legend={t("apps.token.may")} name="scope" words={scopes} text={(w) => tx(`apps.scope.${w}`)} />
            <label class="field">
              <span>{t("apps.token.ends")}</span>
              <select name="days">
                {ends.map((n) => (
                  <option key={n} value={n}>
                    {n ? t("apps.token.days", { n }) : t("apps.token.unused")}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" class="button main" disabled={busy.value}>
              {t("apps.token.make")}
            </button>
          </form>
        </details>
      )}
    </section>
  );
}
