// Shows what an engine opponent with a level says beside its name: a sentence of its character at
// the start, at the end, and from time to time in between. This project's authors wrote all
// sentences. This file is loaded when an engine opponent moves for the first time.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Side } from "../board";
import { lang, speakOf, t, tOr } from "../app/i18n";
import { settings } from "../app/settings";
import { addSheet } from "../app/sheets";
import { at, charactersOf } from "../session/characters";
import type { LocalGame } from "../session/local";
import type { State } from "../session/messages";
import type { Ended } from "../session/saved";
import { pieces } from "../session/taste";
import sheet from "../style/talk.css?url";
import { characterTexts } from "./charactertexts";
import { Switch } from "./switch";
import type { TableGame } from "./tablegame";

/**
 * Loads the texts and styles for the remarks of engine opponents. Returns the trait of the
 * character that plays at the level.
 */
export async function voiceOf(kind: string, level: number): Promise<string> {
  const [all] = await Promise.all([
    charactersOf(kind),
    speakOf("character", lang.value, characterTexts),
    addSheet(sheet),
  ]);
  return (all && at(all, level)?.name) ?? "";
}

/** The moments at which an engine opponent says something. */
export type Moment = "start" | "take" | "taken" | "check" | "checked" | "won" | "lost" | "draw";

/** After a sentence the engine opponent is silent for this number of plies. */
export const REST = 8;

/**
 * The moment in the game from the view of the engine opponent that plays `side`; null if the
 * opponent has nothing to say.
 */
export function momentOf(side: Side, before: State | null, now: State, end: Ended | null): Moment | null {
  if (end?.why === "abort") return null;
  if (end) return end.winner === "none" ? "draw" : end.winner === side ? "won" : "lost";
  if (now.ply <= 2) return "start";
  if (before?.ply !== now.ply - 1) return null;
  const mine = before.turn === side;
  const check = now.marks?.some((m) => m.kind === "check");
  if (check) return mine ? "check" : "checked";
  const lost = (of: Side) => pieces(now, of) < pieces(before, of);
  if (mine && lost(side === "first" ? "second" : "first")) return "take";
  return !mine && lost(side) ? "taken" : null;
}

/** How long a sentence is shown, in milliseconds. */
const STANDS = 6000;

/** The parts of a game that decide what the engine opponent says. */
type Spoken = Pick<TableGame, "kind" | "state" | "ended">;

/** Returns the content beside the names in a game: the remarks of its engine opponents. */
export const beside = (game: LocalGame) => (side: Side) => {
  const seat = game.saved.value.seats[side];
  if (seat.kind !== "machine" || seat.algorithm || game.branches || settings.value.silent) return null;
  return <Voice key={game.key} game={game} side={side} level={seat.level} />;
};

/**
 * Shows the remarks of an engine opponent in a match on the server. The remarks depend only on
 * moves that this page has received.
 */
export const besideMatch = (game: TableGame & { id: string }, side: Side, level: number) =>
  settings.value.silent ? null : <Voice key={game.id} game={game} side={side} level={level} />;

/** Loads the switch that turns the remarks off. */
export const silencer = async () => {
  await speakOf("character", lang.value, characterTexts);
  return () => <Switch what="silent" text={t("char.silent")} />;
};

/** Shows the remarks of an engine opponent in a game. */
export function Voice({ game, side, level }: { game: Spoken; side: Side; level: number }) {
  const trait = useSignal("");
  const said = useSignal<{ text: string; ply: number; moment: Moment } | null>(null);
  const open = useSignal(false);
  const last = useRef<State | null>(null);
  useEffect(() => {
    void voiceOf(game.kind, level).then(
      (name) => (trait.value = name),
      () => undefined, // without its texts the opponent says nothing
    );
  }, [level]);
  const { value: now } = game.state;
  const end = game.ended.value;
  const key = trait.value;
  useEffect(() => {
    if (!key) return;
    const before = last.current;
    last.current = now;
    const moment = momentOf(side, before, now, end);
    const rested = !said.value || now.ply >= said.value.ply + REST || now.ply < said.value.ply || Boolean(end);
    if (!moment || !rested || (moment === said.value?.moment && moment !== "take" && moment !== "check")) return;
    const text = tOr(`char.say.${moment}.${key}`, tOr(`char.say.${moment}`, ""));
    if (!text) return;
    said.value = { text, ply: now.ply, moment };
    open.value = true;
  }, [key, now, end]);
  useEffect(() => {
    if (!open.value) return;
    const timer = setTimeout(() => (open.value = false), STANDS);
    return () => clearTimeout(timer);
  }, [said.value]);
  // The element stays in the page even if it is empty, because screen readers announce only changes
  // of an existing element.
  return (
    <span class={open.value ? "said voice" : "unseen"} role="status" aria-live="polite">
      {open.value ? said.value?.text : ""}
    </span>
  );
}
