#!/usr/bin/env bash
# Measures our perft against that of other programs, in CPU seconds of one
# core, turn about in one run, and prints the ratio of the best times and of
# the medians. Usage: test/speed/run.sh [rounds]
#
# Both counts include the start of the program. Seconds on a shared machine
# are noisy; the ratio is what to look at.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5}
PATH=$PATH:/usr/games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/kydai" ./cmd/kydai
TIMEFORMAT='%U %S'

# cpu FILE COMMAND... appends the CPU seconds of a command to a file.
cpu() {
  local file=$1
  shift
  { time "$@" >"$work/out" 2>/dev/null; } 2>"$work/time"
  awk '{print $1 + $2}' "$work/time" >>"$file"
}

theirs() { printf '%s\n' "$@" quit; }
uci() { # uci PROGRAM LINES...
  local program=$1
  shift
  theirs "$@" | "$program"
}

# compare NAME NODES GAME DEPTH FEN PROGRAM UCI-LINES...
compare() {
  local name=$1 nodes=$2 game=$3 depth=$4 fen=$5 program=$6
  shift 6
  command -v "$program" >/dev/null || { echo "$name: no $program here"; return; }
  rm -f "$work/ours" "$work/theirs"
  local i
  for ((i = 0; i < rounds; i++)); do
    cpu "$work/theirs" uci "$program" "$@" "go perft $depth"
    grep -q "$nodes" "$work/out" || { echo "$program did not count $nodes"; exit 1; }
    cpu "$work/ours" "$work/kydai" perft "$game" "$depth" --fen "$fen"
    grep -qx "nodes $nodes" "$work/out" || { echo "kydai did not count $nodes"; exit 1; }
  done
  sort -n "$work/theirs" >"$work/t"
  sort -n "$work/ours" >"$work/o"
  local middle=$(((rounds + 1) / 2))
  paste -d' ' <(sed -n 1p "$work/t") <(sed -n 1p "$work/o") <(sed -n "${middle}p" "$work/t") <(sed -n "${middle}p" "$work/o") |
    awk -v name="$name" -v p="$program" '{printf "%-24s %s %.2f s, kydai %.2f s (best): ratio %.2f; medians %.2f s, %.2f s: ratio %.2f\n", name, p, $1, $2, $1/$2, $3, $4, $3/$4}'
}

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
xiangqi='rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'
compare "chess, start, 6" 119060324 chess 6 "$start" stockfish "position fen $start"
compare "chess, kiwipete, 5" 193690690 chess 5 "$kiwipete" stockfish "position fen $kiwipete"
compare "xiangqi, start, 5" 133312995 xiangqi 5 "$xiangqi" fairy-stockfish \
  "setoption name UCI_Variant value xiangqi" "position fen $xiangqi"
