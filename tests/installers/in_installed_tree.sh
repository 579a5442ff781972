#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# in_installed_tree.sh CMAKE BUILD SOURCE SCRIPT
# Installs BUILD, moves the tree to another place and runs SCRIPT there, with the tree as its argument. Hides sources and build
# folder meanwhile, if the system lets a user hide folders from his own processes.
set -euo pipefail
cmake=$1 build=$2 source=$3 script=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for component in runtime engine cli window resources desktop; do
    "$cmake" --install "$build" --prefix "$work/made" --component $component --strip >>"$work/log"
done
"$cmake" --install "$build" --prefix "$work/nowhere" --component Unspecified >>"$work/log"
[ ! -e "$work/nowhere" ] || { echo "belongs to no component:"; find "$work/nowhere" -type f; exit 1; }
mv "$work/made" "$work/tree"
cp "$script" "$work/script"
for kind in STATE CONFIG DATA CACHE; do export "XDG_${kind}_HOME=$work/$kind"; done
export BUILD=$build SOURCE=$source
cd "$work"

hide='for folder in "$BUILD" "$SOURCE"/{app,core,installers,resources,tests,translations,ui}; do
    mount -t tmpfs none "$folder" || exit
done
exec bash ./script "$PWD/tree"'
if unshare --map-root-user --mount mount -t tmpfs none "$build" 2>/dev/null; then
    unshare --map-root-user --mount bash -c "$hide"
else
    echo "Folders cannot be hidden here: the sources and the build folder stay in sight."
    bash ./script "$work/tree"
fi
