// Paper: buttons that print the pairings, the standings, or score sheets for the boards of a round.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { sideName } from "../play/words";
import type { Shown } from "./data";
import { namesOf } from "./words";

const papers = ["pairings", "standings", "slips"] as const;
export type Paper = (typeof papers)[number];

/** The buttons. The page prints once it shows what is wanted. */
export function PrintButtons({ shown, onPaper }: { shown: Shown; onPaper(p: Paper): void }) {
  const asked = useSignal(0);
  useEffect(() => {
    if (asked.value) print();
  }, [asked.value]);
  const text = {
    pairings: t("event.print.pairings"),
    standings: t("event.print.standings"),
    slips: t("event.print.slips"),
  };
  if (!shown.round) return null;
  return (
    <details class="fold printing">
      <summary>{t("event.print")}</summary>
      <div class="more">
        {papers.map((p) => (
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
