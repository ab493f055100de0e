// Lists the player's webhooks with their state and the last response, and sends
// test messages.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { tell } from "../app/shell";
import { Sure } from "../events/sure";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { Checks, type Listed, Shown, useList, whyNot } from "./list";

type Hook = components["schemas"]["WebhookView"];
type Delivery = components["schemas"]["DeliveryView"];

const events = ["ended", "started", "turn", "soon", "challenge"] as const;
const PATH = "/me/webhooks";
/**
 * Interval in milliseconds between requests for the response to a test message, and the number of
 * requests.
 */
const EVERY = 1000;
const TIMES = 15;

export function Webhooks() {
  const all = useList<Hook>(PATH);
  const { list, fault, busy, act } = all;
  const secret = useSignal("");
  const make = async (e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const body = { url: data.get("url"), events: data.getAll("event") };
    if (body.events.length === 0) return tell(t("apps.error.bad-events"));
    const done = await act(async () => {
      secret.value = (await rest<Hook>("POST", PATH, body)).secret ?? "";
    });
    if (done) form.reset();
  };
  return (
    <section aria-label={t("apps.hooks")}>
      <h2>{t("apps.hooks")}</h2>
      <p class="fine">{t("apps.hooks.about")}</p>
      {fault.value && <p role="alert">{fault.value}</p>}
      {list.value?.length === 0 && <p>{t("apps.hooks.none")}</p>}
      <ul class="list">
        {list.value?.map((h) => (
          <One key={h.id} hook={h} all={all} />
        ))}
      </ul>
      {secret.value ? (
        <Shown
          label={t("apps.hook.secret")}
          about={t("apps.hook.once")}
          secret={secret.value}
          onDone={() => (secret.value = "")}
        />
      ) : (
        list.value && (
          <details class="fold">
            <summary>{t("apps.hook.new")}</summary>
            <form class="setup" aria-label={t("apps.hook.new")} onSubmit={(e) => void make(e)}>
              <label class="field">
                <span>{t("apps.hook.url")}</span>
                <input name="url" type="url" required maxLength={1000} autocomplete="off" />
              </label>
              <Checks legend={t("apps.hook.events")} name="event" words={events} text={(w) => tx(`apps.event.${w}`)} />
              <button type="submit" class="button main" disabled={busy.value}>
                {t("apps.hook.make")}
              </button>
            </form>
          </details>
        )
      )}
    </section>
  );
}

/** The state of a webhook as text. */
function stateOf(h: Hook): string {
  if (h.off) return t("apps.hook.off", { when: moment(h.off) });
  return h.failing ? t("apps.hook.failing", { when: moment(h.failing) }) : t("apps.hook.works");
}

/** The result of the last message to a webhook as text. */
function lastOf(d: Delivery | undefined): string {
  if (!d) return t("apps.hook.silent");
  if (!d.tried) return t("apps.hook.waiting");
  const answer = d.status ? t("apps.hook.status", { status: d.status }) : tx(`apps.fault.${d.fault ?? "connection"}`);
  return t("apps.hook.last", { when: moment(d.tried), answer });
}

function One({ hook, all }: { hook: Hook; all: Listed<Hook> }) {
  const last = useSignal<Delivery | undefined>(undefined);
  const known = useSignal(false);
  const path = `${PATH}/${hook.id}`;
  const look = async () => {
    try {
      last.value = (await rest<Delivery[]>("GET", `${path}/deliveries`))[0];
      known.value = true;
    } catch (e) {
      tell(whyNot(e));
    }
  };
  useEffect(() => void look(), [hook.id]);
  const ping = async () => {
    const sent = await all.act(async () => {
      last.value = await rest<Delivery>("POST", `${path}/ping`);
      known.value = true;
    });
    if (!sent) return;
    for (let n = 0; n < TIMES && !last.value?.tried; n++) {
      await new Promise((done) => setTimeout(done, EVERY));
      await look();
    }
    await all.load(); // the response to the test message may have changed the webhook's state
  };
  const named = { name: hook.url };
  return (
    <li>
      <div>
        <b class="address">{hook.url}</b>
        <small>{hook.events.map((e) => tx(`apps.event.${e}`)).join(" · ")}</small>
        <small data-bad={hook.off || hook.failing ? "" : undefined}>{stateOf(hook)}</small>
        <small role="status">{known.value ? lastOf(last.value) : ""}</small>
        {hook.token && <small>{t("apps.hook.token")}</small>}
      </div>
      <div class="row">
        {hook.off ? (
          <button
            type="button"
            class="button"
            disabled={all.busy.value}
            onClick={() => void all.act(() => rest("PATCH", path, { events: hook.events }))}
          >
            {t("apps.hook.on")}
          </button>
        ) : (
          <button
            type="button"
            class="button"
            aria-label={t("apps.hook.pingOf", named)}
            disabled={all.busy.value}
            onClick={() => void ping()}
          >
            {t("apps.hook.ping")}
          </button>
        )}
        <Sure
          text={t("apps.hook.drop")}
          label={t("apps.hook.dropOf", named)}
          question={t("apps.hook.sure", named)}
          yes={t("apps.hook.drop")}
          no={t("play.no")}
          busy={all.busy.value}
          onYes={() => void all.act(() => rest("DELETE", path))}
        />
      </div>
    </li>
  );
}
