// Lets the user choose a board and pieces; each choice is drawn as a small board with the user's
// other display settings.
import { useEffect } from "preact/hooks";
import { infoOf } from "../app/boot";
import { lang, t, tx } from "../app/i18n";
import { change, settings } from "../app/settings";
import type { Look } from "../board";
import { loadSprite } from "../board/sprite";
import { corner } from "../board/still";
import { lookOf, views } from "./board";

/** The choice of boards and piece sets of a game, each with a picture. */
export function BoardsOf({ kind }: { kind: string }) {
  const view = views.value[kind];
  const s = settings.value;
  useEffect(() => {
    if (view) loadSprite(view.sprite).catch(() => undefined);
  }, [view]);
  if (!view) return null;
  const look = lookOf(kind);
  return (
    <>
      <Tiles
        kind={kind}
        what="board"
        label={t("settings.board")}
        value={look.board ?? view.boards?.[0] ?? ""}
        values={view.boards ?? []}
        look={(board) => ({ ...look, board })}
        text={(v) => tx(`board.name.${v}`)}
        onPick={(v) => change({ board: { ...s.board, [kind]: v } })}
      />
      <Tiles
        kind={kind}
        what="set"
        label={t("settings.pieces")}
        value={look.set ?? view.setFor(lang.value)}
        values={view.sets}
        look={(set) => ({ ...look, set })}
        text={(v) => tx(`set.${v}`)}
        onPick={(v) => change({ set: { ...s.set, [kind]: v } })}
      />
    </>
  );
}

function Tiles(p: {
  kind: string;
  what: string;
  label: string;
  value: string;
  values: readonly string[];
  look(v: string): Look;
  text(v: string): string;
  onPick(v: string): void;
}) {
  if (p.values.length < 2) return null;
  return (
    <fieldset class="pick tiles">
      <legend>{p.label}</legend>
      <div class="row">
        {p.values.map((v) => (
          <label key={v} class="chip">
            <input
              type="radio"
              name={`${p.what}-${p.kind}`}
              value={v}
              checked={p.value === v}
              onChange={() => p.onPick(v)}
            />
            <span>
              <Small kind={p.kind} look={p.look(v)} />
              {p.text(v)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The corner of a board, drawn with these display settings. */
export function Small({ kind, look }: { kind: string; look: Look }) {
  const view = views.value[kind];
  const { width = 1, height = 1 } = infoOf(kind) ?? {};
  if (!view) return null;
  const { view: box, body } = corner(view, width, height, look);
  return (
    <svg
      class="small"
      viewBox={box}
      aria-hidden="true"
      data-game={kind}
      data-board={look.board ?? view.boards?.[0]}
      data-set={look.set ?? view.setFor(lang.value)}
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
