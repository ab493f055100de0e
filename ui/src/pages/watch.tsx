// Shows the games in progress: the best game on a large board, and all games in a list.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../app/boot";
import { lang, t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { Titled } from "../app/titled";
import { bestOf, type LiveView } from "../people/best";
import { faultText } from "../play/hooks";
import { seatText } from "../play/seats";
import { gameName, playerName } from "../play/words";
import sheet from "../style/watch.css?url";
import { rest } from "../wire/rest";

export const prepare = (): Promise<unknown> => addSheet(sheet);

/** How often the list and the picture of the board are requested, in milliseconds. */
const LIST = 5000;
const LOOK = 2000;

/** Calls the function `f` at once and then at intervals, while the page is visible. */
function useEvery(ms: number, f: () => void): void {
  useEffect(() => {
    const seen = () => !document.hidden && f();
    seen();
    const timer = setInterval(seen, ms);
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);
}

export default function Watch() {
  const list = useSignal<LiveView[] | null>(null);
  const best = useSignal<LiveView | undefined>(undefined);
  const fault = useSignal("");
  useEvery(LIST, () => {
    if (!boot.online) return;
    rest<LiveView[]>("GET", "/live").then(
      (got) => {
        best.value = bestOf(got, best.value);
        list.value = got;
        fault.value = "";
      },
      (e: unknown) => (fault.value = faultText(e)),
    );
  });
  const shown = best.value;
  return (
    <Titled title={t("watch.title")} class="narrow watch">
      {fault.value && !list.value && <p role="alert">{fault.value}</p>}
      {list.value?.length === 0 && (
        <div class="empty">
          <p>{t("watch.none")}</p>
          <a class="button" href="/online" data-value={t("app.first")}>
            {t("rank.play")}
          </a>
        </div>
      )}
      {shown && <Best key={shown.id} match={shown} />}
      {list.value && list.value.length > 1 && (
        <section>
          <h2>{t("watch.all")}</h2>
          <ul class="thumbs">
            {list.value
              .filter((m) => m.id !== shown?.id)
              .map((m) => (
                <li key={m.id}>
                  <a href={`/g/${m.id}`}>
                    <img src={picture(m, 160)} alt="" loading="lazy" decoding="async" width="96" height="96" />
                    <Names match={m} />
                  </a>
                </li>
              ))}
          </ul>
        </section>
      )}
    </Titled>
  );
}

/**
 * The URL of a picture of a match as spectators see it. Rated games with hidden pieces are shown
 * with a delay.
 */
const picture = (m: LiveView, size: number): string => `/picture/g/${m.id}.svg?lang=${lang.value}&size=${size}`;

const nameOf = (m: LiveView, i: number): string => {
  const s = m.seats?.[i];
  return s ? (s.name ? playerName(s.name) : seatText(s)) : "";
};

/** Shows the best game; its picture is reloaded regularly. */
function Best({ match: m }: { match: LiveView }) {
  const tick = useSignal(0);
  useEvery(LOOK, () => tick.value++);
  return (
    <section class="best" aria-label={t("watch.best")}>
      <a href={`/g/${m.id}`}>
        <img
          src={`${picture(m, 480)}&look=${tick.value}`}
          alt={t("watch.board", { game: gameName(m.game), first: nameOf(m, 0), second: nameOf(m, 1) })}
          width="480"
          height="480"
        />
        <Names match={m} />
      </a>
    </section>
  );
}

/** Shows both players with their ratings, the game and its time control. */
function Names({ match: m }: { match: LiveView }) {
  return (
    <>
      {[0, 1].map((i) => {
        const r = m.ratings[i];
        return (
          <span key={i} class="who">
            <b>
              <bdi>{nameOf(m, i)}</bdi>
            </b>{" "}
            {r && (
              <small>
                {Math.round(r.rating)}
                {r.provisional ? "?" : ""}
              </small>
            )}
          </span>
        );
      })}
      <small>
        {gameName(m.game)} · {m.clock === "none" ? t("play.clock.none") : `${tx(`speed.${m.speed}`)} ${m.clock}`}
        {m.rated ? ` · ${t("rank.rated.yes")}` : ""}
      </small>
    </>
  );
}
