#!/bin/sh
# Changes the module path in go.mod, imports, build flags, linter settings and
# docs. Usage:
#
#   scripts/module.sh github.com/someone/kydai
#
# Only paths of packages of the module are changed. Texts that only begin like
# the path, such as the hash domains ("kydai/fair/1/"), are not changed.
set -eu
new=${1:?the new path of the module, as in github.com/someone/kydai}
cd "$(dirname "$0")/.."
old=$(sed -n 's/^module //p' go.mod)
case $new in
*[!A-Za-z0-9._/~-]* | /* | */ | '') echo "module.sh: '$new' is no path of a module" >&2; exit 2 ;;
esac
[ "$new" != "$old" ] || { echo "the module is $old already"; exit 0; }

rules=$(mktemp)
trap 'rm -f "$rules"' EXIT
dot() { printf '%s' "$1" | sed 's/\./\\./g'; }
# All packages except those in node_modules, and the module itself as an import.
find . \( -name node_modules -o -name .git -o -path ./out \) -prune -o -name '*.go' -print |
  sed 's|^\./||; s|/[^/]*$||' | grep '/\|^[a-z]*$' | grep -v '\.go$' | sort -u |
  while read -r dir; do
    echo "s|\"$(dot "$old")/$(dot "$dir")\"|\"$new/$dir\"|g"
    echo "s|\`$(dot "$old")/$(dot "$dir")\`|\`$new/$dir\`|g"
  done >"$rules"
printf '%s\n' "s|^\([[:space:]]*[A-Za-z]* *\)\"$(dot "$old")\"\$|\1\"$new\"|" \
  "s|^const module = \"$(dot "$old")\"\$|const module = \"$new\"|" >>"$rules"

# GNU sed and BSD sed both accept a suffix directly after -i.
find . \( -name node_modules -o -name .git -o -path ./out -o -path ./ui/dist -o -path ./ui/build \) -prune -o \
  \( -name '*.go' -o -name '*.md' \) -exec grep -lF "$old" {} + | xargs sed -i.rewritten -f "$rules"
printf '%s\n' "s|^module .*|module $new|" "s|^-gcflags=$(dot "$old")/|-gcflags=$new/|" \
  "s|local-prefixes: \[$(dot "$old")\]|local-prefixes: [$new]|" >"$rules"
sed -i.rewritten -f "$rules" go.mod cmd/wasm/build.flags .golangci.yml
find . \( -name node_modules -o -name .git \) -prune -o -name '*.rewritten' -exec rm -f {} +
echo "the module is $new now; it was $old"
