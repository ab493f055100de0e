// Users: a list for administrators, one by name for moderators.
import { useSignal } from "@preact/signals";
import { moment, t, tx } from "../app/i18n";
import { go } from "../app/router";
import type { components } from "../wire/api";
import { at, hrefOf, to } from "./at";
import { Pages } from "./list";

type User = components["schemas"]["UserView"];

export function Users({ all }: { all: boolean }) {
  const typed = useSignal("");
  const wanted = useSignal("");
  return (
    <>
      <form
        class="row"
        onSubmit={(e) => {
          e.preventDefault();
          const name = typed.value.trim();
          wanted.value = name;
          if (all || !name) return;
          go(hrefOf("user", { id: `@${name}` }));
          at.value = new URLSearchParams(location.search);
        }}
      >
        <label class="field">
          <span>{t(all ? "admin.find" : "admin.find.exact")}</span>
          <input
            type="search"
            maxLength={24}
            autocomplete="off"
            value={typed.value}
            onInput={(e) => (typed.value = e.currentTarget.value)}
          />
        </label>
        <button class="button">{t("admin.find.go")}</button>
      </form>
      {all && (
        <Pages<User>
          path={`/admin/users?limit=50&name=${encodeURIComponent(wanted.value)}`}
          none={t("admin.nobody")}
          row={(u) => (
            <li key={u.player}>
              <a {...to("user", { id: u.player })}>
                <b>
                  <bdi>{u.name}</bdi>
                </b>
                {u.role !== "player" && <> · {tx(`account.role.${u.role}`)}</>}
                <small>
                  {t("admin.created", { when: moment(u.created) })} · {t("admin.sessions.n", { n: u.sessions })}
                  {u.seen ? ` · ${t("account.sessions.seen", { when: moment(u.seen) })}` : ""}
                </small>
              </a>
            </li>
          )}
        />
      )}
    </>
  );
}
