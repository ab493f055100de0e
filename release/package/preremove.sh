#!/bin/sh
# Before removing. deb: remove or upgrade; rpm: 0, or 1 for an upgrade.
set -e
case $1 in
remove | 0)
  if [ -d /run/systemd/system ]; then
    systemctl disable --now kydai.service kydai-worker.service
  fi
  ;;
esac
