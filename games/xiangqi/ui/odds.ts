// This file defines the odds (handicaps) of xiangqi: the stronger player starts without the left
// horse, both horses or the left chariot, or the opponent gets two moves. Left is as seen by the
// stronger player.

import type { Odds, OddsOf } from "@ui/games/odds";

const usual = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const without = (name: string, red: string, black: string): Odds => ({
  name,
  kind: "piece",
  start: { first: usual.replace("RNBAKABNR", red), second: usual.replace("rnbakabnr", black) },
});

const all: Odds[] = [
  without("horse", "R1BAKABNR", "rnbakab1r"),
  without("horses", "R1BAKAB1R", "r1bakab1r"),
  without("chariot", "1NBAKABNR", "rnbakabn1"),
  {
    name: "moves",
    kind: "moves",
    start: {
      first: usual.replace("1c5c1", "1c2c4").replace(" w ", " b "),
      second: usual.replace("1C5C1", "1C2C4"),
    },
  },
];

export const odds: OddsOf = () => all;
