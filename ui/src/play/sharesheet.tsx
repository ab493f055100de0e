// Shows the share panel: the link of a game or a position, its QR code, pictures, and the HTML code
// for other sites. It also works without HTTPS, where there is no access to the clipboard, and
// without a connection, when it shows only the parts that still work.
import { signal, useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import { place } from "../app/router";
import { addSheet } from "../app/sheets";
import type { Subject } from "../app/share";
import type { LocalGame } from "../session/local";
import { collect } from "../session/worksheet";
import style from "../style/share.css?url";
import { again } from "../wire/again";
import { lookOf } from "./board";
import type { Reach } from "./reach";
import { ownHost } from "../wire/own";
import { embedCode, linksOf, qrOf } from "./links";
import { sharedGame } from "./sharedgame";
import { isInside, StudyLinks, useWhole } from "./wholelink";

/** Whether the server can be reached; false after a QR code has failed to load. */
const reached = signal(true);
/**
 * The result of the last button press. It is shown inside the panel, because the panel would cover
 * a message of the page.
 */
const word = signal("");

/**
 * The address for other devices, if this page's own address works only on this device (localhost).
 */
let site: Reach | undefined;
async function findSite(): Promise<void> {
  if (site || !navigator.onLine || !ownHost()) return;
  site = await import("./reach").then(
    (m) => m.reach(),
    () => undefined,
  );
}

/** Loads the panel's style sheet and the address for other devices before the panel is shown. */
export const ready = (): Promise<unknown> => Promise.all([addSheet(style), findSite()]);
/**
 * The URL of a QR code that the server draws. The code opens a path of this site on another device.
 */
const codeOf = (path: string): string | undefined => qrOf(path) && (site?.qr(path) ?? qrOf(path));

/** Opens the panel over the page. The panel removes itself when it is closed. */
export function open(shared: Subject | LocalGame): void {
  const subject = "state" in shared ? sharedGame(shared) : shared;
  word.value = "";
  reached.value = navigator.onLine;
  const host = document.createElement("div");
  document.body.append(host);
  render(
    <ShareSheet
      subject={subject}
      onClose={() => {
        render(null, host);
        host.remove();
      }}
    />,
    host,
  );
}

/**
 * Copies the text of a field. If the clipboard is not available, the text stays selected so that
 * the user can copy it.
 */
async function copy(field: HTMLInputElement | HTMLTextAreaElement | null, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    word.value = t("app.copied");
    return;
  } catch {
    // Without HTTPS, for example on a server in the local network, there is no clipboard. Then the
    // text is selected, so that the user can copy it.
  }
  field?.select();
  // oxlint-disable-next-line typescript/no-deprecated
  word.value = t(document.execCommand("copy") ? "app.copied" : "share.select");
}

/** The QR code of a link, for a page that shows the code outside the panel. */
export function Qr({ subject }: { subject: Subject }) {
  return (
    <div class="handout">
      <Code qr={codeOf(linksOf(subject, { look: lookOf(subject.kind), hidden: false }).page)} />
    </div>
  );
}

function ShareSheet({ subject, onClose }: { subject: Subject; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const from = place.peek();
    dialog.current?.showModal();
    field.current?.closest("dialog")?.querySelector<HTMLElement>(".main")?.focus();
    return place.subscribe((p) => p !== from && dialog.current?.close());
  }, []);
  const hidden = infoOf(subject.kind)?.options?.some((o) => o.name === "view") ?? false;
  const links = linksOf(subject, { look: lookOf(subject.kind), hidden });
  const whole = useWhole(subject);
  const page = whole.link.value || links.page;
  const url = (site?.origin ?? location.origin) + page;
  const send = () => navigator.share({ title: subject.title, url }).catch(() => undefined);
  const sends = typeof navigator.share === "function";
  return (
    // A click beside the panel closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      class="share"
      aria-labelledby="share-title"
      onClose={onClose}
      onClick={(e) => e.target === e.currentTarget && e.currentTarget.close()}
    >
      <div class="sheet">
        <h2 id="share-title">
          {t("play.share")} <small>{subject.title}</small>
        </h2>
        <div class="handout">
          {isInside(page) ? <p class="code fine">{t("share.qr.inside")}</p> : <Code qr={codeOf(page)} />}
          <div class="hand">
            <label class="field">
              <span>{t("share.link")}</span>
              <input ref={field} readOnly value={url} onFocus={(e) => e.currentTarget.select()} />
            </label>
            <div class="more">
              {sends && (
                <button type="button" class="button main" onClick={() => void send()}>
                  {t("share.send")}
                </button>
              )}
              <button
                type="button"
                class={sends ? "button" : "button main"}
                onClick={() => void copy(field.current, url)}
              >
                {t("share.copy")}
              </button>
            </div>
          </div>
        </div>
        {site?.none && <p class="fine">{t("share.own")}</p>}
        {subject.partly && !whole.link.value && (
          <p class="fine">{t(subject.branch ? "share.partly.branch" : "share.partly")}</p>
        )}
        {whole.link.value && <p class="fine">{t("share.whole")}</p>}
        {subject.partly && <StudyLinks subject={subject} whole={whole} onWord={(text) => (word.value = text)} />}
        <p class="verdict" role="status" hidden={!word.value}>
          {word}
        </p>
        <Offline />
        <Files subject={subject} png={links.png} gif={links.gif} />
        {links.embed && <Embed code={embedCode(location.origin, links.embed, subject.title)} />}
      </div>
      <div class="foot">
        <button type="button" class="button wide" onClick={() => dialog.current?.close()}>
          {t("app.close")}
        </button>
      </div>
    </dialog>
  );
}

