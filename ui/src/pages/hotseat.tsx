// Two people on one device.
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import { useTitle } from "../app/titled";
import { begin, library } from "../session/here";
import { Kinds } from "../play/kinds";
import { LocalTable } from "../play/local";
import { Sets } from "../play/menu";
import { useLocalGame } from "../play/use";
import { Waiting } from "../play/waiting";
import { gameName } from "../play/words";
import NotFound from "./notfound";

export default function Hotseat({ kind = "" }: { kind?: string }) {
  return infoOf(kind) ? <Both kind={kind} /> : <NotFound />;
}

function Both({ kind }: { kind: string }) {
  useTitle(`${gameName(kind)} · ${t("play.opponent.hotseat")}`);
  const fresh = () => begin({ kind, seats: { first: { kind: "human" }, second: { kind: "human" } } });
  const going = () =>
    library
      .all()
      .find((s) => s.kind === kind && !s.ended && s.seats.first.kind === "human" && s.seats.second.kind === "human");
  const { game, show } = useLocalGame(() => going() ?? fresh());
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
  return game.value ? (
    <LocalTable game={game.value} info={info} onNew={() => void show(fresh())} />
  ) : (
    <Waiting kind={kind} info={info} />
  );
}
