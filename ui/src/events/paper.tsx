// Shows buttons that print the pairings, the standings, or score sheets for the boards of a round.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { sideName } from "../play/words";
import type { Shown } from "./data";
import { boardPath } from "./atboard";
import { qrOf } from "./reach";
import { namesOf } from "./words";

const papers = ["pairings", "standings", "slips", "cards"] as const;
export type Paper = (typeof papers)[number];

/**
 * The number of tables that get a card: one for each board of the round, or one per two players
 * before the first round.
 */
const tables = ({ round, entrants }: Shown): number =>
  round?.boards.length ?? Math.floor(entrants.filter((x) => !x.leaves).length / 2);

/** Waits until all QR codes of the printed papers are loaded. */
const pictures = (): Promise<unknown> =>
  Promise.all(
    [...document.querySelectorAll<HTMLImageElement>(".event :is(.slips, .cards) img")].map(
      (img) =>
        new Promise((done) => {
          if (img.complete && img.naturalWidth) done(null);
          else img.addEventListener("load", done, { once: true });
        }),
    ),
  );

/** The QR code of a board of the event. If the server is too busy, the code is requested again. */
function Code({ shown, board }: { shown: Shown; board: number }) {
  const again = useSignal(0);
  const path = boardPath(shown.event.id, board);
  return (
    <img
      src={`${qrOf(path)}${again.value ? `#${again.value}` : ""}`}
      alt=""
      onError={() => setTimeout(() => again.value++, 2000)}
    />
  );
}

/** A card for each table. The QR code on the card opens this table's board in every round. */
export function Cards({ shown }: { shown: Shown }) {
  return (
    <ol class="cards" aria-hidden="true">
      {Array.from({ length: tables(shown) }, (_, i) => (
        <li key={i}>
          <p>{shown.event.settings.name}</p>
          <b>{t("event.board", { n: i + 1 })}</b>
          <Code shown={shown} board={i + 1} />
          <p>{t("event.print.scan")}</p>
        </li>
      ))}
    </ol>
  );
}

/** The print buttons. The print dialog opens after the page shows the chosen paper. */
export function PrintButtons({ shown, onPaper }: { shown: Shown; onPaper(p: Paper): void }) {
  const asked = useSignal(0);
  useEffect(() => {
    if (!asked.value) return;
    let gone = false;
    void pictures().then(() => {
      if (!gone) print();
    });
    return () => (gone = true);
  }, [asked.value]);
  const text = {
    pairings: t("event.print.pairings"),
    standings: t("event.print.standings"),
    slips: t("event.print.slips"),
    cards: t("event.print.cards"),
  };
  const ready = papers.filter((p) => shown.round || (p === "cards" && tables(shown) > 0));
  if (ready.length === 0) return null;
  return (
    <details class="fold printing">
      <summary>{t("event.print")}</summary>
      <div class="more">
        {ready.map((p) => (
          <button
            key={p}
            type="button"
            class="button"
            onClick={() => {
              onPaper(p);
              asked.value++;
            }}
          >
            {text[p]}
          </button>
        ))}
      </div>
    </details>
  );
}

/** A score sheet for each board of the round, with places for the result and both signatures. */
export function Slips({ shown }: { shown: Shown }) {
  const { event, round } = shown;
  const name = namesOf(shown.entrants);
  const { game } = event.settings;
  return (
    <ol class="slips" aria-hidden="true">
      {round?.boards.map((b) => (
        <li key={b.board}>
          <Code shown={shown} board={b.board} />
          <p>
            {event.settings.name} · {t("event.round", { n: round.round })} · <b>{t("event.board", { n: b.board })}</b>
          </p>
          {([b.first, b.second] as const).map((entrant, i) => (
            <p key={entrant} class="line">
              <span>{sideName(game, i === 0 ? "first" : "second")}</span>
              <b>{name(entrant)}</b>
              <span class="blank" />
            </p>
          ))}
          <p class="result">
            {t("event.print.result")} <span /> {t("event.result.first")} <span /> {t("event.result.draw")} <span />{" "}
            {t("event.result.second")}
          </p>
          <p class="fine">{t("event.print.sign")}</p>
        </li>
      ))}
    </ol>
  );
}
