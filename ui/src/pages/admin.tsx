// Shows the pages of the operator: users, reports, pending tasks, the audit log, and the page with
// the rated games of a player.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { at, follow, to } from "../admin/at";
import { Audit } from "../admin/audit";
import { Reports } from "../admin/reports";
import { Sheet } from "../admin/sheet";
import { Tasks } from "../admin/tasks";
import { User } from "../admin/user";
import { Users } from "../admin/users";
import { boot } from "../app/boot";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { Titled } from "../app/titled";
import { faultText } from "../play/hooks";
import sheet from "../style/admin.css?url";
import tools from "../style/tools.css?url";
import type { Me } from "../wire/messages";
import { rest } from "../wire/rest";

export const prepare = (): Promise<unknown> => Promise.all([addSheet(tools), addSheet(sheet)]);

/** The parts of the page for each role. The server has the same table and checks the role again. */
const partsOf = (role: string | undefined): readonly string[] =>
  role === "admin" ? ["users", "reports", "tasks", "audit"] : role === "moderator" ? ["reports", "users"] : [];

/**
 * Parts that are opened from another part of the page: each value is the part from which its key is
 * opened.
 */
const under: Record<string, string> = { user: "users", sheet: "users" };

export default function Admin() {
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    if (boot.online)
      rest<Me>("GET", "/me").then(
        (v) => (me.value = v),
        (e: unknown) => (fault.value = faultText(e)),
      );
    return follow();
  }, []);
  const parts = partsOf(me.value?.role);
  const asked = at.value.get("part") ?? "";
  const part = parts.includes(under[asked] ?? asked) ? asked : (parts[0] ?? "");
  return (
    <Titled title={t("admin.title")} class="narrow admin">
      {!boot.online && <p>{t("online.unavailable")}</p>}
      {fault.value && <p role="alert">{fault.value}</p>}
      {me.value && parts.length === 0 && <p>{t("admin.none")}</p>}
      {parts.length > 1 && (
        <nav class="row" aria-label={t("admin.title")}>
          {parts.map((p) => (
            <a key={p} class="button" aria-current={(under[part] ?? part) === p ? "page" : undefined} {...to(p)}>
              {tx(`admin.part.${p}`)}
            </a>
          ))}
        </nav>
      )}
      <Part part={part} admin={me.value?.role === "admin"} />
    </Titled>
  );
}

function Part({ part, admin }: { part: string; admin: boolean }) {
  const id = at.value.get("id") ?? "";
  switch (part) {
    case "users":
      return <Users all={admin} />;
    case "user":
      return <User id={id} admin={admin} />;
    case "sheet":
      return <Sheet key={id} id={id} />;
    case "reports":
      return <Reports />;
    case "tasks":
      return <Tasks />;
    case "audit":
      return <Audit about={at.value.get("about") ?? ""} />;
  }
  return null;
}
