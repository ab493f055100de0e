#!/bin/bash
# Builds the program twice, in two folders of different depth, each with empty caches,
# and compares the bytes: release/equal.sh OUT
# Modules come from this machine's download cache and are verified by go.sum.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
commit=$(git rev-parse HEAD) # the tree may move on while the first build runs
proxy=file://$(go env GOMODCACHE)/cache/download
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
for name in a a/longer/path/b; do
  folder=$work/src/$name/kydai
  git clone -q . "$folder"
  git -C "$folder" checkout -q "$commit"
  cp -r ui/dist "$folder/ui/"
  (
    cd "$folder"
    export GOCACHE=$work/cache-${name//\//-} GOMODCACHE=$work/mod-${name//\//-} GOPROXY=$proxy GONOSUMDB='*' GOFLAGS=''
    release/build.sh "$work/kydai-${name//\//-}" 0.0.1
  )
done
cmp "$work"/kydai-a "$work"/kydai-a-longer-path-b
cp "$work"/kydai-a "$out"
sha256sum "$work"/kydai-* | cut -c 1-64 | uniq -c | sed 's/^ *2 /two builds, one hash: /'
