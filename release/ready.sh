#!/bin/bash
# Starts a server, prints after how many milliseconds it was ready, and appends its
# memory when idle in kB, and the CPU time until it was ready in ms: ready.sh PROGRAM
# DATA MEMORY CPU. Runs in a network of its own.
set -euo pipefail
ip link set lo up
from=$(date +%s%N)
"$1" serve --listen 127.0.0.1:8080 --data "$2" >"$2.log" 2>&1 &
pid=$!
# A request by the shell itself: starting curl would take longer than the server.
ready() {
  local line=''
  { exec 3<>/dev/tcp/127.0.0.1/8080; } 2>/dev/null || return 1
  printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
  read -r line <&3 || true
  exec 3>&-
  [[ $line == *" 200 "* ]]
}
for _ in {1..1000}; do
  ! ready || break
  sleep 0.002
done
echo $((($(date +%s%N) - from) / 1000000))
cat /proc/$pid/task/*/schedstat | awk '{n += $1} END {printf "%d\n", n / 1e6}' >>"$4"
sleep 10
awk '/^VmRSS/ {print $2}' "/proc/$pid/status" >>"$3"
kill "$pid"
wait "$pid" || true
