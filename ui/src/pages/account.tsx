// Creates accounts, and signs in by password, recovery code or link. The file play/kept.tsx has the
// part of the page for signed-in players.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../app/boot";
import { lang, speakOf, t } from "../app/i18n";
import { go } from "../app/router";
import { addSheet } from "../app/sheets";
import sheet from "../style/tools.css?url";
import { Titled } from "../app/titled";
import { faultText, useLater } from "../play/hooks";
import { Codes, Field, Form } from "../play/credentials";
import { Kept } from "../play/kept";
import { PasskeyIn } from "../play/passkeys";
import type { Me, Summary } from "../wire/messages";
import { rest } from "../wire/rest";

interface Welcome extends Me {
  codes?: string[];
}

/**
 * Reads the secret of a link from the fragment after #, which browsers do not send to the server.
 * The page removes a sign-in secret from the address at once.
 */
function takeSecret(purpose: string): string {
  const [name, secret = ""] = location.hash.slice(1).split("=");
  return name === purpose ? secret : "";
}

/** Loads the list of blocked players with its texts. */
const loadTies = async () => {
  const [ties] = await Promise.all([import("../play/ties"), speakOf("people", lang.value)]);
  return ties;
};

/** Reloads the page for another user, so that the socket, the lists and the names are new. */
const restart = () => location.replace("/account");
/** The query of the address after the account was deleted. */
const DELETED = "?deleted";

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function AccountPage() {
  const me = useSignal<Me | null>(null);
  const fault = useSignal("");
  const link = useSignal("");
  const admin = useSignal("");
  const codes = useSignal<string[] | null>(null);
  const deleted = useSignal(location.search === DELETED);
  const ties = useLater(me.value !== null, loadTies);
  useEffect(() => {
    if (!boot.online) return;
    const read = () => {
      link.value = takeSecret("sign-in") || link.value;
      admin.value = takeSecret("admin") || admin.value;
      if (link.value || deleted.value) history.replaceState(history.state, "", location.pathname);
    };
    read();
    // If a link is opened while this page is already shown, only the hash changes, so the page
    // listens for hash changes.
    addEventListener("hashchange", read);
    rest<Me>("GET", "/me").then(
      // A child of a class has no account page and is sent to the page of the class.
      (v) => (v.role === "pupil" ? go("/classes", true) : (me.value = v)),
      (e: unknown) => (fault.value = faultText(e)),
    );
    return () => removeEventListener("hashchange", read);
  }, []);
  const welcome = (w: Welcome) => {
    if (w.codes?.length) codes.value = w.codes;
    else if (admin.value) location.reload();
    else restart();
  };
  return (
    <Titled title={t("account.title")} class="narrow account">
      {!boot.online && <p>{t("online.unavailable")}</p>}
      {deleted.value && <p role="status">{t("account.deleted")}</p>}
      {fault.value && <p role="alert">{fault.value}</p>}
      {admin.value && !codes.value && me.value && me.value.role !== "admin" && (
        <Admin secret={admin.value} signed={!!me.value.account} />
      )}
      {codes.value ? (
        <Codes codes={codes.value} onDone={admin.value ? () => location.reload() : restart} />
      ) : me.value?.account ? (
        <Kept onLeave={restart} onGone={() => location.replace(`/account${DELETED}`)} />
      ) : (
        me.value && <Guest link={link.value} onIn={welcome} />
      )}
      {ties && me.value && <ties.Blocked />}
    </Titled>
  );
}

/** Whether this browser's guest has games that an account could take over. */
async function hasPlayed(): Promise<boolean> {
  const lists = ["/me/matches?limit=1", "/me/matches?over=true&limit=1"];
  const found = await Promise.all(lists.map((path) => rest<Summary[]>("GET", path)));
  return found.some((list) => list.length > 0);
}

function Guest({ link, onIn }: { link: string; onIn(w: Welcome): void }) {
  const played = useSignal(false);
  const take = useSignal(true);
  useEffect(() => {
    hasPlayed().then(
      (yes) => (played.value = yes),
      () => undefined,
    );
  }, []);
  const taking = () => played.value && take.value;
  const takeField = played.value && (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={take.value}
        checked={take.value}
        onChange={(e) => (take.value = e.currentTarget.checked)}
      />
      <span>{t("account.take")}</span>
    </label>
  );
  if (link) return <ByLink key={link} secret={link} take={taking} takeField={takeField} onIn={onIn} />;
  return (
    <>
      <p>{t("account.why")}</p>
      <Form
        title={t("account.new")}
        button={t("account.new")}
        onSend={async (v) => onIn(await rest<Welcome>("POST", "/account", { name: v.name, password: v.password }))}
      >
        <Field name="name" text={t("account.name")} complete="username" />
        <p class="fine">{t("account.name.rule")}</p>
        <Field
          name="password"
          text={t("account.password")}
          complete="new-password"
          hint={t("account.password.least")}
        />
      </Form>
      <Form
        quiet
        title={t("account.in")}
        button={t("account.in")}
        onSend={async (v) =>
          onIn(await rest<Welcome>("POST", "/session", { name: v.name, password: v.password, take: taking() }))
        }
      >
        <Field name="name" text={t("account.name")} complete="username" />
        <Field name="password" text={t("account.password")} complete="current-password" />
        {takeField}
      </Form>
      <PasskeyIn take={taking} onIn={onIn} />
      <details>
        <summary>{t("account.forgot")}</summary>
        <Form
          title={t("account.recover")}
          button={t("account.recover")}
          onSend={async (v) =>
            onIn(await rest<Welcome>("POST", "/session/recover", { name: v.name, code: v.code, password: v.password }))
          }
        >
          <Field name="name" text={t("account.name")} complete="username" />
          <Field name="code" text={t("account.code")} complete="off" />
          <Field name="password" text={t("account.password.new")} complete="new-password" />
        </Form>
      </details>
    </>
  );
}

/**
 * Signs in by a link only after a confirmation, so that opening an address alone does not sign the
 * user in to another person's account.
 */
function ByLink(p: { secret: string; take(): boolean; takeField: preact.ComponentChildren; onIn(w: Welcome): void }) {
  const name = useSignal("");
  const fault = useSignal("");
  useEffect(() => {
    rest<{ name: string }>("POST", "/session/link/name", { link: p.secret }).then(
      (v) => (name.value = v.name),
      (e: unknown) => (fault.value = faultText(e)),
    );
  }, []);
  if (fault.value) return <p role="alert">{fault.value}</p>;
  if (!name.value) return null;
  return (
    <Form
      title={t("account.link.ask", { name: name.value })}
      button={t("account.link.yes")}
      onSend={async () => p.onIn(await rest<Welcome>("POST", "/session/link", { link: p.secret, take: p.take() }))}
    >
      {p.takeField}
    </Form>
  );
}

function Admin({ secret, signed }: { secret: string; signed: boolean }) {
  if (!signed) return <p class="ask">{t("account.admin.first")}</p>;
  return (
    <Form
      title={t("account.admin.ask")}
      button={t("account.admin.yes")}
      onSend={async () => {
        await rest("POST", "/account/admin", { link: secret });
        restart();
      }}
    />
  );
}
