// Shows reports about players: an administrator or moderator reads them, closes
// them with a note, and reopens them.
import { type Signal, useSignal } from "@preact/signals";
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { tell } from "../app/shell";
import { faultText } from "../play/hooks";
import { Pick } from "../play/pick";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { at, keep, to } from "./at";
import { Pages } from "./list";

type Report = components["schemas"]["ReportView"];
const states = ["open", "closed"] as const;

export function Reports() {
  const state = states.find((s) => s === at.value.get("state")) ?? "open";
  return (
    <>
      <Pick
        label={t("admin.part.reports")}
        name="state"
        class="bare"
        value={state}
        values={states}
        text={(v) => tx(`admin.reports.${v}`)}
        onPick={(v) => keep("reports", { state: v })}
      />
      <ReportList query={`state=${state}`} />
    </>
  );
}

/** The list of reports that match a query. */
export function ReportList({ query }: { query: string }) {
  const again = useSignal(0);
  return (
    <Pages<Report>
      path={`/admin/reports?limit=50&${query}`}
      again={again}
      none={t("admin.reports.none")}
      row={(r) => <One key={r.id} report={r} again={again} />}
    />
  );
}

function One({ report: r, again }: { report: Report; again: Signal<number> }) {
  const note = useSignal("");
  const settle = (e: Event) => {
    e.preventDefault();
    rest("POST", `/admin/reports/${r.id}`, { state: r.state === "open" ? "closed" : "open", note: note.value }).then(
      () => again.value++,
      (err: unknown) => tell(faultText(err)),
    );
  };
  const name = r.reportedName || r.reported.slice(0, 8);
  return (
    <li>
      <span>
        <b>{tx(`admin.reason.${r.reason}`)}</b>
        {": "}
        <a {...to("user", { id: r.reported })}>
          <bdi>{name}</bdi>
        </a>
        {r.text && (
          <>
            <br />
            {r.text}
          </>
        )}
        <small>
          {moment(r.at)} · {t("admin.reports.by", { name: r.reporterName || r.reporter.slice(0, 8) })} ·{" "}
          <a {...to("sheet", { id: r.reported })}>{t("admin.sheet")}</a>
          {r.match && (
            <>
              {" · "}
              <a href={`/g/${r.match}`}>{t("admin.reports.match")}</a>
            </>
          )}
          {r.settled && ` · ${t("admin.reports.settled", { when: moment(r.settled), note: r.note || "–" })}`}
        </small>
        <form class="row" aria-label={t("admin.reports.of", { name })} onSubmit={settle}>
          <label class="field">
            <span>{t("admin.reports.note")}</span>
            <input
              type="text"
              maxLength={500}
              autocomplete="off"
              value={note.value}
              onInput={(e) => (note.value = e.currentTarget.value)}
            />
          </label>
          <button class="button">{t(r.state === "open" ? "admin.reports.close" : "admin.reports.again")}</button>
        </form>
      </span>
    </li>
  );
}
