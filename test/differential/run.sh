#!/usr/bin/env bash
# Holds the rules against ffish (Fairy-Stockfish, from npm) and Stockfish.
#
#   run.sh [POSITIONS [DIVIDES]]
#
# POSITIONS (1000000) different positions for each campaign: chess, Chess960,
# xiangqi. DIVIDES (a 500th of that, at least 100) `go perft` divides of
# Stockfish, half of them in Chess960. SEED (1) makes other games. First a
# quick proof that seeded faults are found. Exits 1 on any difference.
set -euo pipefail
cd "$(dirname "$0")"

positions=${1:-1000000}
divides=${2:-$((positions / 500 > 100 ? positions / 500 : 100))}
seed=${SEED:-1}
stockfish=$(command -v stockfish || true)
if [ -z "$stockfish" ] && [ -x /usr/games/stockfish ]; then
  stockfish=/usr/games/stockfish
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -d node_modules/ffish ]; then
  npm ci --no-audit --no-fund --loglevel=error
fi
go build -o "$work/differential" .

# ffish CAMPAIGN POSITIONS [ARGS...] compares with ffish.
ffish() {
  "$work/differential" stream "$1" -count "$2" -seed "$seed" "${@:3}" </dev/null | node check.cjs "$2"
}

# divide CAMPAIGN COUNT [ARGS...] compares with Stockfish.
divide() {
  "$work/differential" divide "$1" -count "$2" -seed "$seed" -engine "$stockfish" "${@:3}" </dev/null
}

# must_notice COMMAND... expects as many differences as faults were seeded.
must_notice() {
  local log=$work/fault seed=1 made found
  if "$@" >"$log" 2>&1; then
    echo "a seeded fault went unnoticed: $*"
    return 1
  fi
  made=$(grep -oE '[0-9]+ faults seeded' "$log" | grep -oE '[0-9]+' || true)
  found=$(grep -oE '[0-9]+ differences' "$log" | grep -oE '[0-9]+' || true)
  if [ "$made" != "$found" ] || [ "${made:-0}" = 0 ]; then
    cat "$log"
    echo "of ${made:-?} seeded faults ${found:-?} were noticed: $*"
    return 1
  fi
  echo "noticed $made of $made faults: $*"
}

for kind in drop add check fen; do
  must_notice ffish chess 2000 -seed-fault "$kind"
done
must_notice ffish chess 5000 -seed-fault outcome # few games end
must_notice ffish chess960 2000 -seed-fault drop
must_notice ffish xiangqi 2000 -seed-fault drop
if [ -n "$stockfish" ]; then
  must_notice divide chess 20 -seed-fault drop
fi

# Two at a time: a stream keeps one core busy and its check another.
(
  ffish chess "$positions"
  ffish chess960 "$positions"
) >"$work/one" 2>&1 &
one=$!
(
  ffish xiangqi "$positions"
  if [ -n "$stockfish" ]; then
    divide chess $((divides - divides / 2))
    divide chess960 $((divides / 2))
  else
    echo "NO STOCKFISH: no divides were compared"
  fi
) >"$work/two" 2>&1 &
two=$!
rc=0
wait $one || rc=1
wait $two || rc=1
cat "$work/one" "$work/two"
if [ $rc != 0 ]; then
  echo "differential: FAILED"
  exit 1
fi
echo "differential: no differences"
