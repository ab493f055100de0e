// Lets the user choose the display settings of a game: notation, board and
// pieces.
import { infoOf } from "../app/boot";
import { lang, t, tOr, tx } from "../app/i18n";
import { change, settings } from "../app/settings";
import { notationOf } from "../session/rules";
import { views } from "./board";

/**
 * The choice of a game's notation, board, piece set and coordinates. If `pictured` is true, board
 * and pieces are left out, because the page offers them as pictures.
 */
export function Looks(p: { kind: string; pictured?: boolean; onNotation?(): void }) {
  const info = infoOf(p.kind);
  const view = views.value[p.kind];
  const s = settings.value;
  const pick = (what: "notation" | "board" | "set" | "coordinates", value: string) => {
    change({ [what]: { ...s[what], [p.kind]: value } });
    if (what === "notation") p.onNotation?.();
  };
  const field = (
    what: "notation" | "board" | "set" | "coordinates",
    label: string,
    value: string,
    values: readonly string[],
    name: (v: string) => string,
  ) =>
    values.length > 1 && (
      <label class="field">
        <span>{label}</span>
        <select value={value} onChange={(e) => pick(what, e.currentTarget.value)}>
          {values.map((v) => (
            <option key={v} value={v}>
              {name(v)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <div class="row">
      {field("notation", t("settings.notation"), notationOf(p.kind), info?.notations ?? [], (v) =>
        tOr(`notation.${v}`, v),
      )}
      {view &&
        !p.pictured &&
        field("board", t("settings.board"), s.board[p.kind] ?? view.boards?.[0] ?? "", view.boards ?? [], (v) =>
          tx(`board.name.${v}`),
        )}
      {view &&
        !p.pictured &&
        field("set", t("settings.pieces"), s.set[p.kind] ?? view.setFor(lang.value), view.sets, (v) => tx(`set.${v}`))}
      {view &&
        field(
          "coordinates",
          t("settings.coordinates"),
          s.coordinates[p.kind] ?? view.coordinates[0] ?? "",
          [...view.coordinates, "none"],
          (v) => (v === "none" ? t("settings.coordinates.none") : tOr(`coordinates.${v}`, v)),
        )}
    </div>
  );
}
