// Shows every component in every state, for tests and visual checks. A server shows this page only
// with --gallery. ?only=game/state selects some components. ?crowd=game shows a full board of 20 by
// 20 for measurements. ?bare=game shows a single board, to compare it with pictures drawn by the
// server.
import { useEffect, useRef } from "preact/hooks";
import { boot, infoOf } from "../app/boot";
import { lang, t, tx } from "../app/i18n";
import { query } from "../app/router";
import { addSheet } from "../app/sheets";
import { Titled } from "../app/titled";
import sheet from "../style/gallery.css?url";
import NotFound from "./notfound";

interface Boards {
  gallery(el: HTMLElement, o: { only?: string; t: typeof tx; language: string }): Promise<unknown>;
  crowd(el: HTMLElement, name: string, token: string): Promise<unknown>;
}

const galleries = import.meta.glob<Boards>("../../dev/gallery.ts");
const bares = import.meta.glob<{ bare(el: HTMLElement, name: string): Promise<void> }>("../../dev/bare.ts");

export default function Gallery() {
  return boot.gallery ? <Boards /> : <NotFound />;
}

function Boards() {
  const el = useRef<HTMLDivElement>(null);
  useEffect(() => void addSheet(sheet), []);
  useEffect(() => {
    const box = el.current;
    const only = query().get("only") ?? undefined;
    const crowd = query().get("crowd") ?? "";
    const bare = query().get("bare") ?? "";
    if (box && infoOf(bare)) {
      for (const load of Object.values(bares)) void load().then((m) => m.bare(box, bare));
      return;
    }
    for (const load of box ? Object.values(galleries) : []) {
      void load().then((m) =>
        infoOf(crowd) ? m.crowd(box!, crowd, "o") : m.gallery(box!, { only, t: tx, language: lang.value }),
      );
    }
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
