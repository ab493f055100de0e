#!/bin/bash
# Installs, upgrades, removes and purges the deb on a bare Debian, and plays a match
# over TLS; then restores its backup on a second one: debian.sh DEBIAN OTHER PEBBLE
# ARCH. Runs in namespaces of its own (mounts, network, processes). There is no systemd in the root: what the unit would start is
# started here, with the same user, settings and capability.
set -euo pipefail
debian=$1 other=$2 pebble=$3 arch=$4 domain=club.example
failed=0
said=$debian/tmp/said
. "$(dirname "$0")/holds.sh"
root=$debian # the machine on which commands run
within() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
ip link set lo up
for machine in "$debian" "$other"; do
  mount --bind "$machine" "$machine"
  mount -t proc proc "$machine/proc"
  mount --rbind /dev "$machine/dev"
done

# The authority and the name, which the internet would have.
echo "127.0.0.1 localhost $domain" >"$debian/etc/hosts"
mount --bind "$debian/etc/hosts" /etc/hosts
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$debian/tmp/ca.key" -out "$debian/tmp/ca.pem" 2>/dev/null
cat >"$debian/tmp/pebble.json" <<END
{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", "certificate": "$debian/tmp/ca.pem",
 "privateKey": "$debian/tmp/ca.key", "httpPort": 80, "tlsPort": 443, "profiles": {"default": {"description": "", "validityPeriod": 7776000}}}}
END
PEBBLE_VA_NOSLEEP=1 "$pebble" -config "$debian/tmp/pebble.json" >"$debian/tmp/pebble.log" 2>&1 &
authority=$!
server=
trap 'kill $authority $server 2>/dev/null || true' EXIT
for _ in {1..100}; do
  ! curl -fs --cacert "$debian/tmp/ca.pem" https://localhost:15000/roots/0 -o "$debian/tmp/roots.pem" || break
  sleep 0.1
done

# start does what systemd would do by the unit.
start() {
  rm -f "$root/tmp/pid"
  within /bin/sh -c 'echo $$ >/tmp/pid; set -a; . /etc/kydai/env; . /tmp/trial.env; exec setpriv --reuid kydai --regid kydai --clear-groups \
    --inh-caps -all,+net_bind_service --ambient-caps +net_bind_service --bounding-set -all,+net_bind_service --no-new-privs \
    /usr/bin/kydai serve' >>"$debian/tmp/kydai.log" 2>&1 &
  while [ ! -s "$root/tmp/pid" ]; do sleep 0.01; done
  server=$(cat "$root/tmp/pid")
}
stop() {
  kill "$server"
  while [ -d "/proc/$server" ]; do sleep 0.05; done
}
site() { curl -fsS --cacert "$debian/tmp/roots.pem" -o /dev/null --retry 50 --retry-delay 1 --retry-all-errors --retry-max-time 60 "https://$domain/readyz"; }
# The trial's authority; a real site has Let's Encrypt by default.
printf '%s\n' KYDAI_ACME_DIRECTORY=https://localhost:14000/dir KYDAI_ACME_CA=/tmp/ca.pem >"$debian/tmp/trial.env"
# Every match of the database, for a comparison.
matches() { within /usr/bin/kydai backup --data /var/lib/kydai "/tmp/$1" >/dev/null && grep -E '"t":"(archive|live|events)"' "$root/tmp/$1" | sort >"$root/tmp/$1.rows"; }

holds "there is neither Go nor Node" bash -c "! chroot $debian sh -c 'command -v go || command -v node'"
from=$(date +%s%N)
holds "command 1 installs" within dpkg -i "/root/kydai_0.0.1_linux_$arch.deb"
holds "command 2 names the domain" within sh -c "echo KYDAI_DOMAIN=$domain >>/etc/kydai/env"
start # command 3: systemctl restart kydai
holds "the site answers over TLS with a certificate of the authority" site
holds "a match is played over TLS" env SSL_CERT_FILE="$debian/tmp/roots.pem" "$debian/usr/bin/kydai" load --anywhere \
  --url "https://$domain" --matches 1 --longest 8 --pace 4 --for 3s
took=$((($(date +%s%N) - from) / 1000000))
holds "from nothing to a match over TLS in at most 60 s: $took ms" test "$took" -le 60000
holds "the server runs as kydai" test "$(awk '/^Uid/ {print $2}' "/proc/$server/status")" = "$(within id -u kydai)"
holds "it is the program of the package" test "$(readlink "/proc/$server/exe")" = "$debian/usr/bin/kydai"
holds "others cannot read the data" test "$(stat -c %a "$debian/var/lib/kydai") $(stat -c %a "$debian/etc/kydai/env")" = "700 640"
stop

holds "backup" matches before
holds "there are matches to keep" test -s "$debian/tmp/before.rows"
holds "upgrade" within dpkg -i "/root/kydai_0.0.2_linux_$arch.deb"
holds "the changed settings are kept" grep -qx "KYDAI_DOMAIN=$domain" "$debian/etc/kydai/env"
holds "the new version is there" within sh -c 'dpkg -s kydai | grep -qx "Version: 0.0.2"'
start
holds "the site answers again" site
stop
holds "backup after the upgrade" matches after
holds "every match is still there" diff "$debian/tmp/before.rows" "$debian/tmp/after.rows"

# Another machine gets last night's backup and the key, nothing else (docs/operations.md).
cp "$debian/tmp/after" "$debian/tmp/trial.env" "$debian/tmp/ca.pem" "$other/tmp/"
cp "$debian/etc/hosts" "$other/etc/hosts"
install -m 600 "$debian/var/lib/kydai/key" "$other/tmp/key"
root=$other
holds "another machine: install" within dpkg -i "/root/kydai_0.0.2_linux_$arch.deb"
holds "another machine: restore last night's backup" within sh -c 'kydai restore --data /var/lib/kydai /tmp/after && cp /tmp/key /var/lib/kydai/key && chown -R kydai: /var/lib/kydai'
within sh -c "echo KYDAI_DOMAIN=$domain >>/etc/kydai/env"
start
holds "another machine: the site answers over TLS" site
holds "another machine: a match is played" env SSL_CERT_FILE="$debian/tmp/roots.pem" "$other/usr/bin/kydai" load --anywhere \
  --url "https://$domain" --matches 1 --longest 8 --pace 4 --for 3s
stop
holds "another machine: backup" matches restored
holds "another machine: every match of before is there" bash -c "! comm -23 $debian/tmp/after.rows $other/tmp/restored.rows | grep -q ."
root=$debian

holds "remove" within dpkg -r kydai
holds "the program and the units are gone" bash -c "! ls $debian/usr/bin/kydai $debian/lib/systemd/system/kydai.service 2>/dev/null"
holds "the data stays" test -s "$debian/var/lib/kydai/kydai.db"
holds "install again finds the data" within dpkg -i "/root/kydai_0.0.2_linux_$arch.deb"
holds "purge" within dpkg -P kydai
holds "data, settings and user are gone" bash -c "! ls -d $debian/var/lib/kydai $debian/etc/kydai 2>/dev/null && ! grep -q ^kydai: $debian/etc/passwd"
[ "$failed" = 0 ] || tail -n 20 "$debian/tmp/kydai.log" "$debian/tmp/pebble.log" | sed 's/^/      /'
exit $failed
