// Shows the demo board of a class: the teacher moves and draws, and the children
// see it.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { t } from "../app/i18n";
import { settings } from "../app/settings";
import { tell } from "../app/shell";
import type { Arrow, Side } from "../board";
import { BoardBox, loadView, views } from "../play/board";
import { PickKind } from "../play/pickkind";
import { gameName } from "../play/words";
import { Line } from "../play/line";
import { rules } from "../session/rules";
import type { State } from "../session/messages";
import type { Imported } from "../session/records";
import type { Demo } from "../wire/messages";
import { again } from "../wire/again";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { faultOf } from "./texts";

/** All viewers use the same seed, so hidden pieces turn out the same on all screens. */
const SEED = 1;

/**
 * Subscribes to the demo board of a class. The socket repeats the subscription after a lost
 * connection. The id "" means the child's own class.
 */
function useDemo(id: string) {
  const demo = useSignal<Demo | null>(null);
  const known = useSignal(false);
  useEffect(() => {
    const s = socket();
    let version = -1;
    const stop = [
      s.listen((m) => {
        if (m.t !== "demo" || m.version < version) return;
        version = m.version;
        demo.value = m.demo ?? null;
        known.value = true;
      }),
      s.stand("demo", () => {
        version = -1; // another node may have an older version of the demo board for a moment
        return id ? { t: "demo", id, on: true } : { t: "demo", on: true };
      }),
    ];
    return () => {
      for (const end of stop) end();
      s.send({ t: "demo", on: false });
    };
  }, [id]);
  return { demo, known };
}

const arrowsOf = (d: Demo | null): Arrow[] =>
  (d?.arrows ?? []).map(([from = 0, to = 0]) => ({ from, to, brush: "main" }));

/** Computes the position of a demo board from the rules, with the legal moves. */
function usePosition(d: Demo | null, onFault: (e: unknown) => void) {
  const state = useSignal<State | null>(null);
  const key = d ? JSON.stringify([d.game, d.start, d.options, d.moves?.slice(0, d.at ?? 0)]) : "";
  useEffect(() => {
    if (!d) return void (state.value = null);
    let gone = false;
    const opened = Promise.all([
      rules.ask({
        op: "new",
        game: d.game,
        start: d.start ?? "",
        options: d.options,
        moves: d.moves?.slice(0, d.at ?? 0) ?? [],
        seed: SEED,
        view: "first",
      }),
      loadView(d.game),
    ]).then(([r]) => r);
    opened.then(
      (r) => gone || (state.value = r.state ?? null),
      (e: unknown) => gone || onFault(e),
    );
    return () => {
      gone = true;
      opened.then((r) => rules.ask({ op: "drop", session: r.session })).catch(() => undefined);
    };
  }, [key]);
  return state;
}

/** The demo board as a child sees it. It is empty while the teacher shows nothing. */
export function Follow() {
  const { demo } = useDemo("");
  const fault = useSignal("");
  const state = usePosition(demo.value, (e) => (fault.value = faultOf(e, "card")));
  const d = demo.value;
  if (!d) return null;
  return (
    <section class="demo" aria-label={t("demo.title")}>
      <h2>
        {t("demo.title")} <Line socket={socket()} />
      </h2>
      {fault.value && <p role="alert">{fault.value}</p>}
      <div class="demobox" key={d.game}>
        <BoardBox
          kind={d.game}
          state={() => state.value}
          orientation={() => (demo.value?.flip ? "second" : "first")}
          interactive={() => "none"}
          arrows={() => arrowsOf(demo.value)}
          onMove={() => undefined}
        />
      </div>
      {d.comment && (
        <p class="comment" aria-live="polite">
          {d.comment}
        </p>
      )}
    </section>
  );
}

/** Maps the names of squares to their numbers. */
function squares(kind: string, s: State): Map<string, number> {
  const view = views.value[kind];
  return new Map(s.cells.map((_, sq) => [view?.squareName(sq, s.width) ?? "", sq]));
}

