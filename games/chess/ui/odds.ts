// This file defines the odds (handicaps) of chess: the stronger player starts without the f-pawn,
// the b-knight, the a-rook or the queen, or the opponent gets two moves.

import type { Odds, OddsOf } from "@ui/games/odds";

const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Returns the default start position with one part of the board replaced. */
const but = (part: string, by: string, castling = "KQkq"): string => usual.replace(part, by).replace("KQkq", castling);

const all: Odds[] = [
  { name: "pawn", kind: "piece", start: { first: but("PPPPPPPP", "PPPPP1PP"), second: but("pppppppp", "ppppp1pp") } },
  { name: "knight", kind: "piece", start: { first: but("RNBQ", "R1BQ"), second: but("rnbq", "r1bq") } },
  { name: "rook", kind: "piece", start: { first: but("RNBQ", "1NBQ", "Kkq"), second: but("rnbq", "1nbq", "KQk") } },
  { name: "queen", kind: "piece", start: { first: but("RNBQ", "RNB1"), second: but("rnbq", "rnb1") } },
  {
    name: "moves",
    kind: "moves",
    start: {
      first: "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
      second: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
    },
  },
];

export const odds: OddsOf = (options) => ((options.variant ?? "standard") === "standard" ? all : []);
