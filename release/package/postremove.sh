#!/bin/sh
# After removing. The data stays, until the package is purged (deb). rpm has no purge.
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
if [ "$1" = purge ]; then
  rm -rf /var/lib/kydai /etc/kydai
  if getent passwd kydai >/dev/null; then userdel kydai; fi
  if getent group kydai >/dev/null; then groupdel kydai; fi
fi
