// Shows the start position that the user has set up for a new game.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { rules } from "../session/rules";
import type { State } from "../session/messages";
import sheet from "../style/given.css?url";
import { BoardBox } from "./board";
import { gameName, sideName } from "./words";

/** Loads the style sheet of the picture before the picture is shown. */
export const ready = (): Promise<unknown> => addSheet(sheet);

export function Given({ kind, start }: { kind: string; start: string }) {
  const state = useSignal<State | null>(null);
  useEffect(() => {
    rules.ask({ op: "new", game: kind, start }).then(
      (r) => {
        if (r.session) void rules.ask({ op: "drop", session: r.session });
        state.value = r.state ?? null;
      },
      () => undefined,
    );
  }, [kind, start]);
  const s = state.value;
  return (
    <div class="given" data-kind={kind}>
      <div>
        <BoardBox
          kind={kind}
          state={() => state.value}
          orientation={() => "first"}
          interactive={() => "none"}
          onMove={() => undefined}
        />
      </div>
      <p>
        <b>{gameName(kind)}</b>
        <br />
        {t("play.given")}
        {s && ` ${t("play.turn", { side: sideName(kind, s.turn, s.position) })}`}{" "}
        <a href={`/editor/${kind}?start=${encodeURIComponent(start)}`}>{t("play.given.edit")}</a>
      </p>
    </div>
  );
}
