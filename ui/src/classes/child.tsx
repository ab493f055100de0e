// Shows the child's page: signing in by card or code, and the class.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import type { Me, MyClass } from "../wire/messages";
import { again } from "../wire/again";
import { rest } from "../wire/rest";
import { Follow } from "./demo";
import { MyBoards } from "./myboard";
import { MyTasks } from "./mytasks";
import { faultOf } from "./texts";

/** Reloads the page for another user, so that the socket, the lists and the names are new. */
export const restart = (): void => location.replace("/classes");

/**
 * Signs in with the secret of a card. A link preview runs no scripts, so it does not sign in
 * anyone.
 */
export function Enter({ secret }: { secret: string }) {
  const fault = useSignal("");
  useEffect(() => {
    rest("POST", "/session/card", { card: secret }).then(restart, (e: unknown) => (fault.value = faultOf(e, "card")));
  }, [secret]);
  return fault.value ? (
    <>
      <p role="alert">{fault.value}</p>
      <p>{t("card.again")}</p>
      <Codes />
    </>
  ) : (
    <p role="status">{t("card.opening")}</p>
  );
}

/**
 * The form for typing a card's codes, for a device without a camera or if the site's address has
 * changed.
 */
export function Codes() {
  const fault = useSignal("");
  const busy = useSignal(false);
  const send = async (e: Event & { currentTarget: HTMLFormElement }) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget);
    busy.value = true;
    try {
      await rest("POST", "/session/card", { class: form.get("class"), code: form.get("code") });
      restart();
    } catch (fail) {
      fault.value = faultOf(fail, "card");
      busy.value = false;
    }
  };
  return (
    <form class="setup codes" aria-label={t("card.enter")} onSubmit={(e) => void send(e)}>
      <h2>{t("card.enter")}</h2>
      {fault.value && <p role="alert">{fault.value}</p>}
      {(["class", "code"] as const).map((name) => (
        <label key={name} class="field">
          <span>{t(`card.${name}`)}</span>
          <input
            required
            name={name}
            maxLength={16}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
        </label>
      ))}
      <button type="submit" class="button main" disabled={busy.value}>
        {t("card.go")}
      </button>
    </form>
  );
}

/** Shows a child the class to which the child belongs. */
export function Mine({ me }: { me: Me }) {
  const mine = useSignal<MyClass | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    // An open socket shows the teacher that the child is online. A match that starts in a simul, or
    // in a round of an event, opens by itself.
    let gone = false;
    let leave: (() => void) | undefined;
    void again(() => import("./calls")).then((m) => (gone ? m.hearAway() : (leave = m.hearCalls())));
    sessionStorage.setItem("kydai.class", "1"); // makes lessons link back to the page of the class
    rest<MyClass>("GET", "/me/class").then(
      (c) => (mine.value = c),
      (e: unknown) => (fault.value = faultOf(e, "card")),
    );
    return () => {
      gone = true;
      leave?.();
    };
  }, []);
  const leave = () =>
    rest("DELETE", "/session").then(
      () => {
        sessionStorage.removeItem("kydai.class");
        restart();
      },
      (e: unknown) => (fault.value = faultOf(e, "card")),
    );
  const c = mine.value;
  return (
    <div class="mine">
      <p class="hello">{t("mine.hello", { nick: me.name })}</p>
      {c && <p>{t("mine.class", { class: c.name, teacher: c.teacher })}</p>}
      {fault.value && <p role="alert">{fault.value}</p>}
      <MyBoards me={me.player} />
      <Follow />
      <MyTasks />
      <p class="more ways">
        <a class="button main" href="/play">
          {t("mine.play")}
        </a>
        <a class="button" href="/learn">
          {t("mine.learn")}
        </a>
        <a class="button" href="/rules">
          {t("mine.puzzles")}
        </a>
        <a class="button" href="/events">
          {t("mine.events")}
        </a>
      </p>
      <p class="fine">{t("mine.mode")}</p>
      <button type="button" class="button" onClick={() => void leave()}>
        {t("mine.leave", { nick: me.name })}
      </button>
    </div>
  );
}
