// Shows the boards in progress for a projector: a picture of each board as spectators see it, and
// the clocks.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../app/i18n";
import { clockText } from "../play/words";
import type { EventBoard, MatchView } from "../wire/messages";
import type { Names } from "./words";

/** The number of boards on a page of the grid. */
export const GRID = 6;
/** How often the boards of a page are requested, in milliseconds. */
const LOOK = 3000;

/** The displayed data of a match. */
interface Look {
  /** A number that grows with every move, so that the picture is drawn again. */
  seq: number;
  clock: NonNullable<MatchView["clock"]> | null;
  /** Milliseconds by which the server's clock is ahead of this device's clock. */
  ahead: number;
  /** Set while the match does not exist yet, because its fair deal is still in progress. */
  dealing?: true;
}

/**
 * Requests a match as a spectator. If spectators see the game with a delay, only its picture is
 * available.
 */
async function lookAt(id: string, old: Look | undefined): Promise<Look> {
  try {
    const answer = await fetch(`/api/matches/${id}`);
    if (answer.ok) {
      const view = (await answer.json()) as MatchView;
      const date = Date.parse(answer.headers.get("Date") ?? "");
      const over = view.result !== undefined;
      return { seq: view.seq, clock: over ? null : (view.clock ?? null), ahead: date ? date - Date.now() : 0 };
    }
    if (answer.status === 404) return { seq: 0, clock: null, ahead: 0, dealing: true };
  } catch {
    return old ?? { seq: 0, clock: null, ahead: 0 };
  }
  return { seq: (old?.seq ?? 0) + 1, clock: null, ahead: 0 };
}

/** The remaining time of a side in milliseconds. */
export function leftOf(look: Look, side: 0 | 1, now: number): number {
  const c = look.clock;
  if (!c) return Number.NaN;
  const gone = c.running === (side === 0 ? "first" : "second") && c.since ? now + look.ahead - c.since : 0;
  return Math.max(0, (c.left[side] ?? 0) - Math.max(0, gone));
}

export function Screens({ boards, name }: { boards: readonly EventBoard[]; name: Names }) {
  const looks = useSignal<ReadonlyMap<string, Look>>(new Map());
  const now = useSignal(Date.now());
  const ids = boards.map((b) => b.match ?? "").join(" ");
  useEffect(() => {
    let gone = false;
    const look = async () => {
      if (document.hidden) return;
      const old = looks.value;
      const list = await Promise.all(ids.split(" ").map(async (id) => [id, await lookAt(id, old.get(id))] as const));
      if (!gone) looks.value = new Map(list);
    };
    void look();
    const asking = setInterval(() => void look(), LOOK);
    const ticking = setInterval(() => (now.value = Date.now()), 500);
    return () => {
      gone = true;
      clearInterval(asking);
      clearInterval(ticking);
    };
  }, [ids]);
  return (
    <ul class="screens">
      {boards.map((b) => {
        const look = looks.value.get(b.match ?? "");
        return (
          <li key={b.match}>
            <a href={`/g/${b.match}`} aria-label={t("event.watch", { n: b.board })}>
              {look?.dealing ? (
                <span class="dealing">{t("event.dealing")}</span>
              ) : (
                <img
                  src={`/picture/g/${b.match}.svg?lang=${lang.value}&size=320&look=${look?.seq ?? 0}`}
                  alt=""
                  width="320"
                  height="320"
                />
              )}
            </a>
            <b class="number">{b.board}</b>
            {([b.first, b.second] as const).map((n, i) => (
              <p key={n} class={i === 0 ? "opens" : "replies"}>
                <span>{name(n)}</span>
                {look?.clock && (
                  <b class={look.clock.running === (i === 0 ? "first" : "second") ? "runs" : undefined}>
                    {clockText(leftOf(look, i === 0 ? 0 : 1, now.value))}
                  </b>
                )}
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
