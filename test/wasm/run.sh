#!/usr/bin/env bash
# Builds the modules of each game for the browser, runs them under node, and holds
# them against the same code run natively: same answers, their speed as a ratio, their
# size raw and compressed. Then adds a game to the lists: the modules must stay
# the same to the byte. Usage: test/wasm/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t flags <cmd/wasm/build.flags
# module FLAGS... PACKAGE builds with the flags of all modules and those of the package.
module() {
  local own=()
  [ ! -f "${*: -1}/build.flags" ] || mapfile -t own <"${*: -1}/build.flags"
  GOOS=js GOARCH=wasm go build "${flags[@]}" "${own[@]}" "$@"
}

games=()
for dir in games/*/wasm; do
  g=$(basename "$(dirname "$dir")")
  [ ! -e "games/$g/EXAMPLE.md" ] || continue
  games+=("$g")
  module -o "$work/$g.wasm" "./$dir"
  module -tags study -o "$work/study-$g.wasm" "./games/$g/study"
  CGO_ENABLED=0 go build -trimpath -o "$work/study-$g" "./games/$g/study"
done
CGO_ENABLED=0 go build -trimpath -o "$work/desk" ./cmd/wasm
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$work/wasm_exec.cjs"
node test/wasm/check.cjs "$work" "${games[@]}"

# One more game, in a copy of the tree.
mkdir "$work/copy"
tar cf - --exclude node_modules --exclude .git --exclude ./out --exclude ./bin --exclude ./ui/dist --exclude ./ui/build . | tar xf - -C "$work/copy"
cd "$work/copy"
scripts/new-game.sh added --bare
listed=$(echo '{"op":"games"}' | go run ./cmd/wasm | grep -c '"name":"added"')
for g in "${games[@]}"; do
  module -o "$work/again.wasm" "./games/$g/wasm"
  cmp "$work/$g.wasm" "$work/again.wasm"
  module -tags study -o "$work/again.wasm" "./games/$g/study"
  cmp "$work/study-$g.wasm" "$work/again.wasm"
done
module -o "$work/again.wasm" ./games/added/wasm
module -tags study -o "$work/again.wasm" ./games/added/study
cd "$root"
echo "ok    $listed game more leaves the modules of ${games[*]} as they were"
