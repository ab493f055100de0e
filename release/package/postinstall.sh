#!/bin/sh
# After installing or upgrading. deb: configure [OLD-VERSION]; rpm: 1, or 2 for an upgrade.
set -e
upgrade=
[ "$1" != configure ] || upgrade=$2
[ "$1" != 2 ] || upgrade=yes

getent group kydai >/dev/null || groupadd --system kydai
getent passwd kydai >/dev/null ||
  useradd --system --gid kydai --home-dir /var/lib/kydai --no-create-home --shell /usr/sbin/nologin kydai
mkdir -p /var/lib/kydai
chown kydai:kydai /var/lib/kydai
chmod 0700 /var/lib/kydai
# The file may hold secrets.
chown root:kydai /etc/kydai /etc/kydai/env
chmod 0750 /etc/kydai
chmod 0640 /etc/kydai/env

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -n "$upgrade" ]; then
    systemctl try-restart kydai.service kydai-worker.service
  else
    systemctl enable --now kydai.service
  fi
fi
