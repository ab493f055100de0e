// Shows, for games with hidden pieces, luck and skill as separate values, and lets the user choose
// the side from whose knowledge the graph is drawn.
import type { Side } from "../board";
import { number, punctuated, t } from "../app/i18n";
import { sideName } from "../play/words";
import type { Eyes, Reviewing } from "./reviewing";

const signed = (v: number): string => punctuated(`${v < 0 ? "−" : "+"}${number(Math.abs(Math.round(v * 100)))} %`);

/** Shows the sums of luck and skill at the end of the game, as the legend of the two curves. */
export function Fortune(p: { sums: { luck: number[]; skill: number[] }; name(s: Side): string }) {
  const luck = p.sums.luck.at(-1) ?? 0;
  const skill = p.sums.skill.at(-1) ?? 0;
  const who = (v: number) => p.name(v < 0 ? "second" : "first");
  return (
    <p class="fortune">
      <span data-curve="luck">{t("review.luck", { side: who(luck), n: signed(Math.abs(luck)) })}</span>
      <span data-curve="skill">{t("review.skill", { side: who(skill), n: signed(Math.abs(skill)) })}</span>
    </p>
  );
}

const EYES: readonly Eyes[] = ["both", "first", "second"];

/**
 * Lets the user choose whose knowledge the graph uses: at each move the knowledge of the player to
 * move, or at all moves the knowledge of one side.
 */
export function EyesChoice({ kind, reviewing: r }: { kind: string; reviewing: Reviewing }) {
  if (!r.review.value?.subject.dealt) return null;
  return (
    <div class="turning" role="group" aria-label={t("review.eyes")}>
      <span>{t("review.eyes")}</span>
      {EYES.map((e) => (
        <button
          key={e}
          type="button"
          class="button"
          aria-pressed={r.eyes.value === e}
          onClick={() => void r.lookAs(e).catch(() => undefined)}
        >
          {e === "both" ? t("review.eyes.both") : sideName(kind, e)}
        </button>
      ))}
    </div>
  );
}
