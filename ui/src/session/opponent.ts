// Chooses the move of an engine opponent with a level: first an opening that the user asked for or
// the character prefers, then the level's move, or another move of about equal value that the
// character prefers. The answer comes after the time that a person would take.
import type { Side } from "../board";
import { other } from "../board/state";
import { infoOf } from "../app/boot";
import { again } from "../wire/again";
import { at, bookOf, type Character, charactersOf, type Characters, openingFor, wanted } from "./characters";
import type { LocalGame } from "./local";
import type { State, Thought } from "./messages";
import { atOnce } from "./atonce";
import { rules } from "./rules";
import type { Machine } from "./saved";
import {
  ASKED,
  type Candidate,
  chanceOf,
  choose,
  depthOf,
  draw,
  factsOf,
  nextIn,
  pace,
  pieces,
  SLACK,
  weakOf,
} from "./taste";
import { bestOf } from "./thought";

/**
 * The number of best moves that the search lists. The character chooses among these moves by its
 * preferences.
 */
const LINES = 10;
/** From this ply on, no opening moves are played. */
const OPENED = 24;

/** Shows the remarks of engine opponents from now on. */
function speak(game: LocalGame): void {
  if (game.beside.value || game.view === "") return;
  void again(() => import("../play/voice").then((m) => m.beside)).then(
    (beside) => (game.beside.value = beside(game)),
    () => undefined, // if this file cannot be loaded, the opponents make no remarks
  );
}

/** A pseudorandom number from 0 to 1 from the seed of a game, the ply and a salt for each use. */
function lot(seed: number, ply: number, salt: number): number {
  let x = (Math.imul(ply + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b) ^ seed) | 0;
  for (const by of [0x21f0aaad, 0x735a2d97]) x = Math.imul(x ^ (x >>> 15), by);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}

/**
 * The level at which the engine plays the next move. A fractional level `fit` becomes the level
 * below or above it; the golden ratio spreads the two levels evenly over the moves.
 */
export const levelOf = ({ level, fit }: Machine, seed: number, ply: number): number =>
  fit ? Math.floor(fit + ((seed / 1e6 + ply * 0.618034) % 1)) : level;

/** The engine's best move at the opponent's level, with the weakness of its character. */
const byLevel = async (game: LocalGame, seat: Machine, who?: Character | null): Promise<string> => {
  const level = levelOf(seat, game.saved.value.seed, game.saved.value.moves.length);
  return bestOf(await game.think({ level, weak: weakOf(who?.weakness) }));
};

/**
 * Returns the move of an engine opponent with a level, after a pause as long as a person would
 * take.
 */
export async function answer(game: LocalGame, seat: Machine): Promise<string> {
  const began = performance.now();
  speak(game);
  const all = await charactersOf(game.kind).catch(() => null);
  const who = all && at(all, seat.level);
  const code = all && who ? await moveOf(game, seat, all, who) : await byLevel(game, seat);
  if (atOnce() || game.view === "") return code;
  const { seed, moves, clock } = game.saved.value;
  const { legal, turn, last, cells } = game.state.value;
  const target = legal.find((m) => m.code === code);
  const obvious = target !== undefined && target.to === last?.to && Boolean(cells[target.to]);
  const timing = clock ? { left: game.left(turn), inc: clock.add * 1000 } : {};
  const whole = pace({ ply: moves.length, choices: legal.length, obvious, ...timing }, lot(seed, moves.length, 1));
  const rest = whole - (performance.now() - began);
  if (rest > 0) await new Promise((done) => setTimeout(done, rest));
  return code;
}

async function moveOf(game: LocalGame, seat: Machine, all: Characters, who: Character): Promise<string> {
  const opened = await openingMove(game, seat, all, who);
  if (opened) return opened;
  const level = await byLevel(game, seat, who);
  const { legal } = game.state.value;
  if (legal.length < 2 || Object.keys(who.taste).length === 0) return level;
  const seen = await look(game, who);
  return choose(who.taste, await candidates(game, who, seen), level, who.slack ?? SLACK);
}

/** Searches for several moves of about equal value. */
const look = (game: LocalGame, who: Character, only?: string[]): Promise<Thought> =>
  game.think({ limits: { nodes: who.nodes, lines: only ? 1 : LINES, only } });

/** The next move of the chosen opening; "" if no opening move is possible. */
async function openingMove(game: LocalGame, seat: Machine, all: Characters, who: Character): Promise<string> {
  const { kind, start, seed, moves, opening: asked, options } = game.saved.value;
  const { turn, legal } = game.state.value;
  const o = openingFor(all, who, turn, seed, asked);
  if (!o || start || moves.length >= OPENED) return "";
  const goes = (code: string) => legal.some((m) => m.code === code);
  const plain = infoOf(kind)?.options?.every((c) => (options[c.name] ?? c.default) === c.default) ?? true;
  if (plain && (asked || moves.length < depthOf(seat.level))) {
    const lines = await bookOf(kind).catch(() => []);
    const code = draw(nextIn(lines, o.name, moves), seat.level, all.characters.length, lot(seed, moves.length, 2));
    if (goes(code)) return code;
  }
  const own = moves.filter((_, i) => i % 2 === moves.length % 2);
  const plan = wanted(o, own).filter(goes);
  if (plan.length === 0) return "";
  const best = await look(game, who);
  const mine = await look(game, who, plan);
  const [b, m] = [best.lines[0], mine.lines[0]];
  const scale = scaleOf(kind);
  return b && m && chanceOf(b, scale) - chanceOf(m, scale) <= (asked ? ASKED : SLACK) ? bestOf(mine) : "";
}

const scaleOf = (kind: string): number => infoOf(kind)?.scale ?? 100;

async function candidates(game: LocalGame, who: Character, seen: Thought): Promise<Candidate[]> {
  const { legal, turn } = game.state.value;
  const before = game.state.value;
  const deep = Boolean(who.taste.check || who.taste.trade);
  return Promise.all(
    seen.lines.flatMap((line) => {
      const code = line.codes[0] ?? "";
      const move = legal.find((m) => m.code === code);
      if (!move || move.to < 0) return [];
      const facts = factsOf(before, move.from, move.to, turn);
      const chance = chanceOf(line, scaleOf(game.kind));
      // A line of the search ends at a move that reveals a hidden piece. Then there is no reply,
      // and positions after the move are not examined.
      const reply = line.codes[1];
      return [
        deep && reply
          ? after(game, code, reply, turn, before, facts.take === 1).then((more) => ({
              code,
              chance,
              facts: { ...facts, ...more },
            }))
          : { code, chance, facts },
      ];
    }),
  );
}

/**
 * Facts about a move that need the positions after the move and after the reply: check, and trade
 * of pieces.
 */
async function after(game: LocalGame, code: string, reply: string, mover: Side, before: State, takes: boolean) {
  const at1 = await positionAfter(game, [code]);
  const check = at1.marks?.some((m) => m.kind === "check") ? 1 : 0;
  if (!takes) return { check };
  const at2 = await positionAfter(game, [code, reply]);
  return { check, trade: pieces(at2, mover) < pieces(before, mover) ? 1 : 0 };
}

/** The state after moves that are only tried, not played. */
async function positionAfter(game: LocalGame, codes: string[]): Promise<State> {
  const { kind, options, start, seed, deal, moves } = game.saved.value;
  const r = await rules.ask({
    op: "new",
    game: kind,
    options,
    start,
    seed,
    deal,
    moves: [...moves, ...codes],
    view: other(game.state.value.turn),
  });
  await rules.ask({ op: "drop", session: r.session });
  return r.state ?? game.state.value;
}
