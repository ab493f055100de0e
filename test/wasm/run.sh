#!/usr/bin/env bash
# Builds the offline module for the browser, runs it under node, and holds it
# against the same code run natively: same answers, its speed as a ratio, its
# size raw and compressed. Usage: test/wasm/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t flags <cmd/wasm/build.flags
GOOS=js GOARCH=wasm go build "${flags[@]}" -o "$work/kydai.wasm" ./cmd/wasm
CGO_ENABLED=0 go build -trimpath -o "$work/desk" ./cmd/wasm
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$work/wasm_exec.cjs"
node test/wasm/check.cjs "$work"
