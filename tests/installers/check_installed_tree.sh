#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_installed_tree.sh TREE: checks its contents, its references, and that its programs start. Run by in_installed_tree.sh.
set -uo pipefail
tree=$1
id=org.framewright.Framewright
fail() { echo "$1"; exit 1; }
# expect_names <folder> <name>…: exactly these.
expect_names() {
    local folder=$1 found
    shift
    found=$(cd "$tree/$folder" && printf '%s\n' *)
    [ "$found" = "$(printf '%s\n' "$@")" ] || fail "in $folder: ${found//$'\n'/ }"
}
run_path() { readelf -d "$tree/$1" | sed -nE 's/.*R(UN)?PATH.*\[(.*)\]/\2/p'; }

expect_names . bin lib share
cuda=libframewright-cuda.so
[ -e "$tree/lib/$cuda" ] || cuda=  # built without it
expect_names lib libframewright-core.so $cuda libframewright-engine.so
expect_names share/framewright cases help sample screenshots
expect_names share/doc/framewright LICENSE LICENSE-APACHE-2.0 LICENSE-GPL-3.0
window=framewright
[ -e "$tree/bin/$window" ] || window=
expect_names bin $window framewright-cli
if [ -n "$window" ]; then
    for file in applications/$id.desktop metainfo/$id.metainfo.xml mime/packages/$id.xml icons/hicolor/scalable/apps/$id.svg; do
        [ -f "$tree/share/$file" ] || fail "there is no share/$file"
    done
fi
found=$(grep -rlF -e "$SOURCE" -e "$BUILD" "$tree") && fail "these name the sources or the build folder: $found"

for program in $window framewright-cli; do
    [ "$(run_path "bin/$program")" = "\$ORIGIN/../lib" ] || fail "$program looks for libraries in $(run_path "bin/$program")"
done
[[ $(run_path lib/libframewright-engine.so) == "\$ORIGIN:"*/torch/lib* ]] ||
    fail "the engine looks for libraries in $(run_path lib/libframewright-engine.so)"
exported=$(nm -D --defined-only "$tree/lib/libframewright-engine.so" | cut -d ' ' -f 3)
[ "$exported" = framewright_open_engine ] || fail "the engine exports $(wc -l <<<"$exported") symbols: ${exported:0:300}"

if [ -n "$cuda" ]; then
    exported=$(nm -D --defined-only "$tree/lib/$cuda" | cut -d ' ' -f 3)
    [ "$exported" = framewright_cuda_part ] || fail "$cuda exports $(wc -l <<<"$exported") symbols: ${exported:0:300}"
fi

information=$("$tree/bin/framewright-cli" info --json) || fail "framewright-cli does not start"
[[ -z $cuda || $information == *'"minimum_driver"'* ]] || fail "framewright-cli knows nothing of CUDA: $information"
[[ $information == *'"libtorch"'* ]] || fail "framewright-cli has no engine: $information"
[ -n "$window" ] || exit 0

QT_QPA_PLATFORM=offscreen "$tree/bin/framewright" &
window=$!
trap 'kill -KILL $window 2>/dev/null' EXIT
for ((tries = 0; tries < 300; tries++)); do  # the engine is opened after the first paint
    grep -q "$tree/lib/libframewright-engine.so" /proc/$window/maps 2>/dev/null && break
    kill -0 $window 2>/dev/null || fail "the window ended by itself"
    sleep 0.1
done
[ $tries -lt 300 ] || fail "the window opened no engine within 30 s"
kill -TERM $window
wait $window || fail "the window ended with status $?"
