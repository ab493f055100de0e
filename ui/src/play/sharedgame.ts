// Collects the data that the page of a game on this device passes to the share panel.
import type { Subject } from "../app/share";
import { t } from "../app/i18n";
import type { LocalGame } from "../session/local";
import { recorded, told } from "../session/result";
import { treeOf, type Saved, type Seat } from "../session/saved";
import type { Study } from "../session/study";
import { hides } from "./hidden";
import { gameName, machineName } from "./words";

/** Whether a study contains only its main line: no variations, comments, names or tags. */
function isPlain(s: Saved): boolean {
  const { comments = [], moves } = treeOf(s);
  const bare = moves.every((m) => !(m.before ?? m.comments ?? m.nags ?? m.variations));
  return comments.length === 0 && bare && !s.names && !s.tags?.length;
}

/**
 * The names of engines in a played game, and its result. The name of a person is left out, because
 * it is only "you" on this device.
 */
function toldOf({ seats, ended, study }: Saved): Record<string, string> {
  if (study || !ended) return {};
  const name = (s: Seat) => (s.kind === "machine" ? machineName(s) : "");
  return { first: name(seats.first), second: name(seats.second), ...told(recorded(ended), ended.why) };
}

/** The subject for a game on this device: its link contains the moves. */
export function sharedGame(game: LocalGame): Subject {
  const saved = game.saved.value;
  // The moves of a study do not contain the kinds of pieces that were revealed. So in a game with
  // hidden pieces the shown line is shared instead of the main line.
  const main = game.branches && !hides(game.kind) ? (game as Study).mainLine : null;
  return {
    title: game.branches ? `${t("analysis.title")} · ${gameName(game.kind)}` : gameName(game.kind),
    kind: game.kind,
    played: { start: saved.start, options: saved.options, codes: main ?? game.state.value.codes },
    ply: main && main.length > game.shown.value.ply ? game.shown.value.ply : game.past.value?.ply,
    told: toldOf(saved),
    shown: game.shown.value,
    over: game.ended.value !== null || Boolean(game.branches),
    flip: game.mine === "second",
    partly: Boolean(game.branches) && (main === null || !isPlain(saved)),
    branch: Boolean(game.branches) && (game as Study).mainLine === null,
    saved,
    at: game.branches ? (game as Study).at : undefined,
  };
}
