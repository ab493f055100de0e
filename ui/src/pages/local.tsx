// Shows a game stored on this device, by its id.
import type { Side } from "../board";
import { t } from "../app/i18n";
import { go, type PageProps } from "../app/router";
import { useTitle } from "../app/titled";
import { begin, deps, library } from "../session/here";
import { limited, LimitedGame } from "../session/limited";
import type { Saved } from "../session/saved";
import { known } from "../session/odds";
import { loadView } from "../play/board";
import { LocalTable, seatName } from "../play/local";
import { bySide, OddsLine, useOdds } from "../play/oddstext";
import { useLocalGame } from "../play/opened";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";
import NotFound from "./notfound";

/** Loads the game's view before the page is shown, so that the board has its size at once. */
export const prepare = (p: PageProps): Promise<unknown> => loadView(library.get(p.id ?? "")?.kind ?? "");

const opened = async (s: Saved): Promise<LimitedGame> => {
  const g = new LimitedGame(s, null as never, deps(s.kind));
  await g.reopen();
  return g;
};

export default function Local({ id }: { id?: string }) {
  const saved = library.get(id ?? "");
  const { game, failure } = useLocalGame(() => saved, undefined, opened);
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
    library.put(limited(next, saved.takebacks?.most ?? -1));
    go(`/game/${next.id}`);
  };
  const g = game.value;
  const info = (
    <>
      <h1 class="lead">{gameName(saved.kind)}</h1>
      <OddsLine
        kind={saved.kind}
        start={saved.start}
        options={saved.options}
        minutes={bySide(saved.kind, minutes("first"), minutes("second"))}
      />
      {g && <TakebacksLeft game={g} />}
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
  return g ? (
    <LocalTable key={g.key} game={g} info={info} onNew={again} />
  ) : (
    <Waiting kind={saved.kind} info={info} failure={failure} />
  );
}

/** Shows how many takebacks each player has left, if the number is limited. */
function TakebacksLeft({ game }: { game: LimitedGame }) {
  const sides = (["first", "second"] as const).filter(
    (s) => game.seat(s).kind === "human" && game.takebacksLeft(s) >= 0,
  );
  if (sides.length === 0) return null;
  const left = sides.map((s) => t("takebacks.left", { who: seatName(game, s), n: game.takebacksLeft(s) }));
  return <p class="fine">{left.join(" · ")}</p>;
}
