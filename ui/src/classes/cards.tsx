// Lays out login cards of children, with nickname, real name, QR code and the codes to type.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import type { ClassCard, ClassView } from "../wire/messages";

/** Splits a login code into two groups, so that it is easy to type. */
const grouped = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`;

/** The address that is printed on a card for typing. A line may break before the path. */
const siteOf = (link: string): string => link.replace(/^https?:\/\/|#.*$/g, "").replace("/", "\u200B/");

export function Cards(p: { of: ClassView; cards: ClassCard[]; onDone(): void }) {
  const head = useRef<HTMLHeadingElement>(null);
  const printed = useRef(false);
  useEffect(() => head.current?.focus(), []);
  // The codes cannot be shown again, so the browser asks before it leaves unprinted cards.
  useEffect(() => {
    const onLeave = (e: BeforeUnloadEvent) => {
      if (!printed.current) e.preventDefault();
    };
    const onPrint = () => (printed.current = true);
    addEventListener("beforeunload", onLeave);
    addEventListener("afterprint", onPrint);
    return () => {
      removeEventListener("beforeunload", onLeave);
      removeEventListener("afterprint", onPrint);
    };
  }, []);
  return (
    <section class="cards">
      <div class="screen">
        <h2 ref={head} tabIndex={-1}>
          {t("cards.title")}
        </h2>
        <p>{t("cards.once")}</p>
        <p class="more ways">
          <button type="button" class="button main" onClick={() => print()}>
            {t("cards.print")}
          </button>
          <button type="button" class="button" onClick={p.onDone}>
            {t("cards.done")}
          </button>
        </p>
      </div>
      <ul>
        {p.cards.map((c) => (
          <li key={c.player}>
            <img
              alt={t("cards.qr", { name: c.name })}
              src={`data:image/svg+xml,${encodeURIComponent(c.qr)}`}
              width={120}
              height={120}
            />
            <div>
              <b class="nick">{c.nick}</b>
              <span class="real">{c.name}</span>
              <small>{t("cards.how", { site: siteOf(c.link) })}</small>
              <span>
                {t("card.class")} <code>{p.of.code}</code>
              </span>
              <span>
                {t("card.code")} <code>{grouped(c.code)}</code>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