/** The demo board with the teacher's controls. */
export function DemoDesk({ id }: { id: string }) {
  const { demo, known } = useDemo(id);
  const kind = useSignal(infoOf(settings.value.kind) ? settings.value.kind : (kinds()[0] ?? ""));
  const text = useSignal("");
  const words = useSignal<string | null>(null); // the comment being typed; null: no change since the last sent comment
  const sent = useSignal(false);
  const cut = useSignal(""); // a message that says from which point the pasted game could not be read
  const begun = useRef(false); // whether the board shows a new game and has to come into view
  const pen = useSignal(false);
  const aim = useSignal<Arrow | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const fails = (e: unknown) => tell(faultOf(e, "class"));
  const state = usePosition(demo.value, fails);
  const path = `/classes/${encodeURIComponent(id)}/demo`;
  const sending = useRef(Promise.resolve());
  /**
   * Shows a state of the demo board here at once, and sends it to the class after all earlier
   * states.
   */
  const show = (d: Demo) => {
    demo.value = d;
    sending.current = sending.current.then(() => rest("PUT", path, d)).then(() => undefined, fails);
  };
  const d = demo.value;
  const at = d?.at ?? 0;
  const line = d?.moves ?? [];
  const step = (to: number) => d && show({ ...d, at: Math.max(0, Math.min(line.length, to)), arrows: [], comment: "" });
  const onMove = (code: string) => {
    if (!d) return;
    const same = line[at] === code;
    show({ ...d, moves: same ? line : [...line.slice(0, at), code], at: at + 1, arrows: [], comment: "" });
    words.value = null;
  };
  /** Sends the comment if it has changed since it was last sent. */
  const speak = (e: Event) => {
    e.preventDefault();
    if (!d || words.value === null) return;
    show({ ...d, comment: words.value.trim() });
    words.value = null;
    sent.value = true;
  };
  const begin = async (e: Event) => {
    e.preventDefault();
    try {
      const got = await read(text.value.trim(), kind.value);
      cut.value = got.cut;
      sent.value = false;
      begun.current = true;
      show(got.demo);
      if (!got.cut) text.value = "";
    } catch (fault) {
      fails(fault);
    }
  };
  useEffect(() => {
    if (!begun.current || !box.current) return;
    begun.current = false;
    box.current.scrollIntoView({ block: "nearest" });
  }, [d]);
  // Arrows are drawn with the right mouse button, and with any pointer while the pen is on.
  useEffect(() => {
    const el = box.current;
    if (!el || !d) return;
    const off = new AbortController();
    const arrow = (from: string, to: string): [number, number] | null => {
      const names = state.value && squares(d.game, state.value);
      const [a, b] = [names?.get(from), names?.get(to)];
      return a === undefined || b === undefined ? null : [a, b];
    };
    // The code for drawing is in the file of the analysis page, so this file is loaded here.
    void again(() => import("../pages/analysis")).then(({ listenDraw }) => {
      listenDraw(
        el,
        {
          on: () => pen.value,
          brush: () => "main",
          aim: (x) => {
            const a = x && arrow(x.from, x.to);
            aim.value = a && { from: a[0], to: a[1], brush: "main" };
          },
          begin: () => undefined,
          draw: (x) => {
            const now = demo.value;
            const a = arrow(x.from, x.to);
            if (!now || !a) return;
            const old = now.arrows ?? [];
            const rest = old.filter(([f, g]) => f !== a[0] || g !== a[1]);
            show({ ...now, arrows: rest.length < old.length ? rest : [...old, a] });
          },
        },
        off.signal,
      );
    });
    return () => off.abort();
  }, [d?.game, d === null]);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.target as Element).closest("input, textarea, [role=grid]") || e.ctrlKey || e.metaKey || e.altKey) return;
      const act = { ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(0) }[e.key];
      if (!act) return;
      act();
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  if (!known.value) return <p>{t("online.connecting")}</p>;
  return (
    <>
      {d && (
        <section class="demo desk" aria-label={t("demo.title")}>
          <div class="demobox" ref={box} key={d.game}>
            <BoardBox
              kind={d.game}
              state={() => state.value}
              orientation={() => (demo.value?.flip ? "second" : "first") as Side}
              interactive={() => (pen.value ? "none" : "both")}
              arrows={() => [...arrowsOf(demo.value), ...(aim.value ? [aim.value] : [])]}
              onMove={onMove}
            />
          </div>
          <div class="demoside">
            <p role="status">{t("demo.ply", { n: at, of: line.length })}</p>
            <p class="more ways">
              <button type="button" class="button" disabled={at === 0} onClick={() => step(0)}>
                {t("demo.first")}
              </button>
              <button
                type="button"
                class="button"
                aria-keyshortcuts="ArrowLeft"
                disabled={at === 0}
                onClick={() => step(at - 1)}
              >
                {t("demo.back")}
              </button>
              <button
                type="button"
                class="button main"
                aria-keyshortcuts="ArrowRight"
                disabled={at === line.length}
                onClick={() => step(at + 1)}
              >
                {t("demo.forward")}
              </button>
            </p>
            <p class="more ways">
              <button type="button" class="button" aria-pressed={pen.value} onClick={() => (pen.value = !pen.value)}>
                {t("demo.pen")}
              </button>
              <button
                type="button"
                class="button"
                disabled={!d.arrows?.length}
                onClick={() => show({ ...d, arrows: [] })}
              >
                {t("demo.wipe")}
              </button>
              <button type="button" class="button" onClick={() => show({ ...d, flip: !d.flip })}>
                {t("demo.flip")}
              </button>
            </p>
            {pen.value && <p class="fine">{t("demo.pen.about")}</p>}
            <form class="speak" onSubmit={speak}>
              <label class="field">
                <span>{t("demo.comment")}</span>
                <textarea
                  rows={3}
                  maxLength={500}
                  value={words.value ?? d.comment ?? ""}
                  onInput={(e) => {
                    words.value = e.currentTarget.value;
                    sent.value = false;
                  }}
                  onChange={speak}
                  onKeyDown={(e) => {
                    if (e.key === "Enter" && !e.shiftKey && !e.isComposing) speak(e);
                  }}
                />
              </label>
              <button type="submit" class="button">
                {t("demo.send")}
              </button>
              <span role="status">{sent.value && t("demo.sent")}</span>
            </form>
            <button type="button" class="button" onClick={() => rest("DELETE", path).catch(fails)}>
              {t("demo.end")}
            </button>
          </div>
        </section>
      )}
      <form class="setup add" aria-label={t("demo.new")} onSubmit={(e) => void begin(e)}>
        <h2>{t("demo.new")}</h2>
        {!d && <p>{t("demo.about")}</p>}
        <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />
        <label class="field">
          <span>{t("demo.text")}</span>
          <textarea rows={3} value={text.value} onInput={(e) => (text.value = e.currentTarget.value)} />
        </label>
        {cut.value && <p role="alert">{cut.value}</p>}
        <button type="submit" class={d ? "button" : "button main"}>
          {t("demo.show", { game: gameName(kind.value) })}
        </button>
      </form>
    </>
  );
}

/**
 * A sentence that says from which point a game record could not be read; "" if all of it was read.
 */
export function unread({ plies, problem }: Imported): string {
  if (!problem) return "";
  const token = problem.token ? ` ${t("demo.cut.at", { token: problem.token })}` : "";
  return t("demo.cut", { n: plies }) + token;
}

/**
 * Parses pasted text as a position or as a game record. Empty text gives the game's default start
 * position. `cut` says which part of a record could not be read.
 */
async function read(text: string, game: string): Promise<{ demo: Demo; cut: string }> {
  await loadView(game);
  if (!text) return { demo: { game }, cut: "" };
  try {
    const r = await rules.ask({ op: "new", game, start: text, moves: [], seed: SEED, view: "first" });
    void rules.ask({ op: "drop", session: r.session });
    return { demo: { game, start: text }, cut: "" };
  } catch (e) {
    const { readRecord } = await again(() => import("../session/records"));
    const [first] = await readRecord(text, "", game).catch(() => []);
    if (!first || first.plies === 0) throw e;
    const { record: g, plies } = first;
    const moves = g.moves.slice(0, plies).map((m) => m.code);
    return { demo: { game: g.game, start: g.start, options: g.options, moves }, cut: unread(first) };
  }
}
