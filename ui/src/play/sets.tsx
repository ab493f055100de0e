// Lets users choose a piece set beside the board, in case they cannot read one of the sets.
import { lang, t, tx } from "../app/i18n";
import { change, settings } from "../app/settings";
import { views } from "./board";
import { Pick } from "./pick";

/** Shows the piece sets of a game side by side. */
export function Sets({ kind }: { kind: string }) {
  const view = views.value[kind];
  const s = settings.value;
  if (!view || view.sets.length < 2) return null;
  return (
    <Pick
      label={t("settings.pieces")}
      name="set"
      value={s.set[kind] ?? view.setFor(lang.value)}
      values={view.sets}
      text={(v) => tx(`set.${v}`)}
      onPick={(v) => change({ set: { ...s.set, [kind]: v } })}
    />
  );
}
