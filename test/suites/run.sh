#!/usr/bin/env bash
# Counts the known mates and best moves that our engines solve in TIME (1s) of
# the processor each, and has the suite of our own proved. Stockfish, where it
# is installed, is asked too, for comparison: it does not always find the
# shortest mate.
#
#   test/suites/run.sh
#
# Positions of other people's collections are looked for in the folder that
# KYDAI_TEST_DATA names, and left out without it.
set -euo pipefail
cd "$(dirname "$0")/../.."
TIME=${TIME:-1s}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/kydai" ./cmd/kydai

"$work/kydai" suite --game chess --time "$TIME" games/chess/testdata/bratko-kopec.epd games/chess/testdata/mates.epd

if [ -n "${KYDAI_TEST_DATA:-}" ]; then
  # Only positions that a search by checks alone has proved to be mates.
  node -e '
    const {puzzles} = JSON.parse(require("fs").readFileSync(process.argv[1]));
    for (const p of puzzles) {
      if (p.checksOnlyMatePlies > 0 && p.checksOnlyMatePlies <= 7) {
        console.log(`${p.fen} dm ${(p.checksOnlyMatePlies + 1) / 2}; id "${p.id}";`);
      }
    }' "$KYDAI_TEST_DATA/xiangqi/mates.json" >"$work/xiangqi-mates.epd"
  "$work/kydai" suite --game xiangqi --time "$TIME" "$work/xiangqi-mates.epd"
  go test -count=1 -run '^TestPublishedWinsByFours$' -v ./games/caro/engine
fi

KYDAI_TEST_LONG=1 go test -count=1 -run '^TestMateSuiteIsRight$' -v ./games/chess/engine
stockfish=$(command -v stockfish || echo /usr/games/stockfish)
if [ -x "$stockfish" ]; then
  "$work/kydai" suite --game chess --time "$TIME" --player "uci:$stockfish" games/chess/testdata/mates.epd
fi
