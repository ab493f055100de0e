// Starts a game of two people on one device.
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import type { PageProps } from "../app/router";
import { useTitle } from "../app/titled";
import { begin, library } from "../session/here";
import { loadView } from "../play/board";
import { Kinds } from "../play/kinds";
import { LocalTable } from "../play/local";
import { Sets } from "../play/sets";
import { useLocalGame } from "../play/opened";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";
import NotFound from "./notfound";

export default function Hotseat({ kind = "" }: { kind?: string }) {
  return infoOf(kind) ? <Both key={kind} kind={kind} /> : <NotFound />;
}

/** Loads the game's view before the page is shown, so that the board is drawn at once. */
export const prepare = (p: PageProps): Promise<unknown> => loadView(p.kind ?? "");

function Both({ kind }: { kind: string }) {
  useTitle(`${gameName(kind)} · ${t("play.opponent.hotseat")}`);
  const fresh = () => begin({ kind, seats: { first: { kind: "human" }, second: { kind: "human" } } });
  const going = () =>
    library.underWay(kind, ({ seats }) => seats.first.kind === "human" && seats.second.kind === "human");
  const { game, again, failure } = useLocalGame(going, fresh);
  const info = (
    <>
      <h1 class="lead">{t("play.opponent.hotseat")}</h1>
      <Kinds at={kind} href={(k) => `/hotseat/${k}`} />
      <Sets kind={kind} />
      <p class="more">
        <a class="button" href={`/play?kind=${kind}`}>
          {t("play.new")}…
        </a>
      </p>
    </>
  );
  const g = game.value;
  return g ? (
    <LocalTable key={g.key} game={g} info={info} onNew={() => again()} />
  ) : (
    <Waiting kind={kind} info={info} failure={failure} />
  );
}
