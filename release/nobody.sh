#!/bin/bash
# Runs the files of the image as a container would: nobody's root, read-only, with a
# volume at /data: nobody.sh ROOT. Runs in a mount and network namespace of its own.
set -euo pipefail
root=$1
ip link set lo up
mount --bind "$root" "$root"
mount -t tmpfs -o uid=65532,gid=65532,mode=0700,size=256m none "$root/data"
mount -o remount,bind,ro "$root"
! touch "$root/file" 2>/dev/null
env -i KYDAI_DATA=/data HOME=/data "$(command -v chroot)" --userspec=65532:65532 "$root" /kydai serve &
pid=$!
trap 'kill $pid; wait $pid || true' EXIT
for _ in {1..100}; do
  ! curl -fs -o /dev/null http://127.0.0.1:8080/readyz || break
  sleep 0.1
done
curl -fsS -o /dev/null http://127.0.0.1:8080/
curl -fsS -H 'Accept-Encoding: gzip' -o /dev/null "http://127.0.0.1:8080/app.webmanifest"
test "$(awk '/^Uid/ {print $2}' /proc/$pid/status)" = 65532
test -s "$root/data/kydai.db"
