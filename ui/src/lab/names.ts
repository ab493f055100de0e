// Names the evaluators and algorithms of the lab in the page's language. Each game has the names of
// its own evaluators and players in games/<game>/text.
import { tOr } from "../app/i18n";
import { isOwn } from "./spec";

/** The name of an evaluator. Learnt evaluators have the name that the user gave them. */
export const evalName = (id: string): string => tOr(`lab.eval.${id}`, id);

export const algName = (id: string): string => tOr(`lab.alg.${id}`, id);

/** A name, followed by the id that the command line needs. */
const named = (name: string, id: string): string => (name === id ? id : `${name} · ${id}`);

export const evalOption = (id: string): string => named(evalName(id), id);

/** An algorithm in a list. Only the players of a game show their id. */
export const algOption = (id: string): string => (isOwn(id) ? named(algName(id), id) : algName(id));
