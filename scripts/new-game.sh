#!/usr/bin/env bash
# Creates a new game: copies the example game Othello to games/NAME with its
# rules, engine, UI, texts, lessons and tests, and adds it to the two lists of
# games. It regenerates the bench count, the playthrough and the pictures. Then
# change the copy as docs/adding-a-game.md describes. Usage:
#
#   scripts/new-game.sh NAME [--bare]     --bare: do not regenerate anything
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-}
[[ $name =~ ^[a-z]{3,}$ ]] || { echo "new-game.sh: a name is a word of small letters, not '$name'" >&2; exit 2; }
[ ! -e "games/$name" ] || { echo "new-game.sh: games/$name is there already" >&2; exit 2; }
title=$(tr '[:lower:]' '[:upper:]' <<<"${name:0:1}")${name:1}
module=$(sed -n 's/^module //p' go.mod)

cp -r games/othello "games/$name"
rm "games/$name/EXAMPLE.md"
find "games/$name" -name '*othello*' | while read -r file; do
  mv "$file" "$(dirname "$file")/$(basename "$file" | sed "s/othello/$name/")"
done
find "games/$name" -type f -exec sed -i "s/othello/$name/g; s/Othello/$title/g; /^\t\tExample: true,$/d" {} +
sed -i "s|^\t\"$module/games/chess\"$|&\n\t\"$module/games/$name\"|; s|^\t\tcaro.Rules{},$|&\n\t\t$name.Rules{},|" games/games.go
sed -i "s|^\tchess \"$module/games/chess/engine\"$|&\n\t$name \"$module/games/$name/engine\"|
s|^\t\t{caro.Entry(), .*|&\n\t\t{$name.Entry(), $name.Dialect(), nil, nil, nil},|" games/engines/engines.go
gofmt -w games/games.go games/engines/engines.go "games/$name"
if [ "${2:-}" != --bare ]; then
  go run ./cmd/kydai bench 2>/dev/null | grep "^$name " >"games/$name/testdata/bench.txt"
  go test ./test/playthrough -run "TestPlaythrough/$name\$" -update >/dev/null
  go test ./picture -run "TestGolden/$name\$" -update >/dev/null
fi
echo "games/$name is there and on both lists; docs/adding-a-game.md says what to change"
