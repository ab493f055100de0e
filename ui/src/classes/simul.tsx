// Shows a simul (simultaneous exhibition) of the teacher against the class: a grid of all boards,
// and one large board on which the teacher plays.
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { lang, t } from "../app/i18n";
import { settings } from "../app/settings";
import { summons, tell } from "../app/shell";
import { Sure } from "../events/sure";
import { loadView, lookOf, views } from "../play/board";
import { clockName } from "../play/clockname";
import { Diagram } from "../play/diagram";
import { Pick } from "../play/pick";
import { PickKind } from "../play/pickkind";
import { gameName, sideName } from "../play/words";
import type { ClassView, SimulBoard, SimulHead, SimulView } from "../wire/messages";
import { again } from "../wire/again";
import { rest } from "../wire/rest";
import { faultOf } from "./texts";

const EVERY = 1500;
const CLOCKS = ["none", "15+10", "30+30", "60+0"] as const;

/**
 * The page of a match, loaded with the first simul. A dynamic import keeps the code of online games
 * in separate files.
 */
const matchPage = signal<{ Match: (typeof import("../pages/match"))["default"] } | null>(null);

async function loadMatch(): Promise<void> {
  const { default: Match } = await again(() => import("../pages/match"));
  matchPage.value = { Match };
}

/** Sorts the boards: the teacher's turn first, then the child's turn, then finished games. */
export function inOrder(boards: readonly SimulBoard[]): SimulBoard[] {
  const rank = (b: SimulBoard) => (b.result ? 2 : b.turn ? 0 : 1);
  return [...boards].sort((a, b) => rank(a) - rank(b) || a.number - b.number);
}

/**
 * The next board after the given one on which the teacher is to move; undefined if there is no
 * other such board.
 */
export function nextBoard(boards: readonly SimulBoard[], after?: number): SimulBoard | undefined {
  const due = boards.filter((b) => b.turn && !b.result);
  return due.find((b) => b.number > (after ?? 0)) ?? due.find((b) => b.number !== after);
}

/**
 * The id of the match on the large board; "" while the page shows the list of boards. The large
 * board is an entry of the history, so that "back" leads from it to the list.
 */
