// Comments on the shown move, and actions on its line.
import { useSignal } from "@preact/signals";
import { t, tx } from "../app/i18n";
import type { Study } from "../session/study";
import { branchAt, isBranch, JUDGEMENTS, judged, spoken, worded, type Path } from "../session/tree";
import { Drawing, useDrawing } from "./drawing";
import { glyph } from "./variations";

export function Notes({ game }: { game: Study }) {
  const { node } = game;
  const text = spoken([...node.before, ...node.comments]);
  const open = useSignal(false);
  useDrawing(game);
  return (
    <section class="notes" aria-label={t("notes.title")}>
      {text && <p class="comment">{text}</p>}
      <details open={open.value} onToggle={(e) => (open.value = e.currentTarget.open)}>
        <summary>{t("notes.edit")}</summary>
        {open.value && <Editor key={node.id} game={game} />}
      </details>
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
  const { node, at } = game;
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
        <Words label={t("notes.before")} texts={node.before} onChange={(before) => game.annotate({ before })} />
      )}
      <Words
        label={moved ? t("notes.comment") : t("notes.start")}
        texts={node.comments}
        onChange={(comments) => game.annotate({ comments })}
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

/** Whether one place further up is something else than the main line. */
const mayRise = (at: Path): boolean => at.filter((i) => i > 0).length > 1 || at.some((i) => i > 1);

/** A text field for comments by people. Commands of programs inside comments are kept. */
function Words(p: { label: string; texts: readonly string[]; onChange(texts: string[]): void }) {
  return (
    <label class="field">
      <span>{p.label}</span>
      <textarea rows={2} value={spoken(p.texts)} onChange={(e) => p.onChange(worded(p.texts, e.currentTarget.value))} />
    </label>
  );
}
