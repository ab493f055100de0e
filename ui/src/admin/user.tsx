// Shows the page of one user for the operator: sessions, role, name, deletion.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { tell } from "../app/shell";
import { agentName } from "../play/agents";
import { Field, Form } from "../play/credentials";
import { faultText } from "../play/hooks";
import { Pick } from "../play/pick";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { to } from "./at";

type Details = components["schemas"]["UserDetails"];
type Role = Details["role"];
const roles: readonly Role[] = ["player", "teacher", "organiser", "moderator", "admin"];

export function User({ id, admin }: { id: string; admin: boolean }) {
  const user = useSignal<Details | null>(null);
  const fault = useSignal("");
  const load = () =>
    rest<Details>("GET", `/admin/users/${encodeURIComponent(id)}`).then(
      (v) => (user.value = v),
      (e: unknown) => (fault.value = faultText(e)),
    );
  useEffect(() => {
    user.value = null;
    fault.value = "";
    void load();
  }, [id]);
  const act = (what: Promise<unknown>) =>
    void what.then(
      () => {
        tell(t("account.done"));
        return load();
      },
      (e: unknown) => tell(faultText(e)),
    );
  const u = user.value;
  if (fault.value) return <p role="alert">{fault.value}</p>;
  if (!u) return null;
  const path = `/admin/users/${u.player}`;
  return (
    <>
      <h2>
        <bdi>{u.name}</bdi>
      </h2>
      <p class="fine">
        {tx(`account.role.${u.role}`)} · {t("admin.created", { when: moment(u.created) })}
        {u.online ? ` · ${t("admin.online")}` : ""} ·{" "}
        {t("admin.keys", { codes: u.codes, passkeys: u.passkeys, guests: u.guests })}
      </p>
      <p class="row">
        <a class="button" {...to("sheet", { id: u.player })}>
          {t("admin.sheet")}
        </a>
        <a class="button" href={`/player/${u.player}`}>
          {t("admin.profile")}
        </a>
        {admin && (
          <a class="button" {...to("audit", { about: u.player })}>
            {t("admin.audit.about")}
          </a>
        )}
      </p>
      <section aria-label={t("account.sessions")}>
        <h2>{t("account.sessions")}</h2>
        {u.list.length === 0 && <p>{t("admin.sessions.none")}</p>}
        <ul class="list">
          {u.list.map((s) => (
            <li key={s.id}>
              <span>
                {agentName(s.agent)}
                {s.address && ` · ${s.address}`}
                <small>{t("account.sessions.seen", { when: moment(s.seen) })}</small>
              </span>{" "}
              <button
                type="button"
                class="button"
                aria-label={t("account.sessions.endOf", { agent: agentName(s.agent) })}
                onClick={() => act(rest("DELETE", `${path}/sessions/${s.id}`))}
              >
                {t("account.sessions.end")}
              </button>
            </li>
          ))}
        </ul>
        {u.list.length > 1 && (
          <button type="button" class="button" onClick={() => act(rest("DELETE", `${path}/sessions`))}>
            {t("admin.sessions.all")}
          </button>
        )}
      </section>
      {admin && <GiveRole key={u.player + u.role} path={path} role={u.role} load={load} />}
      <Form
        quiet
        title={t("admin.name.take")}
        button={t("admin.name.take")}
        onSend={async () => {
          await rest("DELETE", `${path}/name`);
          tell(t("account.done"));
          await load();
        }}
      >
        <p>{t("admin.name.how")}</p>
      </Form>
      <details>
        <summary>{t("admin.delete")}</summary>
        <Form
          title={t("admin.delete")}
          button={t("admin.delete")}
          onSend={async ({ password }) => {
            await rest("DELETE", path, { password });
            tell(t("account.done"));
            await load();
          }}
        >
          <p>{t("admin.delete.sure")}</p>
          <Field name="password" text={t("admin.password")} complete="current-password" />
        </Form>
      </details>
    </>
  );
}

function GiveRole(p: { path: string; role: Role; load(): Promise<unknown> }) {
  const role = useSignal<Role>(p.role);
  return (
    <Form
      quiet
      title={t("admin.role")}
      button={t("admin.role.set")}
      onSend={async ({ password }) => {
        await rest("PATCH", p.path, { role: role.value, password });
        tell(t("account.done"));
        await p.load();
      }}
    >
      <Pick
        label={t("admin.role")}
        name="role"
        class="bare"
        value={role.value}
        values={roles}
        text={(v) => tx(`account.role.${v}`)}
        onPick={(v) => (role.value = v)}
      />
      {role.value !== p.role && <Field name="password" text={t("admin.password")} complete="current-password" />}
    </Form>
  );
}
