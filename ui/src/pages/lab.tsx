// Shows the lab: node counts of algorithms side by side, a search tree with its cut branches, the
// candidate moves on the board, matches between algorithms with a cross table, and the learning of
// weights.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kinds } from "../app/boot";
import { t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/tools.css?url";
import { settings } from "../app/settings";
import { Titled } from "../app/titled";
import { Candidates } from "../lab/candidates";
import { Counts, Tree } from "../lab/search";
import { Match } from "../lab/match";
import { Learn } from "../lab/learn";
import { lab } from "../lab/desk";
import { loadView } from "../play/board";
import { PickKind } from "../play/pickkind";

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function Lab() {
  const kind = useSignal(settings.value.kind || kinds()[0] || "");
  const learnt = useSignal(0);
  useEffect(() => () => lab.stop(), []);
  // The default depths depend on the game.
  useEffect(() => void loadView(kind.value).catch(() => undefined), [kind.value]);
  return (
    <Titled title={t("lab.title")}>
      <p class="about">{t("lab.about")}</p>
      <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />
      <Counts key={`c${kind.value}`} kind={kind.value} />
      <Tree key={`t${kind.value}`} kind={kind.value} />
      <Candidates key={`o${kind.value}`} kind={kind.value} />
      <Match key={`m${kind.value}`} kind={kind.value} learnt={learnt.value} />
      <Learn key={`l${kind.value}`} kind={kind.value} onLearnt={() => learnt.value++} />
    </Titled>
  );
}
