#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage='Usage: installers/package.sh [FOLDER]
Builds Framewright and makes its packages in FOLDER, by default build/packages: a .deb for Debian 12, and a .tar.zst that runs
from any folder on Debian 12 and newer. Neither contains LibTorch: the window or framewright-cli runtime install fetches it.
  --help  this text'

case "${1:-}" in
    --help | -h) echo "$usage"; exit 0 ;;
    -*) printf '%s\n\n%s\n' "Unknown option $1." "$usage" >&2; exit 2 ;;
esac
[ $# -le 1 ] || { printf '%s\n' "$usage" >&2; exit 2; }

folder=$(dirname -- "${BASH_SOURCE[0]}")/steps
for step in common packages wheels build package; do
    # shellcheck source=/dev/null
    . "$folder/$step.sh"
done

require_supported_machine
packages_folder=$(realpath -m -- "${1:-$source_folder/build/packages}")
install_packages setup build package
engine_arguments cuda
build_programs cuda
build "$build_folder" --target framewright-engine-package
make_packages "$build_folder" "$packages_folder"
unlock
for file in "$packages_folder"/*.deb "$packages_folder"/*.tar.zst; do
    say "$file, $(($(stat -c %s "$file") / 1000000)) MB"
done
last_sentence=yes
