#!/bin/sh
# Builds the program as a release does: release/build.sh OUT [VERSION]
# GOOS and GOARCH name the system. The client must be in ui/dist (make site).
set -eu
cd "$(dirname "$0")/.."
out=$1 version=${2:-0.0.0}
at=$(go list -m)/internal/version
# shellcheck disable=SC2046 # a flag per line
CGO_ENABLED=0 go build -trimpath -buildvcs=false $(cat release/small.flags) -o "$out" -ldflags "-s -w \
  -X $at.version=$version -X $at.commit=$(git rev-parse HEAD) \
  -X $at.date=$(TZ=UTC0 git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)" ./cmd/kydai