function Code({ qr }: { qr?: string }) {
  if (!qr) return <p class="code fine">{t("share.qr.long")}</p>;
  return (
    <figure class="code">
      <img
        src={qr}
        alt={t("share.qr.alt")}
        width="168"
        height="168"
        hidden={!reached.value}
        onError={() => (reached.value = false)}
      />
      {reached.value && <figcaption class="fine">{t("share.qr")}</figcaption>}
    </figure>
  );
}

function Offline() {
  if (reached.value) return null;
  return (
    <p class="verdict" data-bad role="status">
      {t("share.offline")}
    </p>
  );
}

/** Links to download pictures, and the record of a game on this device. */
function Files({ subject, png, gif }: { subject: Subject; png?: string; gif?: string }) {
  const name = `kydai-${subject.kind}`;
  return (
    <>
      {reached.value && (png || gif) && (
        <div class="grid">
          <a class="button" data-plain href={png} download={`${name}.png`}>
            {t("share.png")}
          </a>
          {gif && (
            <a class="button" data-plain href={gif} download={`${name}.gif`}>
              {t("share.gif")}
            </a>
          )}
        </div>
      )}
      {subject.shown && <Paper subject={subject} />}
      {subject.saved && <Record subject={subject} />}
    </>
  );
}

/** Buttons that print the page and add the position to the worksheet. */
function Paper({ subject: { kind, shown, flip } }: { subject: Subject }) {
  const added = useSignal(0);
  const add = () => {
    if (shown) added.value = collect({ kind, ...shown, bottom: flip ? "second" : "first" });
    word.value = added.value > 0 ? t("share.collected", { n: added.value }) : t("share.full");
  };
  const paper = (e: Event) => {
    (e.currentTarget as HTMLElement).closest("dialog")?.close();
    print();
  };
  return (
    <div class="grid">
      <button type="button" class="button" onClick={paper}>
        {t("share.print")}
      </button>
      {added.value > 0 ? (
        <a class="button" href="/print">
          {t("share.sheet")}
        </a>
      ) : (
        <button type="button" class="button" onClick={add}>
          {t("share.collect")}
        </button>
      )}
    </div>
  );
}

/**
 * The record of a game. It is written only on request, because the module that writes records is
 * large.
 */
function Record({ subject: { kind, saved } }: { subject: Subject }) {
  const text = useSignal("");
  const write = async () => {
    if (text.value || !saved) return;
    try {
      const { recordOf } = await again(() => import("../session/records"));
      text.value = await recordOf(saved, infoOf(kind)?.formats?.[0] ?? "json");
    } catch {
      word.value = t("error.offline");
    }
  };
  return (
    <details onToggle={(e) => e.currentTarget.open && void write()}>
      <summary>{t("share.record")}</summary>
      {text.value && <Text label={t("share.record")} text={text.value} button={t("share.record.copy")} />}
    </details>
  );
}

function Embed({ code }: { code: string }) {
  return (
    <details>
      <summary>{t("share.embed")}</summary>
      <Text label={t("share.embed.code")} text={code} button={t("share.embed.copy")} />
    </details>
  );
}

/** A text that can be selected, with a button that copies it. */
function Text(p: { label: string; text: string; button: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <label class="field">
        <span>{p.label}</span>
        <textarea ref={box} readOnly rows={4} value={p.text} onFocus={(e) => e.currentTarget.select()} />
      </label>
      <button type="button" class="button" onClick={() => void copy(box.current, p.text)}>
        {p.button}
      </button>
    </>
  );
}
