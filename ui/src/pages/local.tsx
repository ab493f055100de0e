// A game on this device by its id.
import type { Side } from "../board";
import { t } from "../app/i18n";
import { go, type PageProps } from "../app/router";
import { useTitle } from "../app/titled";
import { begin, library } from "../session/here";
import { known } from "../session/odds";
import { loadView } from "../play/board";
import { LocalTable } from "../play/local";
import { bySide, OddsLine, useOdds } from "../play/oddstext";
import { useLocalGame } from "../play/opened";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";
import NotFound from "./notfound";

/** Loads the game's view before the page is shown, so that the board has its size at once. */
export const prepare = (p: PageProps): Promise<unknown> => loadView(library.get(p.id ?? "")?.kind ?? "");

export default function Local({ id }: { id?: string }) {
  const saved = library.get(id ?? "");
  const { game, failure } = useLocalGame(() => saved);
  useTitle(saved ? gameName(saved.kind) : "");
  const list = useOdds(saved?.kind ?? "", saved?.options ?? {}, !!saved?.start);
  if (!saved) return <NotFound />;
  const minutes = (s: Side) => (saved.extra?.[s] ?? 0) / 60;
  const again = () => {
    const { kind, seats, options, start, clock, extra } = saved;
    // In a rematch the sides are swapped, unless one side gave odds.
    const odds = extra !== undefined || known(start, list) !== null;
    const next = begin({
      kind,
      options,
      start,
      clock,
      extra,
      seats: odds ? seats : { first: seats.second, second: seats.first },
    });
    library.put(next);
    go(`/game/${next.id}`);
  };
  const info = (
    <>
      <h1 class="lead">{gameName(saved.kind)}</h1>
      <OddsLine
        kind={saved.kind}
        start={saved.start}
        options={saved.options}
        minutes={bySide(saved.kind, minutes("first"), minutes("second"))}
      />
      <p class="more">
        <a class="button" href={`/play?kind=${saved.kind}`}>
          {t("play.new")}…
        </a>
        <a class="button" href={`/rules/${saved.kind}`}>
          {t("nav.rules")}
        </a>
      </p>
    </>
  );
  const g = game.value;
  return g ? (
    <LocalTable key={g.key} game={g} info={info} onNew={again} />
  ) : (
    <Waiting kind={saved.kind} info={info} failure={failure} />
  );
}
