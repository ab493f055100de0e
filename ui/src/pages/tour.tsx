// Shows a tour that plays automatically: short games on a real board, with captions. If reduced
// motion is requested, the tour waits for the viewer at every step.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kinds } from "../app/boot";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { useTitle } from "../app/titled";
import { BoardBox, loadView } from "../play/board";
import { faultText, type Failure } from "../play/hooks";
import { sound } from "../play/sounds";
import { Failed, Waiting } from "../play/waiting";
import { gameName, isTall } from "../play/words";
import { rules } from "../session/rules";
import type { State } from "../session/messages";
import sheet from "../style/tools.css?url";

export const prepare = (): Promise<unknown> => addSheet(sheet);

/** How long a step is shown, in milliseconds: 24 steps take about two minutes. */
const STEP_MS = 4800;

interface Scene {
  kind: string;
  /** The seed of the scene's deal. */
  seed: number;
  moves: string[];
  /** The plies that have a caption of their own. At other plies the previous caption stays. */
  captions: number[];
}

const files = import.meta.glob<Omit<Scene, "kind">>("../../../games/*/text/tour.json", {
  eager: true,
  import: "default",
});

/** The scenes of the tour, in the order of the games. Games without a scene are left out. */
const scenes: Scene[] = kinds().flatMap((kind) => {
  const file = files[`../../../games/${kind}/text/tour.json`];
  return file ? [{ kind, ...file }] : [];
});

/** All steps of the tour: each is a scene and the number of moves made in the scene. */
const steps = scenes.flatMap((s, scene) => Array.from({ length: s.moves.length + 1 }, (_, ply) => ({ scene, ply })));

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export default function Tour() {
  useTitle(t("tour.title"));
  const at = useSignal(0);
  const running = useSignal(!still());
  const state = useSignal<State | null>(null);
  const failure = useSignal<Failure | null>(null);
  const tries = useSignal(0);
  const { scene, ply } = steps[at.value] ?? { scene: 0, ply: 0 };
  const show = scenes[scene];
  const last = at.value === steps.length - 1;

  useEffect(() => {
    if (!show) return;
    let gone = false;
    const ask = {
      op: "new",
      game: show.kind,
      seed: show.seed,
      view: "first",
      moves: show.moves.slice(0, ply),
    } as const;
    Promise.all([rules.ask(ask), loadView(show.kind)]).then(
      ([r]) => {
        if (r.session) rules.ask({ op: "drop", session: r.session }).catch(() => undefined);
        if (gone) return;
        state.value = r.state ?? null;
        if (ply > 0) sound("move");
      },
      (e: unknown) => {
        failure.value = { text: faultText(e), retry: async () => void ((failure.value = null), tries.value++) };
      },
    );
    return () => {
      gone = true;
    };
  }, [at.value, tries.value]);

  // After this step was visible for STEP_MS, show the next one.
  useEffect(() => {
    if (!running.value || last || !state.value) return;
    const timer = setTimeout(() => at.value++, STEP_MS);
    return () => clearTimeout(timer);
  }, [at.value, running.value, state.value === null]);

  const go = (to: number) => {
    if (steps[to]?.scene !== scene) state.value = null;
    at.value = to;
  };
  const next = steps.findIndex((s) => s.scene > scene);
  const shown = useComputed(() => state.value);
  const caption = show ? captionOf(show, ply) : "";
  const info = (
    <>
      <h1 class="lead">{t("tour.title")}</h1>
      <p>{t("tour.about")}</p>
    </>
  );
  if (!show) return null;
  if (!state.value) return <Waiting kind={show.kind} info={info} bare failure={failure.value} />;
  return (
    <div class="table lesson bare" data-kind={show.kind} data-tall={isTall(show.kind)}>
      <div class="side info">{info}</div>
      <div class="middle">
        <BoardBox
          key={show.kind}
          kind={show.kind}
          state={() => shown.value}
          orientation={() => "first"}
          interactive={() => "none"}
          onMove={() => undefined}
        />
      </div>
      <div class="side act">
        <p>
          <b>{gameName(show.kind)}</b>
        </p>
        <progress max={steps.length - 1} value={at.value} aria-label={t("tour.title")} />
        {failure.value && <Failed failure={failure.value} />}
        <div class="text" aria-live="polite">
          <p>{caption}</p>
        </div>
        <div class="more">
          {last ? (
            <a class="button main" href={`/play/${scenes[0]?.kind ?? ""}`}>
              {t("tour.play")}
            </a>
          ) : (
            <button type="button" class="button main" onClick={() => (running.value = !running.value)}>
              {running.value ? t("play.watch.pause") : t("play.watch.go")}
            </button>
          )}
          <button type="button" class="button" disabled={last} onClick={() => go(at.value + 1)}>
            {t("tour.step")}
          </button>
          <button type="button" class="button" disabled={last} onClick={() => go(next < 0 ? steps.length - 1 : next)}>
            {t("tour.skip")}
          </button>
          <button type="button" class="button" disabled={at.value === 0} onClick={() => go(0)}>
            {t("tour.again")}
          </button>
        </div>
      </div>
    </div>
  );
}

/** The caption of a step: its own caption, or the last caption before it. */
function captionOf(s: Scene, ply: number): string {
  const own = s.captions.findLast((n) => n <= ply) ?? 0;
  return tx(`tour.${s.kind}.${own}`);
}
