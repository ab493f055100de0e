#!/usr/bin/env bash
# Reads the same PGN file with kydai and with ffish (Fairy-Stockfish, from
# npm), turn about in one run, and prints plies a second of CPU time on one
# core, and the ratio. Both must find as many plies and the same last position.
# Usage: test/records/run.sh [GAMES [ROUNDS]]
set -euo pipefail
cd "$(dirname "$0")"
games=${1:-2000}
rounds=${2:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -d ../differential/node_modules/ffish ]; then
  (cd ../differential && npm ci --no-audit --no-fund --loglevel=error)
fi
go build -o "$work/records" .
"$work/records" make "$games" >"$work/games.pgn"
export GOMAXPROCS=1 NODE_PATH=../differential/node_modules
TIMEFORMAT='%U %S'
for ((i = 0; i < rounds; i++)); do
  { time "$work/records" read <"$work/games.pgn" >"$work/ours"; } 2>"$work/time"
  awk '{print $1 + $2}' "$work/time" >>"$work/ours.s"
  node read.cjs "$work/games.pgn" >"$work/theirs" 2>>"$work/theirs.s"
done
# The number of the last move is counted differently after a start by FEN; the
# board, the turn and the rights must be the same.
cut -d ' ' -f 1-5 "$work/ours" >"$work/a"
cut -d ' ' -f 1-5 "$work/theirs" >"$work/b"
if ! diff "$work/a" "$work/b"; then
  echo "the two do not read the same"
  exit 1
fi
plies=$(cut -d ' ' -f 2 "$work/ours")
ours=$(sort -n "$work/ours.s" | head -n 1)
theirs=$(sort -n "$work/theirs.s" | head -n 1)
awk -v n="$plies" -v a="$ours" -v b="$theirs" 'BEGIN {
  printf "%d plies: kydai %.0f plies/s, ffish %.0f plies/s, ratio %.2f\n", n, n / a, n / b, b / a
  exit n / a < 100000
}'
