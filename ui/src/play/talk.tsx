// Shows the chat with the other player: phrases in a panel, and the last line beside the name of
// the player who sent it.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Side } from "../board";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { tell } from "../app/shell";
import { Refused } from "../session/desk";
import { type Phrase, phrases, Talk } from "../session/talk";
import sheet from "../style/talk.css?url";
import type { Line } from "../wire/messages";
import { openSheet, Sheet } from "./sheet";
import { errorText } from "./words";

export { Talk };

void addSheet(sheet);

/** How long a line of chat is shown beside a seat, in milliseconds. */
const STANDS = 8000;

/** The largest length of a chat text, in characters. */
const LONGEST = 140;

export const lineText = (l: Line): string => (l.phrase ? tx(`talk.${l.phrase}`) : (l.text ?? ""));

/** Shows the line that a side has just said. */
export function Said({ talk, side, muted }: { talk: Talk; side: Side; muted: boolean }) {
  const over = useSignal(0);
  const line = talk.fresh.value;
  useEffect(() => {
    if (!line) return;
    const timer = setTimeout(() => (over.value = line.number), STANDS);
    return () => clearTimeout(timer);
  }, [line]);
  if (!line || line.side !== side || over.value === line.number || muted) return null;
  return (
    <span class="said" role="status">
      {lineText(line)}
    </span>
  );
}

export interface TalkSheetProps {
  /**
   * The number of times that the player has asked for the chat panel. When the number changes, the
   * panel opens.
   */
  asked: number;
  talk: Talk;
  mine: Side;
  /** The name of the opponent. */
  other: string;
  /** Whether the game is over. */
  over: boolean;
  muted: boolean;
  onMute(on: boolean): void;
}

export function TalkSheet(p: TalkSheetProps) {
  const box = useRef<HTMLDialogElement>(null);
  const sending = useSignal(false);
  const text = useSignal("");
  const { noTexts } = p.talk;
  const why = noTexts.value === "hidden" && p.over ? "" : noTexts.value;
  useEffect(() => {
    if (p.asked > 0) openSheet(box.current);
  }, [p.asked]);
  const say = async (line: { phrase: Phrase } | { text: string }) => {
    sending.value = true;
    try {
      await p.talk.say(line);
      text.value = "";
      box.current?.hidePopover();
    } catch (e) {
      tell(errorText(!(e instanceof Refused) ? "internal" : e.code === "too-many" ? "too-fast" : e.code));
    } finally {
      sending.value = false;
    }
  };
  const heard = p.muted ? p.talk.lines.value.filter((l) => l.side === p.mine) : p.talk.lines.value;
  return (
    <Sheet box={box} label={t("talk.title")}>
      <h2>{t("talk.title")}</h2>
      {heard.length > 0 && (
        <ol class="talk">
          {heard.slice(-6).map((l) => (
            <li key={l.number} data-mine={l.side === p.mine}>
              <small>{l.side === p.mine ? t("seat.you") : p.other}</small> {lineText(l)}
            </li>
          ))}
        </ol>
      )}
      <div class="grid phrases">
        {phrases.map((x) => (
          <button key={x} type="button" class="button" disabled={sending.value} onClick={() => void say({ phrase: x })}>
            {tx(`talk.${x}`)}
          </button>
        ))}
      </div>
      {why ? (
        <p>
          <small>{t(`talk.none.${why}`)}</small>
        </p>
      ) : (
        <form
          class="row"
          onSubmit={(e) => {
            e.preventDefault();
            if (text.value.trim()) void say({ text: text.value });
          }}
        >
          <input
            aria-label={t("talk.text")}
            placeholder={t("talk.text")}
            maxLength={LONGEST}
            autocomplete="off"
            enterkeyhint="send"
            value={text.value}
            onInput={(e) => (text.value = e.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={sending.value}>
            {t("talk.send")}
          </button>
        </form>
      )}
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={p.muted}
          checked={p.muted}
          onChange={(e) => p.onMute(e.currentTarget.checked)}
        />
        <span>{t("talk.mute", { name: p.other })}</span>
      </label>
      <button type="button" class="button" onClick={() => box.current?.hidePopover()}>
        {t("app.close")}
      </button>
    </Sheet>
  );
}
