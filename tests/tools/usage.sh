#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage.sh make_tiny_run: asked for help, or called wrongly, it prints its usage and writes nothing.
folder=$(mktemp -d) && cd "$folder" || exit 1
trap 'rm -rf "$folder"' EXIT
"$1" --help | grep -q '^usage: ' || { echo "--help says nothing"; exit 1; }
for wrong in --wrong "folder --wrong" ""; do
  # shellcheck disable=SC2086  # words
  "$1" $wrong 2>said
  code=$?
  if [ $code != 2 ] || ! grep -q '^usage: ' said; then
    echo "'$wrong' is not refused"
    exit 1
  fi
  rm said
done
[ -z "$(ls -A)" ] || { echo "it made: $(ls -A)"; exit 1; }
