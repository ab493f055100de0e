#!/bin/sh
# Prints the path of a tool of release/go.mod, which it builds first if needed:
#
#   $(release/tools.sh nfpm) package …
#
# Tools are built once for each state of release/ and kept in the user's cache.
set -eu
cd "$(dirname "$0")"
tool=${1:?a tool: goreleaser, nfpm, pebble, image, manifests, sbom or parts}
case $tool in
image | manifests | parts | sbom) package=./$tool ;;
*) package=$(sed -n "s|^[[:space:]]*\([^ ]*/$tool\(/v[0-9]*\)\{0,1\}\)\$|\1|p" go.mod | head -n 1) ;;
esac
[ -n "$package" ] || { echo "tools.sh: release/go.mod has no tool '$tool'" >&2; exit 2; }
state=$(cat go.mod go.sum "$package"/*.go 2>/dev/null | sha256sum | cut -c 1-16)
bin=${XDG_CACHE_HOME:-$HOME/.cache}/kydai/tools/release-$state/$tool
if [ ! -x "$bin" ]; then
  # Not GOFLAGS, GOOS and GOARCH of the caller: the tool runs here.
  GOFLAGS=-buildvcs=false GOOS='' GOARCH='' CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$bin.$$" "$package" >&2
  mv "$bin.$$" "$bin"
fi
echo "$bin"
