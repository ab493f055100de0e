#!/usr/bin/env bash
# Compares the node rate of the browser modules with those of an older revision,
# in pairs under node: nodes per CPU second of now divided by those of then. The
# node counts must be equal. Usage: test/wasm/pairs.sh REVISION [PAIRS [NODES]]
set -euo pipefail
cd "$(dirname "$0")/../.."
revision=$1
pairs=${2:-15}
nodes=${3:-400000}
work=$(mktemp -d)
trap 'git worktree remove --force "$work/then" 2>/dev/null || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/then" "$revision"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$work/exec.cjs"

# module TREE GAME OUT builds the module of a game, or the one of all games.
module() {
  local package=./games/$2/wasm flags
  [ -d "$1/games/$2/wasm" ] || package=./cmd/wasm
  mapfile -t flags < <(cat "$1/cmd/wasm/build.flags" "$1/games/$2/wasm/build.flags" 2>/dev/null)
  (cd "$1" && GOOS=js GOARCH=wasm go build "${flags[@]}" -o "$3" "$package")
}
think() { node test/wasm/pair.cjs "$work/exec.cjs" "$1" "$2" "$nodes"; }

for game in chess xiangqi jieqi caro; do
  module "$work/then" "$game" "$work/then.wasm"
  module . "$game" "$work/now.wasm"
  for ((i = 0; i < pairs; i++)); do
    # Each goes first in half of the pairs.
    if ((i % 2)); then then=$(think "$work/then.wasm" "$game") now=$(think "$work/now.wasm" "$game")
    else now=$(think "$work/now.wasm" "$game") then=$(think "$work/then.wasm" "$game"); fi
    [ "${then% *}" = "${now% *}" ] || { echo "$game: ${now% *} nodes, ${then% *} at $revision"; exit 1; }
    echo "$now $then" | awk '{print ($1 / $2) / ($3 / $4)}'
  done | sort -n | awk -v game="$game" '{r[NR] = $1} END {printf "%-8s %d pairs, median %.3f (%.3f to %.3f)\n", game, NR, r[int((NR + 1) / 2)], r[1], r[NR]}'
done
