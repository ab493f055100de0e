#!/bin/sh
# Writes account/confusables.txt from the file confusables.txt of Unicode (UTS #39),
# version 15.0.0 as package unicode of the Go release has it. Usage:
#
#   scripts/confusables.sh confusables.txt > account/confusables.txt
#
# Each line of the result is a character and what it looks like, in hexadecimal.
set -eu
awk '
  NR == 1 { print "# Made by scripts/confusables.sh from confusables.txt of Unicode. See NOTICE." }
  /^# (Date|Version|©)/ { print }
  /^[^#;]*[0-9A-F]+ *;/ {
    split($0, field, ";")
    gsub(/[^0-9A-F]/, "", field[1]); gsub(/^[ \t]+|[ \t]+$/, "", field[2])
    print field[1] " " field[2]
  }' "$1"
