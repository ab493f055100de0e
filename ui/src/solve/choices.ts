// Stores the user's settings for the solver on this device.
import type { Goal } from "./solver";

const SHELF = "kydai.solve";

export interface Choices {
  goal: Goal;
  moves: number;
  /** Whether the solver starts a search automatically after every change of the board. */
  auto: boolean;
}

const usual: Choices = { goal: "win", moves: 5, auto: false };

export function choices(): Choices {
  try {
    const { goal, moves, auto } = {
      ...usual,
      ...(JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Partial<Choices>),
    };
    return {
      goal: goal === "draw" || goal === "survive" ? goal : "win",
      moves: Number.isInteger(moves) && moves >= 1 && moves <= 60 ? moves : usual.moves,
      auto: auto === true,
    };
  } catch {
    return usual;
  }
}

export const keepChoices = (c: Choices): void => localStorage.setItem(SHELF, JSON.stringify(c));
