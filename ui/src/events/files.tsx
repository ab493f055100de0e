// Offers the files of an event: reports and tables to download, and a list of
// players to import.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { lang, t, tx } from "../app/i18n";
import { tell } from "../app/shell";
import type { EventListed } from "../wire/messages";
import { rest } from "../wire/rest";
import { eventFault, type EventDesk, type Shown } from "./data";

const files = ["trf26", "trf16", "standings", "pairings", "entrants", "signed"] as const;

/** Links to the files of an event. */
export function Files({ desk, shown }: { desk: EventDesk; shown: Shown }) {
  if (shown.entrants.length === 0) return null;
  return (
    <details class="fold files">
      <summary>{t("event.files")}</summary>
      <ul class="list">
        {files.map((f) => (
          <li key={f}>
            <a data-plain href={`/api${desk.path}/files/${f}?lang=${lang.value}`} download>
              {tx(`event.file.${f}`)}
            </a>
            <small>{tx(`event.file.about.${f}`)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The largest list that the server accepts, in bytes. */
const MOST = 256 * 1024;

/** Encodes bytes in base64. */
export function base64(data: Uint8Array): string {
  let text = "";
  for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000));
  return btoa(text);
}

/**
 * Reads players from a file or from pasted lines. The found players are shown for confirmation
 * before they are entered.
 */
export function ReadList({ desk }: { desk: EventDesk }) {
  const text = useSignal("");
  const file = useSignal<File | null>(null);
  const found = useSignal<EventListed | null>(null);
  const busy = useSignal(false);
  const fold = useRef<HTMLDetailsElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const clear = () => {
    found.value = file.value = null;
    text.value = "";
    if (chosen.current) chosen.current.value = "";
  };
  const ask = async (take: boolean) => {
    const data = file.value ? new Uint8Array(await file.value.arrayBuffer()) : new TextEncoder().encode(text.value);
    if (data.length === 0) return tell(t("event.list.empty"));
    if (data.length > MOST) return tell(t("event.list.large"));
    busy.value = true;
    try {
      const read = await rest<EventListed>("POST", `${desk.path}/list`, { file: base64(data), take });
      if (!take) found.value = read;
      else {
        tell(t("event.list.taken", { n: read.entrants.length }));
        clear();
        await desk.load();
        if (fold.current) fold.current.open = false;
      }
    } catch (e) {
      tell(eventFault(e));
    } finally {
      busy.value = false;
    }
  };
  return (
    <details class="fold" ref={fold}>
      <summary>{t("event.list")}</summary>
      <form
        class="setup"
        aria-label={t("event.list")}
        onSubmit={(e) => {
          e.preventDefault();
          void ask(false);
        }}
      >
        <p class="fine">{t("event.list.about")}</p>
        <label class="field">
          <span>{t("event.list.file")}</span>
          <input
            ref={chosen}
            type="file"
            accept=".csv,.txt,.trf,.trfx,text/csv,text/plain"
            onChange={(e) => {
              file.value = e.currentTarget.files?.[0] ?? null;
              found.value = null;
            }}
          />
        </label>
        {!file.value && (
          <label class="field">
            <span>{t("event.list.paste")}</span>
            <textarea
              rows={5}
              value={text.value}
              placeholder={t("event.list.example")}
              onInput={(e) => {
                text.value = e.currentTarget.value;
                found.value = null;
              }}
            />
          </label>
        )}
        <button type="submit" class="button" disabled={busy.value}>
          {t("event.list.read")}
        </button>
        <div role="status">{found.value && <Found found={found.value} />}</div>
        {found.value && found.value.entrants.length > 0 && (
          <button type="button" class="button main" disabled={busy.value} onClick={() => void ask(true)}>
            {t("event.list.take", { n: found.value.entrants.length })}
          </button>
        )}
      </form>
    </details>
  );
}

/**
 * Shows the content of a list: the players who would be entered, and the lines that cannot be used.
 */
function Found({ found }: { found: EventListed }) {
  return (
    <>
      <p>
        <b>{t("event.list.found", { n: found.entrants.length })}</b>
      </p>
      {found.entrants.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable
        <ol class="preview" tabIndex={0} aria-label={t("event.entrants")}>
          {found.entrants.map((x) => (
            <li key={x.line}>
              {x.name} <small>{[x.rating, x.team, ...(x.categories ?? [])].filter(Boolean).join(" · ")}</small>
            </li>
          ))}
        </ol>
      )}
      {found.mistakes.length > 0 && (
        <>
          <p>{t("event.list.mistakes", { n: found.mistakes.length })}</p>
          <ul class="mistakes">
            {found.mistakes.slice(0, 50).map((m) => (
              <li key={`${m.line} ${m.code}`}>
                {m.line > 0 && <b>{t("event.list.line", { n: m.line })} </b>}
                {tx(`event.list.wrong.${m.code}`)}
                {m.text && <small> {m.text}</small>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
