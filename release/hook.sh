#!/bin/sh
# What goreleaser runs after each build: release/hook.sh OS ARCH VERSION PROGRAM
set -eu
[ "$1" = linux ] || exit 0
exec "$(dirname "$0")/package.sh" "$4" "$2" "$3" out/packages deb rpm image
