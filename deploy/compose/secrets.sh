#!/bin/sh
# Makes the secrets of three.yaml in deploy/compose/secrets; those that exist stay.
# Compose shows the files to the containers as they are, and their users differ: the
# files can be read by all, the folder by you alone.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 0700 secrets
cd secrets
random() { openssl rand -hex "$1"; }
for name in postgres nats-node nats-worker; do
  [ -s "$name" ] || random 24 >"$name"
done
[ -s key ] || random 32 >key
[ -s database ] || echo "postgres://kydai:$(cat postgres)@postgres:5432/kydai?sslmode=disable" >database
cat >nats-conf <<END
listen: 0.0.0.0:4222
max_payload: 266240
ping_interval: "600ms"
ping_max: 2
authorization {
  users: [
    { user: node, password: "$(cat nats-node)" }
    { user: worker, password: "$(cat nats-worker)"
      permissions: {
        subscribe: { allow: "eng.> workers" }
        publish: { deny: ">" }
        allow_responses: { max: 1, expires: "10m" }
      }
    }
  ]
}
END
chmod 0644 ./*
