// Manages push notices on this device, which appear while no page is open. This file is loaded with
// the panel of the bell, or for users who have switched push notices on.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../play/words";
import { Refused } from "../session/desk";
import type { PushView } from "../wire/messages";
import { rest } from "../wire/rest";
import { lang, t, tx } from "./i18n";

const KINDS = ["started", "turn", "soon", "challenge", "result"];
/**
 * Storage key for the id of the player who switched push notices on in this browser. Another player
 * of the same browser gets no notices unasked.
 */
const KEY = "kydai.push";

/**
 * Why push notices cannot be switched on: no https; the browser does not support them; the user has
 * forbidden them; the push service failed.
 */
type Why = "insecure" | "missing" | "denied" | "failed";

/**
 * The push settings from the server, and the id of this browser's subscription. null: not known
 * yet, or the server does not support push.
 */
const known = signal<{ view: PushView; id: string } | null>(null);
const trouble = signal("");
const busy = signal(false);

const b64 = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The id that the server derives from the URL (endpoint) of a push subscription. */
async function idOf(endpoint: string): Promise<string> {
  return b64(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint))).slice(0, 22);
}

function whyNot(): Why | "" {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "missing";
  return Notification.permission === "denied" ? "denied" : "";
}

/**
 * The push subscription of this browser, or null. A subscription that was made with another server
 * key is cancelled.
 */
async function standing(key: string): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  const sub = await worker?.pushManager.getSubscription();
  const theirs = sub?.options.applicationServerKey;
  if (!sub || !theirs || b64(theirs) === key) return sub ?? null;
  await sub.unsubscribe(); // the server has a new key since it was set up again
  return null;
}

async function ask(): Promise<void> {
  const view = await rest<PushView>("GET", "/me/push");
  const sub = await standing(view.key);
  known.value = { view, id: sub ? await idOf(sub.endpoint) : "" };
}

const hereOf = (k: { view: PushView; id: string } | null) => k?.view.devices?.find((d) => d.id === k.id);

function remember(player: string): void {
  try {
    if (player) localStorage.setItem(KEY, player);
    else localStorage.removeItem(KEY);
  } catch {
    // If the storage is not available, the subscription is not renewed
    // automatically.
  }
}

async function tellServer(sub: PushSubscription, kinds: string[]): Promise<void> {
  const { endpoint, keys } = sub.toJSON();
  const view = await rest<PushView>("POST", "/me/push", { endpoint, keys, kinds, lang: lang.value });
  remember(view.player);
  known.value = { view, id: await idOf(sub.endpoint) };
}

async function switchOn(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const worker = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: key };
  const sub = (await standing(key)) ?? (await worker.pushManager.subscribe(how));
  await tellServer(sub, KINDS);
}

async function switchOff({ view, id }: { view: PushView; id: string }): Promise<void> {
  remember("");
  known.value = { view: await rest<PushView>("DELETE", `/me/push/${id}`), id: "" };
  await (await standing(view.key))?.unsubscribe();
}

/** Runs an action unless another one is running, and shows its error. */
async function attempt(what: () => Promise<void>): Promise<void> {
  if (busy.value) return;
  [busy.value, trouble.value] = [true, ""];
  await what().catch((e: unknown) => {
    trouble.value = e instanceof Refused ? errorText(e.code) : t("push.failed");
  });
  busy.value = false;
}

/**
 * Registers this device with the server again if the server no longer knows it, for example after a
 * guest has become an account, or if the language has changed.
 */
export async function renew(): Promise<void> {
  if (whyNot() || Notification.permission !== "granted") return;
  await ask();
  const sub = known.value && (await standing(known.value.view.key));
  if (!sub || !known.value || localStorage.getItem(KEY) !== known.value.view.player) return;
  const here = hereOf(known.value);
  if (here?.lang !== lang.value) await tellServer(sub, here?.kinds ?? KINDS);
}

function Kinds({ id, kinds }: { id: string; kinds: string[] }) {
  const flip = async (kind: string) => {
    const next = kinds.includes(kind) ? kinds.filter((k) => k !== kind) : [...kinds, kind];
    const view = await rest<PushView>("PATCH", `/me/push/${id}`, { kinds: next });
    known.value = { view, id };
  };
  return (
    <div role="group" aria-label={t("push.kinds")}>
      {KINDS.map((kind) => (
        <label key={kind} class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={kinds.includes(kind)}
            checked={kinds.includes(kind)}
            onChange={() => void attempt(() => flip(kind))}
          />
          <span>{tx(`bell.when.${kind}`)}</span>
        </label>
      ))}
    </div>
  );
}

/** The switch that turns push notices on this device on or off. */
export function PushSwitch() {
  const why = whyNot();
  useEffect(() => {
    // A server without push messages responds with an error; then no switch is shown.
    if (!why) ask().catch(() => (known.value = null));
  }, [why]);
  const now = known.value;
  if (why) return <p class="pushnot">{tx(`push.${why}`)}</p>;
  if (!now) return null;
  const here = hereOf(now);
  const flip = () => void attempt(() => (here ? switchOff(now) : switchOn(now.view.key)));
  return (
    <div class="push">
      <label class="switch">
        <input type="checkbox" role="switch" aria-checked={!!here} checked={!!here} onChange={flip} />
        <span>{t("push.here")}</span>
      </label>
      <p>
        <small>{t("push.about")}</small>
      </p>
      {here && <Kinds id={here.id} kinds={here.kinds ?? []} />}
      <p role="alert">{trouble.value}</p>
    </div>
  );
}
