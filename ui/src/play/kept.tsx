// Shows the account of a signed-in player: sessions, signing in on another device, name, password,
// recovery codes, data.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { change, settings } from "../app/settings";
import { tell } from "../app/shell";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { agentName } from "./agents";
import { Codes, Field, Form } from "./credentials";
import { faultText } from "./hooks";
import { Passkeys } from "./passkeys";

type View = components["schemas"]["AccountView"];
type Session = components["schemas"]["SessionView"];

export function Kept({ onLeave, onGone }: { onLeave(): void; onGone(): void }) {
  const view = useSignal<View | null>(null);
  const fault = useSignal("");
  const codes = useSignal<string[] | null>(null);
  const load = () =>
    rest<View>("GET", "/account").then(
      (v) => (view.value = v),
      (e: unknown) => (fault.value = faultText(e)),
    );
  useEffect(() => {
    // A signed-in player may have matches and challenges, so from now on the pages on this device
    // request them from the server.
    if (!settings.peek().played) change({ played: true });
    void load();
  }, []);
  const act = (what: Promise<unknown>, after: () => unknown = load) =>
    void what.then(after, (e: unknown) => tell(faultText(e)));
  const v = view.value;
  if (fault.value) return <p role="alert">{fault.value}</p>;
  if (codes.value) return <Codes codes={codes.value} onDone={() => (codes.value = null)} />;
  if (!v) return null;
  return (
    <>
      <p class="who">
        <bdi>
          <strong>{v.name}</strong>
        </bdi>
        {v.role !== "player" && <> · {tx(`account.role.${v.role}`)}</>}
      </p>
      <p class="row">
        <a class="button" href="/games">
          {t("account.games")}
        </a>
        <a class="button" href={`/player/${encodeURIComponent(v.player)}`}>
          {t("account.profile")}
        </a>
        <a class="button" href="/ranking">
          {t("account.ranking")}
        </a>
        <a class="button" href="/account/apps">
          {t("apps.title")}
        </a>
        {(v.role === "admin" || v.role === "moderator") && (
          <a class="button" href="/admin">
            {t("admin.title")}
          </a>
        )}
        <button type="button" class="button" onClick={() => act(rest("DELETE", "/session"), onLeave)}>
          {t("account.out")}
        </button>
      </p>
      {v.guest && (
        <p class="ask">
          {t("account.guest")}{" "}
          <button
            type="button"
            class="button"
            onClick={() =>
              act(rest("POST", "/account/guest"), () => {
                tell(t("account.taken"));
                return load();
              })
            }
          >
            {t("account.guest.take")}
          </button>
        </p>
      )}
      <Sessions all={v.sessions} act={act} />
      <OtherDevice />
      <Passkeys all={v.passkeys} act={act} load={load} />
      <Form
        title={t("account.rename")}
        quiet
        button={t("account.rename")}
        onSend={async ({ name }) => {
          await rest("PATCH", "/me", { name });
          tell(t("account.done"));
          await load();
        }}
      >
        <Field name="name" text={t("account.name")} complete="username" value={v.name} hint={t("account.rename.how")} />
        <p class="fine">{t("account.rename.how")}</p>
      </Form>
      <Form
        title={t("account.change")}
        quiet
        button={t("account.change")}
        onSend={async (x) => {
          await rest("POST", "/account/password", { old: x.old, new: x.password });
          tell(t("account.done"));
          await load();
        }}
      >
        <Field name="old" text={t("account.password.old")} complete="current-password" />
        <Field name="password" text={t("account.password.new")} complete="new-password" />
      </Form>
      <Form
        title={t("account.codes")}
        quiet
        button={t("account.codes.new")}
        onSend={async ({ password }) => {
          codes.value = (await rest<{ codes: string[] }>("POST", "/account/codes", { password })).codes;
          await load();
        }}
      >
        <p>{t("account.codes.left", { n: v.codes })}</p>
        <Field name="password" text={t("account.password")} complete="current-password" />
      </Form>
      <section>
        <h2>{t("account.data")}</h2>
        <p>
          <a class="button" href="/api/account/export" download="kydai.ndjson">
            {t("account.export")}
          </a>
        </p>
        <Delete onGone={onGone} />
      </section>
    </>
  );
}

function Delete({ onGone }: { onGone(): void }) {
  const running = useSignal(0);
  const count = () =>
    rest<unknown[]>("GET", "/me/matches").then(
      (list) => (running.value = list.length),
      () => undefined,
    );
  return (
    <details onToggle={(e) => e.currentTarget.open && void count()}>
      <summary>{t("account.delete")}</summary>
      <Form
        title={t("account.delete")}
        button={t("account.delete")}
        onSend={async ({ password }) => {
          await rest("DELETE", "/account", { password });
          onGone();
        }}
      >
        <p>{t("account.delete.sure")}</p>
        {running.value > 0 && (
          <p>
            <strong>{t("account.delete.running", { n: running.value })}</strong>
          </p>
        )}
        <Field name="password" text={t("account.password")} complete="current-password" />
      </Form>
    </details>
  );
}

function Sessions({ all, act }: { all: readonly Session[]; act(what: Promise<unknown>): void }) {
  return (
    <section aria-label={t("account.sessions")}>
      <h2>{t("account.sessions")}</h2>
      <ul class="list">
        {all.map((s) => (
          <li key={s.id}>
            <span>
              {agentName(s.agent)}
              {s.this ? ` (${t("account.sessions.this")})` : ` · ${s.address}`}
              <br />
              {!s.this && <small>{t("account.sessions.seen", { when: moment(s.seen) })}</small>}
            </span>{" "}
            {!s.this && (
              <button
                type="button"
                class="button"
                aria-label={t("account.sessions.endOf", { agent: agentName(s.agent) })}
                onClick={() => act(rest("DELETE", `/account/sessions/${s.id}`))}
              >
                {t("account.sessions.end")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {all.length > 2 && (
        <button type="button" class="button" onClick={() => act(rest("DELETE", "/account/sessions"))}>
          {t("account.sessions.all")}
        </button>
      )}
    </section>
  );
}

/** A QR code that signs another device in. */
function OtherDevice() {
  const made = useSignal<{ link: string; qr: string } | null>(null);
  const show = () =>
    void rest<{ link: string; qr: string; expires: number }>("POST", "/account/links", {}).then(
      (v) => {
        made.value = v;
        setTimeout(() => (made.value = null), 120_000);
      },
      (e: unknown) => tell(faultText(e)),
    );
  return (
    <section aria-label={t("account.phone")}>
      <h2>{t("account.phone")}</h2>
      {made.value ? (
        <>
          <p>{t("account.phone.how")}</p>
          <img
            class="qr"
            width="240"
            height="240"
            src={`data:image/svg+xml,${encodeURIComponent(made.value.qr)}`}
            alt={t("account.phone.alt")}
            data-link={made.value.link}
          />
        </>
      ) : (
        <button type="button" class="button" onClick={show}>
          {t("account.phone.show")}
        </button>
      )}
    </section>
  );
}
