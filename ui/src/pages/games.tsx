// Games stored on this device, and finished games on the server.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boot } from "../app/boot";
import { t } from "../app/i18n";
import { moment } from "../app/moment";
import { settings } from "../app/settings";
import { addSheet } from "../app/sheets";
import { Titled } from "../app/titled";
import { Finished } from "../play/finished";
import { Running } from "../play/running";
import { endText, gameName, machineName } from "../play/words";
import { library } from "../session/here";
import { byRecord, resultText } from "../session/result";
import type { Saved } from "../session/saved";
import sheet from "../style/finished.css?url";

export const prepare = (): Promise<unknown> => addSheet(sheet);

/** The names of both players. */
function opponents({ study, names, seats: { first, second } }: Saved): string {
  if (names) return `${names.first || "?"} – ${names.second || "?"}`;
  if (study) return t("analysis.title");
  if (first.kind === "human" && second.kind === "human") return t("play.opponent.hotseat");
  return [first, second].map((s) => (s.kind === "machine" ? machineName(s) : t("seat.you"))).join(" – ");
}

const href = (s: Saved): string => (s.study ? `/analysis/${s.kind}?game=${s.id}` : `/game/${s.id}`);

export default function Games() {
  // A deleted game keeps its place on the page, so that it can be restored.
  const games = useSignal(library.all());
  const gone = useSignal<readonly string[]>([]);
  const remove = (s: Saved) => {
    library.remove(s.id);
    gone.value = [...gone.value, s.id];
  };
  const restore = (s: Saved) => {
    library.put(s);
    gone.value = gone.value.filter((id) => id !== s.id);
  };
  return (
    <Titled title={t("games.title")} class="narrow">
      <p class="more">
        <a class="button" href="/import">
          {t("nav.import")}
        </a>
      </p>
      {boot.online && <Running title={t("games.running")} />}
      {games.value.length === 0 && !boot.online && <Empty />}
      <ul class="list">
        {games.value.map((s) => (
          <li key={s.id}>
            {gone.value.includes(s.id) ? (
              <Gone s={s} onRestore={() => restore(s)} />
            ) : (
              <Kept s={s} onRemove={() => remove(s)} />
            )}
          </li>
        ))}
      </ul>
      {boot.online && <Finished none={games.value.length === 0 && <Empty />} />}
    </Titled>
  );
}

const Empty = () => (
  <div class="empty">
    <p>{t("games.none")}</p>
    <a class="button" href={`/play/${settings.value.kind || t("app.first")}`}>
      {t("play.new")}…
    </a>
  </div>
);

/** How a game ended, by the rules or by its record. */
function howItStands(s: Saved): string {
  const winner = byRecord(s);
  if (s.ended) return ` · ${endText(s.kind, s.ended, "none")}`;
  if (winner) return ` · ${t("analysis.record", { result: resultText(winner) })}`;
  return s.study ? "" : ` · ${t("games.underway")}`;
}

function Kept({ s, onRemove }: { s: Saved; onRemove(): void }) {
  const label = t("games.delete", { game: gameName(s.kind), when: moment(s.updated) });
  return (
    <>
      <a href={href(s)}>
        <b>{gameName(s.kind)}</b> <span>{opponents(s)}</span>
        <small>
          {moment(s.updated)} · {t("games.moves", { n: s.moves.length })}
          {howItStands(s)}
        </small>
      </a>
      <button type="button" class="icon" aria-label={label} title={label} onClick={onRemove}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" />
        </svg>
      </button>
    </>
  );
}

/** Shown in place of a deleted game. It keeps the keyboard focus. */
function Gone({ s, onRestore }: { s: Saved; onRestore(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <p class="ask" role="status">
      <span>{t("games.deleted", { game: gameName(s.kind), n: s.moves.length })}</span>
      <button ref={button} type="button" class="link" onClick={onRestore}>
        {t("games.restore")}
      </button>
    </p>
  );
}
