// Every component in every state, for tests and for looking.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { Titled } from "../app/titled";

const galleries = import.meta.glob<{ gallery(el: HTMLElement): void | Promise<void> }>("../../dev/gallery.ts");

export default function Gallery() {
  const el = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = el.current;
    if (box) for (const load of Object.values(galleries)) void load().then((m) => m.gallery(box));
  }, []);
  return (
    <Titled title={t("gallery.title")}>
      <div class="more">
        <button type="button" class="button">
          {t("play.new")}
        </button>
        <button type="button" class="button main">
          {t("play.start")}
        </button>
        <button type="button" class="button" disabled>
          {t("play.undo")}
        </button>
      </div>
      <div class="gallery" ref={el} />
    </Titled>
  );
}