export function useBoard(): { at: Signal<string>; open(match: string): void } {
  const stored = () => (history.state as { board?: string } | null)?.board ?? "";
  const at = useSignal(stored());
  useEffect(() => {
    const back = () => (at.value = stored());
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const open = (match: string) => {
    if (match === at.value) return;
    if (!match && stored()) return history.back();
    // Opening another large board replaces the entry of the history, so that "back" still leads to
    // the list.
    if (stored()) history.replaceState({ board: match }, "");
    else history.pushState({ board: match }, "");
    at.value = match;
  };
  return { at, open };
}

export function Simul({ of: c }: { of: ClassView }) {
  const simul = useSignal<SimulView | null>(null);
  const known = useSignal(false);
  const fault = useSignal("");
  const busy = useSignal(false);
  const { at, open: enlarge } = useBoard();
  const going = useSignal(true);
  const path = `/classes/${c.id}/simuls`;
  const load = async () => {
    if (document.hidden || busy.value) return;
    try {
      const id = simul.value?.id ?? (await rest<SimulHead[]>("GET", path))[0]?.id;
      if (id) {
        const got = await rest<SimulView>("GET", `${path}/${id}`);
        await loadView(got.game);
        simul.value = got;
      }
      known.value = true;
      fault.value = "";
    } catch (e) {
      fault.value = faultOf(e, "class");
    }
  };
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), EVERY);
    return () => clearInterval(timer);
  }, []);
  const m = simul.value;
  const boards = m?.boards ?? [];
  const here = boards.find((b) => b.match === at.value);
  const next = nextBoard(boards, here?.number);
  const follow = () => {
    if (next) enlarge(next.match);
  };
  // When the teacher leaves a match page, that page shows a notification with a link back to the
  // match. On this page the notification is not needed, because the page lists the match.
  useEffect(() => {
    if (summons.value) summons.value = null;
  });
  // After the teacher's move the next board opens, if the teacher has turned this on.
  const was = useRef("");
  useEffect(() => {
    const moved = was.current === `${at.value} turn` && here && !here.turn && !here.result;
    was.current = here ? `${here.match} ${here.turn ? "turn" : ""}` : "";
    if (!moved || !going.value || !next) return;
    const timer = setTimeout(() => enlarge(next.match), 500);
    return () => clearTimeout(timer);
  }, [here?.turn, at.value]);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.target as Element).closest("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "n" || e.key === "N") follow();
      else if (e.key === "g" || e.key === "G") enlarge("");
      else return;
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const act = async (send: () => Promise<SimulView>) => {
    busy.value = true;
    try {
      const got = await send();
      await loadView(got.game);
      simul.value = got;
      enlarge("");
    } catch (e) {
      tell(faultOf(e, "class"));
    } finally {
      busy.value = false;
    }
  };
  const page = matchPage.value;
  useEffect(() => void loadMatch(), []);
  if (!known.value && !fault.value) return <p>{t("online.connecting")}</p>;
  const open = boards.filter((b) => !b.result);
  const count = (r: string) => boards.filter((b) => b.result === r).length;
  if (here)
    return (
      <div class="simulboard">
        <div class="simulbar" role="group" aria-label={t("simul.title")}>
          <b>{t("simul.board", { n: here.number, of: boards.length, name: here.name })}</b>
          <span role="status">{t("simul.turns", { n: boards.filter((b) => b.turn && !b.result).length })}</span>
          <label>
            <input type="checkbox" checked={going.value} onChange={(e) => (going.value = e.currentTarget.checked)} />{" "}
            {t("simul.going")}
          </label>
          <button type="button" class="button" aria-keyshortcuts="g" onClick={() => enlarge("")}>
            {t("simul.all")}
          </button>
          <button type="button" class="button main" aria-keyshortcuts="n" disabled={!next} onClick={follow}>
            {t("simul.next")}
          </button>
        </div>
        {page && <page.Match key={here.match} id={here.match} />}
      </div>
    );
  return (
    <>
      {fault.value && <p role="alert">{fault.value}</p>}
      {m && (
        <section aria-label={t("simul.title")}>
          <h2>
            {gameName(m.game)} · {clockName(m.clock)}
          </h2>
          <p class="head" role="status">
            {open.length > 0 ? (
              <b>{t("simul.turns", { n: boards.filter((b) => b.turn && !b.result).length })}</b>
            ) : (
              <b>{t("simul.over")}</b>
            )}
            <span>{t("simul.score", { win: count("win"), draw: count("draw"), loss: count("loss") })}</span>
          </p>
          {m.mine && open.length > 0 && (
            <p class="more ways">
              <button type="button" class="button main" aria-keyshortcuts="n" disabled={!next} onClick={follow}>
                {t("simul.next")}
              </button>
              <Sure
                text={t("simul.end")}
                question={t("simul.end.sure", { n: open.length })}
                yes={t("class.yes")}
                no={t("class.no")}
                busy={busy.value}
                onYes={() => void act(() => rest("DELETE", `${path}/${m.id}`))}
              />
            </p>
          )}
          <ul class="boards">
            {inOrder(boards).map((b) => (
              <li key={b.match} data-turn={b.turn && !b.result ? true : undefined}>
                <button type="button" onClick={() => enlarge(b.match)}>
                  <Small board={b} kind={m.game} />
                  <span>
                    <b>{b.name}</b>
                    <small>
                      {b.result
                        ? t(`simul.result.${b.result}`)
                        : b.offered === "draw"
                          ? t("simul.drawoffer")
                          : t(b.turn ? "simul.yours" : "simul.theirs")}
                    </small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(!m || open.length === 0) && (
        <Start of={c} busy={busy.value} onStart={(body) => void act(() => rest("POST", path, body))} />
      )}
    </>
  );
}

/** A small board in the grid, seen from the teacher's side. */
function Small({ board: b, kind }: { board: SimulBoard; kind: string }) {
  const view = views.value[kind];
  if (!view || b.cells.length === 0) return null;
  const look = { ...lookOf(kind), coordinates: "none" };
  look.set ??= view.setFor(lang.value);
  const drawn = { kind, cells: b.cells, width: b.width, height: b.height, turn: "first" as const, bottom: b.side };
  return (
    <span aria-hidden="true">
      <Diagram view={view} drawn={drawn} look={look} label="" />
    </span>
  );
}

function Start(p: { of: ClassView; busy: boolean; onStart(body: object): void }) {
  const kind = useSignal(infoOf(settings.value.kind) ? settings.value.kind : (kinds()[0] ?? ""));
  const clock = useSignal<(typeof CLOCKS)[number]>("none");
  const side = useSignal<"first" | "second" | "both">("first");
  const chosen = useSignal<ReadonlySet<string>>(new Set(p.of.list.filter((x) => x.online).map((x) => x.player)));
  const touched = useSignal(false);
  // Until the teacher changes the selection, all children who are online are selected.
  useEffect(() => {
    if (!touched.value) chosen.value = new Set(p.of.list.filter((x) => x.online).map((x) => x.player));
  }, [p.of]);
  const flip = (player: string) => {
    touched.value = true;
    const next = new Set(chosen.value);
    if (!next.delete(player)) next.add(player);
    chosen.value = next;
  };
  const send = (e: Event) => {
    e.preventDefault();
    p.onStart({ game: kind.value, clock: clock.value, side: side.value, players: [...chosen.value] });
  };
  return (
    <form class="setup add" aria-label={t("simul.new")} onSubmit={send}>
      <h2>{t("simul.new")}</h2>
      <p>{t("simul.about")}</p>
      <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />
      <Pick
        label={t("simul.clock")}
        name="clock"
        value={clock.value}
        values={CLOCKS}
        text={(v) => clockName(v)}
        onPick={(v) => (clock.value = v)}
      />
      <Pick
        label={t("simul.side")}
        name="side"
        value={side.value}
        values={["first", "second", "both"]}
        text={(v) => (v === "both" ? t("simul.both") : sideName(kind.value, v))}
        onPick={(v) => (side.value = v)}
      />
      <fieldset class="who">
        <legend>{t("simul.who", { n: chosen.value.size })}</legend>
        {p.of.list.map((x) => (
          <label key={x.player}>
            <input type="checkbox" checked={chosen.value.has(x.player)} onChange={() => flip(x.player)} /> {x.name}
            {p.of.list.filter((y) => y.name === x.name).length > 1 && <span class="nick">{x.nick}</span>}
            {x.online && <span class="here">{t("class.here")}</span>}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="button main" disabled={p.busy || chosen.value.size === 0}>
        {t("simul.start")}
      </button>
    </form>
  );
}
