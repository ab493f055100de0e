// Shows users: to administrators as a list; moderators can only search for one user by name.
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { go } from "../app/router";
import { SearchForm } from "../people/search";
import type { components } from "../wire/api";
import { at, hrefOf, keep, to } from "./at";
import { Pages } from "./list";

type User = components["schemas"]["UserView"];

export function Users({ all }: { all: boolean }) {
  const wanted = at.value.get("name") ?? "";
  return (
    <>
      <SearchForm
        label={t(all ? "admin.find" : "admin.find.exact")}
        button={t("admin.find.go")}
        value={wanted}
        onFind={(name) => {
          if (all) return keep("users", name ? { name } : {});
          if (!name) return;
          go(hrefOf("user", { id: `@${name}` }));
          at.value = new URLSearchParams(location.search);
        }}
      />
      {all && (
        <Pages<User>
          path={`/admin/users?limit=50&name=${encodeURIComponent(wanted)}`}
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
