#!/usr/bin/env bash
# Compares under node how many nodes per CPU second the browser module of a game searches at full
# strength: by hand and with a net, in turns. Usage: test/wasm/net.sh GAME NET [PAIRS [NODES]]
set -euo pipefail
game=$1
net=$(realpath "$2")
pairs=${3:-5}
nodes=${4:-150000}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t flags < <(cat cmd/wasm/build.flags "games/$game/wasm/build.flags" 2>/dev/null)
GOOS=js GOARCH=wasm go build "${flags[@]}" -o "$work/module.wasm" "./games/$game/wasm"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$work/exec.cjs"
think() { node test/wasm/pair.cjs "$work/exec.cjs" "$work/module.wasm" "$game" "$nodes" "$@" | awk '{print $1 / $2}'; }
for ((i = 0; i < pairs; i++)); do
  echo "$(think) $(think "$net")"
done | sort -n | awk '{hand[NR] = $1; net[NR] = $2; ratio[NR] = $2 / $1} END {
  for (i = 1; i <= NR; i++) printf "by hand %d nodes/s, with the net %d: ratio %.2f\n", hand[i], net[i], ratio[i]}'
