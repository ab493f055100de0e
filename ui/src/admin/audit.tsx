// Shows the audit log: who changed what, and when.
import { t, tOr, tx } from "../app/i18n";
import { moment } from "../app/moment";
import type { components } from "../wire/api";
import { to } from "./at";
import { Pages } from "./list";

type Row = components["schemas"]["AuditView"];

function Account({ id, name }: { id: string; name: string | undefined }) {
  return (
    <a {...to("user", { id })}>
      <bdi>{name || id.slice(0, 8)}</bdi>
    </a>
  );
}

/** The details of a row as text; roles have their translated names. */
function details(row: Row): string {
  const all = Object.entries(row.details ?? {});
  return all.map(([k, v]) => `${tOr(`admin.detail.${k}`, k)}: ${tOr(`account.role.${v}`, v)}`).join(" · ");
}

export function Audit({ about }: { about: string }) {
  return (
    <>
      <p class="fine">{t("admin.audit.how")}</p>
      {about && (
        <p>
          <a class="button" {...to("audit")}>
            {t("admin.audit.all")}
          </a>
        </p>
      )}
      <Pages<Row>
        path={`/admin/audit?limit=50&about=${encodeURIComponent(about)}`}
        none={t("admin.audit.none")}
        row={(r) => (
          <li key={`${r.at} ${r.action} ${r.subject}`}>
            <span>
              <b>{tOr(`admin.action.${r.action}`, r.action)}</b>
              {r.subject && r.subject !== r.who && (
                <>
                  {": "}
                  <Account id={r.subject} name={r.subjectName} />
                </>
              )}
              <small>
                {moment(r.at)} · {r.who ? <Account id={r.who} name={r.whoName} /> : t("admin.audit.server")}
                {r.role && ` (${tx(`account.role.${r.role}`)})`}
                {r.details && ` · ${details(r)}`}
              </small>
            </span>
          </li>
        )}
      />
    </>
  );
}
