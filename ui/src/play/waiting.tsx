// Shows the game page before its game has been loaded: the same layout without
// content.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { loadSprite } from "../board";
import { t } from "../app/i18n";
import { ratioOf, views } from "./board";
import type { Failure } from "./hooks";
import { isTall } from "./words";

/** Shows that the game could not be loaded, with a button to try again. */
export function Failed({ failure }: { failure: Failure }) {
  return (
    <>
      <p class="verdict" data-bad role="alert">
        {failure.text}
      </p>
      <p class="more">
        <button type="button" class="button main" onClick={() => failure.retry()}>
          {t("app.retry")}
        </button>
      </p>
    </>
  );
}

export function Waiting(p: {
  kind: string;
  info?: ComponentChildren;
  /** Whether the layout has no seats. */
  bare?: boolean;
  /** The error, if the game could not be loaded. */
  failure?: Failure | null;
}) {
  // Load the sprite while the game is loading.
  const sprite = views.value[p.kind]?.sprite;
  useEffect(() => {
    if (sprite) loadSprite(sprite).catch(() => undefined);
  }, [sprite]);
  return (
    <div class={p.bare ? "table bare" : "table"} data-kind={p.kind} data-tall={isTall(p.kind)} aria-busy={!p.failure}>
      <div class="side info">{p.info}</div>
      <div class="middle">
        {!p.bare && <div class="seat" />}
        <div class="boardbox empty" data-kind={p.kind} style={{ aspectRatio: ratioOf(p.kind) }} />
        {!p.bare && <div class="seat" />}
      </div>
      <div class="side act">
        {p.failure ? <Failed failure={p.failure} /> : <p class="status">{t("app.loading")}</p>}
      </div>
    </div>
  );
}
