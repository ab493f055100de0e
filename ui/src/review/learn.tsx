// Lets players learn from their mistakes: the page shows the position before each mistake, and the
// player looks for a better move. A move is accepted if it loses hardly more than the best move.
// Tried moves are not added to the study.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Side } from "../board";
import { t } from "../app/i18n";
import { tell } from "../app/shell";
import { moveText, sideName } from "../play/words";
import type { State } from "../session/messages";
import type { Study } from "../session/study";
import { lossOf, MARGIN } from "./judge";
import { learning, pointed } from "./marks";
import type { Reviewing } from "./reviewing";

/** Nodes of the search that checks whether a tried move is good enough. */
const NODES = 8000;

/** How long a tried move stays on the board, in milliseconds. */
const BACK_MS = 250;

/** The height of the navigation bar at the lower edge of a phone, in pixels. */
const BAR = 64;

type Phase = "look" | "busy" | "right" | "wrong" | "shown";

/**
 * On narrow screens the exercise is below the board. Scrolls until the exercise's buttons are above
 * the navigation bar, as far as the whole board stays visible.
 */
function bring(el: HTMLElement | null): void {
  if (!el || !matchMedia("(max-width: 59.99rem)").matches) return;
  const hidden = el.getBoundingClientRect().bottom - (innerHeight - BAR);
  const room = document.querySelector(".boardbox")?.getBoundingClientRect().top ?? 0;
  scrollBy({ top: Math.min(Math.max(hidden, 0), room), behavior: "instant" });
}

/**
 * Returns the same position with a new `legal` list. A new list tells the board that its last move
 * was handled, so the board shows this position again.
 */
const again = (s: State): State => ({ ...s, legal: [...s.legal] });

/**
 * The side whose mistakes come first: the second side if the game is shown in its view, otherwise
 * the side with more mistakes.
 */
function firstSide(game: Study, r: Reviewing): Side {
  const [a, b] = SIDES.map((s) => mistakesOf(r, s).length);
  if (game.viewAs.peek() === "second") return "second";
  return (b ?? 0) > (a ?? 0) ? "second" : "first";
}

const SIDES: readonly Side[] = ["first", "second"];

/** The plies of the mistakes of a side. */
export function mistakesOf(r: Reviewing, side: Side): number[] {
  const sides = r.review.value?.subject.sides ?? [];
  const judgements = r.report.value?.judgements ?? [];
  return judgements.flatMap((j, ply) => (j && j !== "inaccuracy" && sides[ply] === side ? [ply] : []));
}

/**
 * The exercises after the review has found other mistakes. The exercises before index `at` stay;
 * the exercise at `at` stays only if the player has begun it. The mistakes in `now` at later plies
 * follow.
 */
export function renewed(plies: readonly number[], at: number, begun: boolean, now: readonly number[]): number[] {
  const past = plies.slice(0, begun ? at + 1 : at);
  const last = past.at(-1) ?? -1;
  return [...past, ...now.filter((ply) => ply > last)];
}

