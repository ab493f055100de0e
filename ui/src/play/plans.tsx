// Manages the lines of moves that the viewer stores for a correspondence game. If the opponent
// plays the expected moves of a line, the server plays the viewer's replies. The viewer enters a
// line on the board of the game.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, speakOf, t } from "../app/i18n";
import { say, tell } from "../app/shell";
import { addSheet } from "../app/sheets";
import { notationOf, rules } from "../session/rules";
import type { OnlineGame } from "../session/online";
import sheet from "../style/plans.css?url";
import type { Plan } from "../wire/messages";
import { rest } from "../wire/rest";
import { faultText } from "./hooks";
import { PlanGame } from "./plangame";
import type { TableGame } from "./tablegame";
import { moveText } from "./words";

void addSheet(sheet);

/** A line with its moves in the viewer's notation. */
interface Read extends Plan {
  text: string;
}

/** A line as a sentence: "If e5, then Nf3; then if Nc6, Bb5". The first move is the opponent's. */
export function lineText(moves: readonly string[]): string {
  const parts: string[] = [];
  for (let i = 0; i + 1 < moves.length; i += 2)
    parts.push(
      t(i === 0 ? "plan.line" : "plan.then", { theirs: moveText(moves[i] ?? ""), mine: moveText(moves[i + 1] ?? "") }),
    );
  return parts.join("; ");
}

/**
 * Formats the moves of lines in the viewer's notation; without the rules module the codes are used.
 */
async function read(game: OnlineGame, plans: Plan[]): Promise<Read[]> {
  const v = game.view.value;
  const codes = game.state.value.codes;
  const one = async (p: Plan): Promise<Read> => {
    try {
      const moves = [...codes, ...(p.moves ?? [])];
      const r = await rules.ask({
        op: "new",
        game: v.game,
        start: v.start,
        options: v.options ?? {},
        moves,
        notation: notationOf(v.game),
        lang: lang.value,
      });
      void rules.ask({ op: "drop", session: r.session });
      return { ...p, text: lineText((r.state?.texts ?? moves).slice(codes.length)) };
    } catch {
      return { ...p, text: lineText(p.moves ?? []) };
    }
  };
  return Promise.all(plans.map(one));
}

export function Plans({ game, table }: { game: OnlineGame; table: Signal<TableGame | null> }) {
  const path = `/matches/${encodeURIComponent(game.id)}/plans`;
  const spoken = useSignal(false);
  const lines = useSignal<Read[]>([]);
  const busy = useSignal(false);
  const plan = table.value as PlanGame | null;
  const { ply, turn } = game.state.value;
  const waits = game.ended.value === null && turn !== game.mine;

  const show = async (list: Plan[]) => {
    const of = game.state.value.ply;
    const texts = await read(
      game,
      list.filter((p) => p.ply === of),
    );
    if (game.state.value.ply === of) lines.value = texts;
  };
  const leave = () => {
    plan?.close();
    table.value = null;
  };
  /** Runs an action unless another one is running, and shows its error. */
  const act = async (what: () => Promise<void>) => {
    if (busy.value) return;
    busy.value = true;
    try {
      await what();
    } catch (e) {
      tell(faultText(e));
    } finally {
      busy.value = false;
    }
  };

  useEffect(() => {
    speakOf("people", lang.value).then(
      () => (spoken.value = true),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    lines.value = [];
    if (plan && plan.base !== ply) {
      leave();
      tell(t("plan.moved"));
    }
    // The lines are displayed with texts from a separate file, so the lines are requested after
    // these texts are loaded.
    if (waits && spoken.value) rest<Plan[]>("GET", path).then(show, () => undefined);
  }, [ply, waits, spoken.value]);
  useEffect(() => () => table.peek() && leave(), []);
  if (!spoken.value || !waits) return null;

  const save = () =>
    act(async () => {
      if (!plan) return;
      const list = await rest<Plan[]>("POST", path, { ply: plan.base, moves: plan.line });
      leave();
      await show(list);
      tell(t("plan.saved"));
    });
  const drop = (p: Read) =>
    act(async () => {
      await show(await rest<Plan[]>("DELETE", `${path}/${encodeURIComponent(p.id)}`));
      say(t("plan.drop", { line: p.text }));
    });
  const open = () =>
    act(async () => {
      table.value = await PlanGame.open(game);
    });
  const mine = plan?.state.value.turn === game.mine;
  const whole = plan !== null && plan.line.length > 1 && !mine;
  return (
    <section class="plans" aria-label={t("plan.list")}>
      {plan && (
        <>
          <p class="trying" role="status">
            <b>{t(mine ? "plan.mine" : whole ? "plan.more" : "plan.theirs")}</b>
          </p>
          <p class="more">
            <button type="button" class="button main" disabled={!whole || busy.value} onClick={() => void save()}>
              {t("plan.save")}
            </button>
            <button
              type="button"
              class="button"
              disabled={plan.line.length === 0 || busy.value}
              onClick={() => void act(async () => void (await plan.undo()))}
            >
              {t("plan.undo")}
            </button>
            <button type="button" class="button" onClick={leave}>
              {t("plan.close")}
            </button>
          </p>
          <p>{t("plan.about")}</p>
        </>
      )}
      {lines.value.length > 0 && (
        <ul class="list">
          {lines.value.map((p) => (
            <li key={p.id}>
              <span>{p.text}</span>{" "}
              <button
                type="button"
                class="link"
                aria-label={t("plan.drop", { line: p.text })}
                onClick={() => void drop(p)}
              >
                {t("plan.delete")}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!plan && (
        <p class="more">
          <button type="button" class="button" disabled={busy.value} onClick={() => void open()}>
            {t("plan.open")}
          </button>
        </p>
      )}
    </section>
  );
}
