// The live board: the first move starts a game against the machine.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot, infoOf, kinds } from "../app/boot";
import { t, tx } from "../app/i18n";
import { change, settings } from "../app/settings";
import { tell } from "../app/shell";
import { useTitle } from "../app/titled";
import NotFound from "./notfound";
import { warm } from "../session/desk";
import { begin, library, open } from "../session/here";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { Kinds } from "../play/kinds";
import { LevelPicker } from "../play/level";
import { LocalTable } from "../play/local";
import { Waiting } from "../play/waiting";
import { errorText, gameName } from "../play/words";

export default function Live(p: { kind?: string }) {
  const kind = p.kind ?? (boot.start?.kind || settings.value.kind || kinds()[0] || "");
  return infoOf(kind) ? <LiveGame key={kind} kind={kind} home={p.kind === undefined} /> : <NotFound />;
}

function LiveGame({ kind, home }: { kind: string; home: boolean }) {
  const game = useSignal<LocalGame | null>(null);
  useTitle(home ? "" : gameName(kind));

  const show = async (saved: Saved, atOnce: boolean) => {
    const start = atOnce && boot.start?.kind === kind ? boot.start.state : undefined;
    try {
      const next = await open(saved, start);
      game.value?.close();
      game.value = next;
    } catch (e) {
      tell(errorText(e instanceof Error && "code" in e ? String(e.code) : "internal"));
    }
  };
  const fresh = (level = settings.value.level) =>
    begin({ kind, seats: { first: { kind: "human" }, second: { kind: "machine", level } } });

  useEffect(() => {
    if (settings.value.kind !== kind) change({ kind });
    const going = library.underWay(kind);
    const usable = going && (going.seats.first.kind === "machine") !== (going.seats.second.kind === "machine");
    void show(usable ? going : fresh(), true);
    // The rules are fetched once the page is quiet, before they are needed.
    const idle = setTimeout(warm, 1500);
    return () => {
      clearTimeout(idle);
      game.value?.close();
    };
  }, [kind]);

  const g = game.value;
  const setLevel = (level: number) => {
    change({ level });
    if (!g) return;
    const seats = g.saved.value.seats;
    const side = seats.first.kind === "machine" ? "first" : "second";
    g.seats({ ...seats, [side]: { kind: "machine", level } });
  };
  const level = g ? machineLevel(g.saved.value) : settings.value.level;
  const info = (
    <>
      <h1 class={home ? "lead" : "lead"}>{home ? t("app.tagline") : gameName(kind)}</h1>
      <Kinds at={kind} href={(k) => `/play/${k}`} />
      <p class="about">{tx(`game.${kind}.about`)}</p>
      <LevelPicker kind={kind} level={level} onPick={setLevel} />
      <p class="more">
        <a class="button" href={`/play?kind=${kind}`}>
          {t("play.new")}…
        </a>
        <a class="button" href={`/hotseat/${kind}`}>
          {t("play.opponent.hotseat")}
        </a>
        <a class="button" href={`/rules/${kind}`}>
          {t("nav.rules")}
        </a>
      </p>
    </>
  );
  if (!g) return <Waiting kind={kind} info={info} />;
  return (
    <LocalTable
      game={g}
      info={info}
      status={t("play.first.move")}
      onNew={() => void show(fresh(), true)}
    />
  );
}

function machineLevel(s: Saved): number {
  for (const seat of [s.seats.first, s.seats.second]) if (seat.kind === "machine") return seat.level;
  return settings.value.level;
}
