// Shows the bell in the header of every page. The bell opens the list of the player's notices; each
// notice has a link to its game. The bell is loaded together with the list of turns (turns.ts), for
// players who have played through the server or have an account.
import { effect, signal } from "@preact/signals";
import { type FunctionComponent, render } from "preact";
import { useRef } from "preact/hooks";
import { openSheet, Sheet } from "../play/sheet";
import { gameName, playerName } from "../play/words";
import sheet from "../style/bell.css?url";
import { again } from "../wire/again";
import type { NoticeView, Notices } from "../wire/messages";
import { rest } from "../wire/rest";
import { lang, speakOf, t, tx } from "./i18n";
import { moment } from "./moment";
import { place } from "./router";
import type { Seldom } from "./seldom";
import { addSheet } from "./sheets";

const KINDS = ["started", "turn", "soon", "challenge", "result"];
const EVERY = 60_000;

const told = signal<Notices | null>(null);
/** The component that switches push notices on this device on or off; null until it is loaded. */
const device = signal<FunctionComponent | null>(null);

const loadPush = () => again(() => import("./push"));

const hrefOf = (n: NoticeView): string => (n.offer ? `/c/${n.offer}` : `/g/${n.match ?? ""}`);

export function noticeText(n: NoticeView): string {
  const who = n.other ? playerName(n.other) : t("bell.someone");
  return tx(n.kind === "result" ? `bell.result.${n.result ?? "aborted"}` : `bell.${n.kind}`, { who });
}

/** Where a notice comes from: the tournament with its round, or the game. */
export const noticeFrom = (n: NoticeView): string =>
  n.event ? t("bell.event", { event: n.event, n: n.round ?? 0 }) : gameName(n.game);

function Switches({ off }: { off: string[] }) {
  const flip = async (kind: string) => {
    const next = off.includes(kind) ? off.filter((k) => k !== kind) : [...off, kind];
    told.value = await rest<Notices>("PATCH", "/me/notices", { off: next }).catch(() => told.value);
  };
  return (
    <details>
      <summary>{t("bell.when")}</summary>
      {KINDS.map((kind) => (
        <label key={kind} class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={!off.includes(kind)}
            checked={!off.includes(kind)}
            onChange={() => void flip(kind)}
          />
          <span>{tx(`bell.when.${kind}`)}</span>
        </label>
      ))}
    </details>
  );
}

function Bell() {
  const box = useRef<HTMLDialogElement>(null);
  const list = told.value;
  const Device = device.value;
  if (!list) return null;
  const show = () => {
    openSheet(box.current);
    loadPush().then(
      (push) => (device.value = push.PushSwitch),
      () => undefined,
    );
    const newest = list.notices?.[0];
    if (newest && list.unseen > 0) {
      rest<Notices>("POST", "/me/notices/seen", { until: newest.at }).then(
        // The number of unseen notices becomes 0, but new notices stay marked as new while the
        // panel of the bell is open.
        () => (told.value = { ...list, unseen: 0 }),
        () => undefined,
      );
    }
  };
  return (
    <>
      <button
        type="button"
        class="bell"
        aria-label={list.unseen > 0 ? t("bell.new", { n: list.unseen }) : t("bell.title")}
        onClick={show}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4" />
        </svg>
        {list.unseen > 0 && <b class="count">{list.unseen}</b>}
      </button>
      <Sheet box={box} label={t("bell.title")}>
        <h2>{t("bell.title")}</h2>
        {list.notices?.length ? (
          <ul class="list notices">
            {list.notices.map((n) => (
              <li key={n.kind + (n.offer ?? n.match)} data-new={!n.seen || undefined}>
                <a href={hrefOf(n)} onClick={() => box.current?.hidePopover()}>
                  <span>{noticeText(n)}</span>{" "}
                  <small>
                    {noticeFrom(n)} · {moment(n.at)}
                  </small>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t("bell.none")}</p>
        )}
        <Switches off={list.off ?? []} />
        {Device && <Device />}
        <button type="button" class="button" onClick={() => box.current?.hidePopover()}>
          {t("app.close")}
        </button>
      </Sheet>
    </>
  );
}

/**
 * Puts the bell into the header. The function `seldom`, which limits the requests, is a parameter,
 * because importing it here would cost one more request.
 */
export async function hang(seldom: Seldom): Promise<void> {
  // If the request fails, for example without a connection, the last list of notices stays.
  const ask = seldom(async () => {
    told.value = await rest<Notices>("GET", "/me/notices").catch(() => told.value);
  });
  ask();
  await Promise.all([speakOf("people", lang.value), addSheet(sheet)]);
  // The HTML shell of the page has an element reserved for the bell.
  const stand = document.querySelector(".bellstand");
  if (!stand) return;
  render(<Bell />, stand);
  if ("Notification" in window && Notification.permission === "granted")
    loadPush()
      .then((push) => push.renew())
      .catch(() => undefined);
  setInterval(ask, EVERY);
  addEventListener("visibilitychange", () => ask());
  addEventListener("notice", () => ask(true));
  effect(() => {
    void place.value;
    ask();
  });
}
