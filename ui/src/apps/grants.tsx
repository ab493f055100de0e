// Lists the apps to which the player has given access.
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { Sure } from "../events/sure";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { useList } from "./list";

type Grant = components["schemas"]["GrantView"];

export function Grants() {
  const { list, fault, busy, act } = useList<Grant>("/me/grants");
  return (
    <section aria-label={t("apps.grants")}>
      <h2>{t("apps.grants")}</h2>
      <p class="fine">{t("apps.grants.about")}</p>
      {fault.value && <p role="alert">{fault.value}</p>}
      {list.value?.length === 0 && <p>{t("apps.grants.none")}</p>}
      <ul class="list">
        {list.value?.map((g) => (
          <li key={g.id}>
            <div>
              <bdi>
                <b>{g.app}</b>
              </bdi>
              <small>{g.scopes.map((s) => tx(`apps.scope.${s}`)).join(" · ")}</small>
              <small>{t("apps.since", { when: moment(g.created) })}</small>
            </div>
            <Sure
              text={t("apps.revoke")}
              label={t("apps.revokeOf", { name: g.app })}
              question={t("apps.revoke.sure", { name: g.app })}
              yes={t("apps.revoke")}
              no={t("play.no")}
              busy={busy.value}
              onYes={() => void act(() => rest("DELETE", `/me/grants/${g.id}`))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
