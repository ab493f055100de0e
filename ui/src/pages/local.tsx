// A game on this device by its id.
import { t } from "../app/i18n";
import { go } from "../app/router";
import { useTitle } from "../app/titled";
import { begin, library } from "../session/here";
import { LocalTable } from "../play/local";
import { useLocalGame } from "../play/use";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";
import NotFound from "./notfound";

export default function Local({ id }: { id?: string }) {
  const saved = library.get(id ?? "");
  const { game } = useLocalGame(() => saved);
  useTitle(saved ? gameName(saved.kind) : "");
  if (!saved) return <NotFound />;
  const again = () => {
    const { kind, seats, options, start, clock } = saved;
    // Who moved second moves first now.
    const next = begin({ kind, options, start, clock, seats: { first: seats.second, second: seats.first } });
    library.put(next);
    go(`/game/${next.id}`);
  };
  const info = (
    <>
      <h1 class="lead">{gameName(saved.kind)}</h1>
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
  return game.value ? (
    <LocalTable game={game.value} info={info} onNew={again} />
  ) : (
    <Waiting kind={saved.kind} info={info} />
  );
}