export function Learn({ game, reviewing: r, texts }: { game: Study; reviewing: Reviewing; texts: string[] }) {
  const side = useSignal<Side>(firstSide(game, r));
  // The plies of the exercises. They may change while the player solves an exercise, because the
  // server's deeper review may find other mistakes.
  const plies = useSignal<number[]>(mistakesOf(r, side.value));
  const at = useSignal(0);
  const right = useSignal(0);
  const phase = useSignal<Phase>("look");
  const tried = useSignal("");
  const line = useSignal("");
  const ply = plies.value[at.value];
  const over = ply === undefined;

  const found = mistakesOf(r, side.value).join(" ");
  useEffect(() => {
    if (over) return;
    plies.value = renewed(plies.value, at.value, phase.value !== "look", mistakesOf(r, side.value));
  }, [found]);

  useEffect(() => {
    pointed.value = "";
    phase.value = "look";
    tried.value = line.value = "";
    document.querySelector(".boardbox")?.scrollIntoView({ block: "nearest" });
    // In the new position the text above the exercise may have another height, so the buttons are
    // scrolled into view again.
    if (ply !== undefined)
      void game.goTo(Array.from({ length: ply }, () => 0)).then(() => setTimeout(() => bring(buttons.current)));
  }, [game, ply, side.value]);

  const said = useRef<HTMLParagraphElement>(null);
  const buttons = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (phase.value === "busy") return;
    bring(buttons.current);
    // On a very low screen the result may be outside the visible part or behind the navigation bar,
    // so the result is also shown as a notification.
    const { top = 0, bottom = 0 } = said.current?.getBoundingClientRect() ?? {};
    if (phase.value !== "look" && (top < 0 || bottom > innerHeight - BAR)) tell(said.current?.textContent ?? "");
  }, [phase.value, ply, tried.value]);

  useEffect(() => {
    if (ply === undefined) return;
    // While the position of the exercise is shown, a move on the board is an answer to the exercise
    // and is not added to the study.
    const own = Object.getPrototypeOf(game) as Study;
    game.move = async (code: string) => {
      if (game.at.length !== ply || game.at.some((n) => n !== 0)) return own.move.call(game, code);
      // The board already shows the tried move, so the position of the exercise is shown again.
      await new Promise((resolve) => setTimeout(resolve, BACK_MS));
      if (game.past.value) game.past.value = again(game.past.value);
      else game.state.value = again(game.state.value);
      await answer(code);
      return false;
    };
    return () => void delete (game as Partial<Pick<Study, "move">>).move;
  }, [game, ply]);
  useEffect(() => {
    // The browser's back button returns to the review and does not leave the game.
    history.pushState(history.state, "");
    const stop = () => (learning.value = false);
    addEventListener("popstate", stop);
    return () => {
      removeEventListener("popstate", stop);
      stop();
      pointed.value = "";
    };
  }, []);

  const answer = async (code: string) => {
    if (ply === undefined || phase.value === "busy") return;
    const first = phase.value === "look" || phase.value === "wrong";
    phase.value = "busy";
    [tried.value = code] = (await game.write(ply, [[code]]).catch(() => [[code]]))[0] ?? [];
    const best = await r.deepen(ply, NODES);
    const chance = best?.line[0] === code ? best.best : await r.chanceIf(ply, code, NODES);
    const good =
      best !== null && chance !== null && lossOf({ side: side.value, best: best.best, played: chance }) <= MARGIN;
    if (good && first) right.value++;
    phase.value = good ? "right" : "wrong";
    pointed.value = good ? code : "";
  };

  const solve = async () => {
    if (ply === undefined) return;
    phase.value = "busy";
    const best = await r.deepen(ply, NODES);
    const codes = best?.line.slice(0, 6) ?? [];
    const [written = codes] = await game.write(ply, [codes]).catch(() => [codes]);
    line.value = written.map(moveText).join(" ");
    pointed.value = codes[0] ?? "";
    phase.value = "shown";
  };

  const choose = (s: Side) => {
    side.value = s;
    plies.value = mistakesOf(r, s);
    at.value = 0;
    right.value = 0;
  };

  return (
    <div class="learn" role="group" aria-label={t("review.learn")}>
      <p class="more">
        {SIDES.map((s) => (
          <button
            key={s}
            type="button"
            class="button"
            aria-pressed={side.value === s}
            disabled={mistakesOf(r, s).length === 0}
            onClick={() => choose(s)}
          >
            {sideName(game.kind, s)}
          </button>
        ))}
      </p>
      {over ? (
        <p class="verdict" role="status">
          {t("review.learn.done", { n: right.value, of: plies.value.length })}
        </p>
      ) : (
        <>
          <p>
            {t("review.learn.count", { n: at.value + 1, of: plies.value.length })} ·{" "}
            {t("review.learn.played", { move: texts[ply] ?? "" })}
          </p>
          <p ref={said} class="verdict" role="status" data-bad={phase.value === "wrong" || undefined}>
            {phase.value === "look" && t("review.learn.find", { side: sideName(game.kind, side.value) })}
            {phase.value === "busy" && t("hint.busy")}
            {phase.value === "right" && t("review.learn.right", { move: moveText(tried.value) })}
            {phase.value === "wrong" && t("review.learn.wrong", { move: moveText(tried.value) })}
            {phase.value === "shown" && t("review.learn.solution", { line: line.value })}
          </p>
          <p ref={buttons} class="more">
            {phase.value !== "right" && phase.value !== "shown" && (
              <button type="button" class="button" disabled={phase.value === "busy"} onClick={() => void solve()}>
                {t("review.learn.show")}
              </button>
            )}
            <button type="button" class="button" disabled={phase.value === "busy"} onClick={() => at.value++}>
              {at.value + 1 < plies.value.length ? t("review.learn.next") : t("review.learn.end")}
            </button>
          </p>
        </>
      )}
      <button type="button" class="button wide" onClick={() => history.back()}>
        {t("review.learn.back")}
      </button>
    </div>
  );
}
