// The choice of an engine level, with a description of each.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boot, infoOf } from "../app/boot";
import { number, t, tx } from "../app/i18n";
import { useLater } from "./hooks";
import { ANCHOR, ratingOf } from "./measured";

export interface LevelProps {
  kind: string;
  level: number;
  label?: string;
  /** The name of the radio group, if a page has several. */
  name?: string;
  onPick(n: number): void;
}

export function LevelPicker(p: LevelProps) {
  const most = infoOf(p.kind)?.levels ?? 8;
  const asked = useSignal(false);
  const here = useLater(asked.value && boot.online, () => import("../rate/here"));
  return (
    <fieldset class="levels">
      <legend>{p.label ?? t("level.label")}</legend>
      <div class="row" role="radiogroup" aria-label={p.label ?? t("level.label")}>
        {Array.from({ length: most }, (_, i) => i + 1).map((n) => (
          <label key={n} class="level">
            <input
              type="radio"
              name={`level-${p.name ?? p.label ?? ""}`}
              value={n}
              checked={p.level === n}
              aria-label={String(n)}
              onChange={() => p.onPick(n)}
            />
            <span data-face={n} title={tx(`level.name.${n}`)} />
            <small aria-hidden="true">{n}</small>
          </label>
        ))}
      </div>
      <p>
        <b>
          {p.level}. {tx(`level.name.${p.level}`)}.
        </b>{" "}
        {tx(`level.about.${p.level}`)}
      </p>
      <details onToggle={() => (asked.value = true)}>
        <summary>{t("level.elo")}</summary>
        <p>{ratingText(p.kind, p.level)}</p>
        {here && <here.Here kind={p.kind} level={p.level} />}
      </details>
    </fieldset>
  );
}

/** The rating of a level as text, or that it is not measured. */
export function ratingText(kind: string, level: number): string {
  const rating = ratingOf(kind, level);
  if (rating === null) return t("level.unrated");
  return t("level.rating", { n: number(rating), anchor: number(ANCHOR) });
}

/** The same in a dialog, which is open while it is mounted. */
export function LevelDialog(p: LevelProps & { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // A click beside the sheet closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={t("level.label")}
      onClose={p.onClose}
      onClick={(e) => e.target === e.currentTarget && e.currentTarget.close()}
    >
      <div class="sheet">
        <LevelPicker {...p} name="dialog" />
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {t("app.close")}
        </button>
      </div>
    </dialog>
  );
}
