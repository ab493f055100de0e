// The table before its game is there: the same places, nothing in them.
import type { ComponentChildren } from "preact";
import { t } from "../app/i18n";
import { ratioOf } from "./board";
import { isTall } from "./words";

export function Waiting(p: { kind: string; info?: ComponentChildren }) {
  return (
    <div class="table" data-kind={p.kind} data-tall={isTall(p.kind)} aria-busy="true">
      <div class="side info">{p.info}</div>
      <div class="middle">
        <div class="seat" />
        <div class="boardbox empty" data-kind={p.kind} style={{ aspectRatio: ratioOf(p.kind) }} />
        <div class="seat" />
      </div>
      <div class="side act">
        <p class="status">{t("app.loading")}</p>
      </div>
    </div>
  );
}
