// Shows a list on the operator's page that is loaded page by page.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { tell } from "../app/shell";
import { faultText } from "../play/hooks";
import { page } from "../wire/rest";

/** Shows the rows of a list. A new path or a new value of `again` loads the list from the start. */
export function Pages<T>(p: { path: string; again?: Signal<number>; none: string; row(item: T): ComponentChildren }) {
  const list = useSignal<T[] | null>(null);
  const next = useSignal("");
  const load = (cursor: string, stale: () => boolean = () => false) =>
    void page<T>(p.path, cursor).then(
      (got) => {
        if (stale()) return;
        list.value = cursor ? [...(list.value ?? []), ...got.items] : got.items;
        next.value = got.next;
      },
      (e: unknown) => tell(faultText(e)),
    );
  const again = p.again?.value;
  useEffect(() => {
    let gone = false;
    load("", () => gone);
    return () => {
      gone = true;
    };
  }, [p.path, again]);
  return (
    <>
      {list.value?.length === 0 && <p>{p.none}</p>}
      {!!list.value?.length && <ul class="list">{list.value.map(p.row)}</ul>}
      {next.value && (
        <button type="button" class="button" onClick={() => load(next.value)}>
          {t("admin.more")}
        </button>
      )}
    </>
  );
}
