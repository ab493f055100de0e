// Shows the pages of classes: the list of a teacher's classes, the class of a child, and signing in
// with a card. /class/:id is the teacher's page of a class.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../app/boot";
import { t } from "../app/i18n";
import { go, type PageProps } from "../app/router";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { Codes, Enter, Mine } from "../classes/child";
import { ClassPage } from "../classes/teacher";
import { faultOf } from "../classes/texts";
import type { ClassHead, ClassView, Me } from "../wire/messages";
import { rest } from "../wire/rest";

export { ready as prepare } from "../classes/texts";

const teachers = new Set(["admin", "teacher"]);

export default function Classes({ id, view }: PageProps) {
  return id ? <ClassPage key={id} id={id} view={view} /> : <Home />;
}

function Home() {
  const me = useSignal<Me | null>(null);
  const secret = useSignal("");
  const fault = useSignal("");
  useEffect(() => {
    if (!boot.online) return;
    // The secret of a card is in the fragment after #, which browsers do not send to the server.
    // The secret is removed from the address at once.
    const read = () => {
      if (!location.hash) return;
      secret.value = location.hash.slice(1);
      history.replaceState(history.state, "", location.pathname);
    };
    read();
    addEventListener("hashchange", read);
    rest<Me>("GET", "/me").then(
      (v) => (me.value = v),
      (e: unknown) => (fault.value = faultOf(e, "class")),
    );
    return () => removeEventListener("hashchange", read);
  }, []);
  const who = me.value;
  const child = who?.role === "pupil";
  return (
    <Titled title={t("classes.title")} class="narrow classes">
      {!boot.online && <p>{t("online.unavailable")}</p>}
      {fault.value && <p role="alert">{fault.value}</p>}
      {who && secret.value ? (
        who.account && !child ? (
          <p role="alert">{t("card.account")}</p>
        ) : (
          <Enter secret={secret.value} />
        )
      ) : child ? (
        <Mine me={who} />
      ) : (
        who && <Teacher me={who} />
      )}
    </Titled>
  );
}

function Teacher({ me }: { me: Me }) {
  const list = useSignal<ClassHead[] | null>(null);
  const name = useSignal("");
  const busy = useSignal(false);
  const teaches = teachers.has(me.role ?? "");
  useEffect(() => {
    if (teaches)
      rest<ClassHead[]>("GET", "/classes").then(
        (l) => (list.value = l),
        (e: unknown) => tell(faultOf(e, "class")),
      );
  }, []);
  const create = async (e: Event) => {
    e.preventDefault();
    busy.value = true;
    try {
      go(`/class/${(await rest<ClassView>("POST", "/classes", { name: name.value })).id}`);
    } catch (fail) {
      tell(faultOf(fail, "class"));
      busy.value = false;
    }
  };
  if (!teaches)
    return (
      <>
        {!me.account && <Codes />}
        <p class="fine">
          {t("classes.about")} {t(me.account ? "classes.role" : "classes.guest")}{" "}
          {!me.account && <a href="/account">{t("classes.signin")}</a>}
        </p>
      </>
    );
  return (
    <>
      <p>{t("classes.about")}</p>
      {list.value?.length === 0 && <p>{t("classes.none")}</p>}
      <ul class="list rows">
        {list.value?.map((c) => (
          <li key={c.id}>
            <a href={`/class/${c.id}`}>
              <b>{c.name}</b>
              <small>{t("classes.children", { n: c.pupils })}</small>
            </a>
          </li>
        ))}
      </ul>
      <form class="setup" aria-label={t("classes.new")} onSubmit={(e) => void create(e)}>
        <h2>{t("classes.new")}</h2>
        <label class="field">
          <span>{t("classes.name")}</span>
          <input required maxLength={80} value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
        </label>
        <button type="submit" class="button main" disabled={busy.value}>
          {t("classes.create")}
        </button>
      </form>
    </>
  );
}
