// Shows the comments on the current move, and actions on its line.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t, tx } from "../app/i18n";
import type { Study } from "../session/study";
import { branchAt, isBranch, JUDGEMENTS, judged, spoken, worded, type Path } from "../session/tree";
import { Drawing, useDrawing } from "./drawing";
import { glyph } from "./variations";

/** A comment is stored after a pause of typing of this length, in milliseconds. */
const PAUSE_MS = 600;

export function Notes({ game }: { game: Study }) {
  const { node } = game;
  const text = spoken([...node.before, ...node.comments]);
  const open = useSignal(false);
  const comment = text && <p class="comment">{text}</p>;
  useDrawing(game);
  return (
    <section class="notes" aria-label={t("notes.title")}>
      {!open.value && comment}
      <details open={open.value} onToggle={(e) => (open.value = e.currentTarget.open)}>
        <summary>{t("notes.edit")}</summary>
        {open.value && <Editor key={node.id} game={game} />}
      </details>
      {/* The comment is below the buttons, so that the buttons do not move when a press on one
          of them ends the typing. */}
      {open.value && comment}
      {game.deleted.value && (
        <p role="status">
          {t("notes.deleted")}{" "}
          <button type="button" class="link" onClick={() => void game.restore()}>
            {t("games.restore")}
          </button>
        </p>
      )}
    </section>
  );
}

function Editor({ game }: { game: Study }) {
  const { node, at, place } = game;
  const moved = at.length > 0;
  return (
    <div class="edit">
      {moved && (
        <div class="signs" role="group" aria-label={t("notes.sign")}>
          {JUDGEMENTS.map((sign) => (
            <button
              key={sign}
              type="button"
              class="button"
              title={tx(`notes.sign.${sign}`)}
              aria-label={tx(`notes.sign.${sign}`)}
              aria-pressed={node.signs.includes(sign)}
              onClick={() => game.annotate({ signs: judged(node.signs, sign) })}
            >
              {glyph(sign)}
            </button>
          ))}
        </div>
      )}
      {node.before.length > 0 && (
        <Words
          game={game}
          label={t("notes.before")}
          texts={node.before}
          onChange={(before) => game.annotate({ before }, place)}
        />
      )}
      <Words
        game={game}
        label={moved ? t("notes.comment") : t("notes.start")}
        texts={node.comments}
        onChange={(comments) => game.annotate({ comments }, place)}
      />
      <Drawing game={game} />
      {moved && (
        <p class="more">
          {isBranch(at) && (
            <button type="button" class="button" onClick={() => void game.promote()}>
              {t("notes.promote")}
            </button>
          )}
          {mayRise(at) && (
            <button type="button" class="button" onClick={() => void game.raise()}>
              {t("notes.raise")}
            </button>
          )}
          <button type="button" class="button" onClick={() => void game.remove()}>
            {t("notes.delete")}
          </button>
          {isBranch(at) && branchAt(at) < at.length && (
            <button type="button" class="button" onClick={() => void game.removeVariation()}>
              {t("notes.delete.variation")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** Whether a variation can move one place up among its siblings without becoming the main line. */
const mayRise = (at: Path): boolean => at.filter((i) => i > 0).length > 1 || at.some((i) => i > 1);

interface WordsProps {
  game: Study;
  label: string;
  texts: readonly string[];
  onChange(texts: string[]): void;
}

/**
 * A text field for the user's comments. Commands of programs inside comments are kept. The text is
 * stored when the user stops typing, and when the user leaves the field or the page.
 */
function Words(p: WordsProps) {
  // The text as the user is typing it. The stored text may differ, because it has no spaces at its
  // end.
  const draft = useSignal<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(p);
  latest.current = p;
  const store = useRef(() => {
    clearTimeout(timer.current);
    const { texts, onChange } = latest.current;
    const now = draft.peek();
    const words = now === null ? texts : worded(texts, now);
    if (spoken(words) !== spoken(texts)) onChange([...words]);
  }).current;
  const { drafts } = p.game;
  useEffect(() => {
    drafts.add(store);
    return () => {
      drafts.delete(store);
      store();
    };
  }, [drafts]);
  return (
    <label class="field">
      <span>{p.label}</span>
      <textarea
        rows={2}
        value={draft.value ?? spoken(p.texts)}
        onInput={(e) => {
          draft.value = e.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(store, PAUSE_MS);
        }}
        onBlur={() => {
          store();
          draft.value = null;
        }}
      />
    </label>
  );
}
