#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage='Usage: installers/check_package.sh [FOLDER]
Tries the packages that installers/package.sh made in FOLDER, by default build/packages, in a clean Debian 12: installs the
.deb, opens the window on a screen without a desktop, installs the runtime, runs the sample, removes the package and looks for
leftovers; then runs the .tar.zst from a folder. Prints the time of each step. Needs root, debootstrap and the network.
  FRAMEWRIGHT_CHECK_SUITE  a newer Debian, such as trixie or sid, to run the .tar.zst in; the .deb is for bookworm, the default
  FRAMEWRIGHT_CHECK_ROOT  folder for the clean system, kept for the next run; by default a temporary one
  FRAMEWRIGHT_CHECK_RUNTIME  an unpacked LibTorch (cpu) from such a root, used instead of fetching one'

case "${1:-}" in
    --help | -h) echo "$usage"; exit 0 ;;
    -*) printf '%s\n\n%s\n' "Unknown option $1." "$usage" >&2; exit 2 ;;
esac
# shellcheck source=steps/common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/steps/common.sh"

packages_folder=$(realpath -- "${1:-$source_folder/build/packages}")
[ "$(id -u)" = 0 ] || stop "only root can create a clean system." "Run this as root."
command -v debootstrap >/dev/null || stop "debootstrap is missing." "Install it: apt-get install debootstrap."
deb=$(find "$packages_folder" -name '*.deb' -print -quit)
archive=$(find "$packages_folder" -name '*.tar.zst' -print -quit)
if [ -z "$deb" ] || [ -z "$archive" ]; then
    stop "$packages_folder contains no packages." "Run installers/package.sh first."
fi
# A private mount namespace, so that the mounts below affect only this script.
[ -n "${FRAMEWRIGHT_CHECK_INSIDE:-}" ] || FRAMEWRIGHT_CHECK_INSIDE=yes exec unshare --mount -- "${BASH_SOURCE[0]}" "$@"

suite=${FRAMEWRIGHT_CHECK_SUITE:-bookworm}
kept=${FRAMEWRIGHT_CHECK_ROOT:-}
work=${kept:-$(mktemp -d)}
root=$work/root
base=$work/$suite.tar
leave() {
    umount "$root/proc" "$root/dev/shm" 2>/dev/null || true
    rm -rf --one-file-system "$root"
    [ -n "$kept" ] || rm -rf --one-file-system "$work"
}
trap leave EXIT

fail() {
    say "The package fails: $1"
    last_sentence=yes
    exit 1
}
started=0
begin() { started=$(date +%s%N); }
# took <what>: prints the time since begin.
took() { printf '%8.2f s  %s\n' "$(awk "BEGIN { print ($(date +%s%N) - $started) / 1e9 }")" "$1"; }
inside() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

# Uses this machine's mirror and apt settings, since a clean system has none.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
make_base() {
    [ ! -f "$base" ] || return 0
    mkdir -p "$work"
    debootstrap --variant=minbase "$suite" "$work/base" "$mirror" >"$work/debootstrap.log" 2>&1 ||
        { tail "$work/debootstrap.log" >&2; stop "debootstrap failed; its output is above." "Fix that, then run this again."; }
    tar -C "$work/base" -cf "$base.partial" .
    mv "$base.partial" "$base"
    rm -rf "$work/base"
}

make_root() {
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    tar -C "$root" -xf "$base"
    rm -f "$root/etc/apt/sources.list"
    cp -a /etc/apt/sources.list* /etc/apt/apt.conf.d /etc/apt/auth.conf* "$root/etc/apt/" 2>/dev/null || true
    rm -f "$root"/etc/apt/sources.list.d/node*
    if [ "$suite" != bookworm ]; then
        rm -f "$root"/etc/apt/sources.list.d/*
        echo "deb $mirror $suite main" >"$root/etc/apt/sources.list"
    fi
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cp -a /etc/ssl "$root/etc/" 2>/dev/null || true
    mkdir -p "$root/usr/share/ca-certificates" "$root/usr/local/share/ca-certificates"
    cp -a /usr/share/keyrings/. "$root/usr/share/keyrings/"
    cp -a /usr/share/ca-certificates/. "$root/usr/share/ca-certificates/"
    cp -a /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
    mount -t proc proc "$root/proc"
    mkdir -p "$root/dev/shm"
    mount -t tmpfs tmpfs "$root/dev/shm"
    inside apt-get -qq update
}

# This machine's pip settings, as the program would find them on a user's computer.
settings_of_pip() {
    env | grep -E '^(PIP_|[a-zA-Z]+_proxy=|[A-Z]+_PROXY=)' | grep -v '^PIP_FIND_LINKS=' || true
    [ -n "${PIP_INDEX_URL:-}" ] || printf 'PIP_INDEX_URL=%s\n' "$(python3 -m pip config get global.index-url 2>/dev/null ||
        python3 -c 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)')"
}

# first_paint <program>: seconds to the first painted window on its own Xvfb, without the start of Xvfb itself.
first_paint() {
    inside bash -c 'display=:$((RANDOM % 1000 + 10))
        Xvfb $display -screen 0 1280x800x24 >/dev/null 2>&1 & server=$!
        for _ in $(seq 200); do [ -e /tmp/.X11-unix/X${display#:} ] && break; sleep 0.05; done
        start=$(cut -d " " -f 1 /proc/uptime)
        DISPLAY=$display FRAMEWRIGHT_STARTUP_TRACE=1 "$1" >/tmp/paint 2>/tmp/errors & window=$!
        for _ in $(seq 600); do grep -q "first paint" /tmp/paint && break; sleep 0.05; done
        sleep 3; kill -TERM $window; wait $window; status=$?; kill $server; wait $server
        [ $status = 0 ] || { cat /tmp/errors >&2; exit 1; }
        awk -v start=$start "/first paint/ { printf \"%.2f\", \$3 / 1e9 - start }" /tmp/paint' first_paint "$1"
}

check_window() {
    local seconds when
    sync
    echo 3 2>/dev/null >/proc/sys/vm/drop_caches || true
    for when in cold warm; do
        seconds=$(first_paint "$1") || fail "$1 does not open a window"
        [ -n "$seconds" ] || fail "$1 does not paint its window"
        printf '%8s s  to the first painted window, %s (%s)\n' "$seconds" $when "$2"
    done
}

check_debian_package() {
    local size=$(($(stat -c %s "$deb") / 1000000)) text
    [ "$size" -le 40 ] || fail "${deb##*/} has $size MB, more than 40"
    cp "$deb" "$root/tmp/framewright.deb"
    begin
    inside apt-get -y -qq -o Dpkg::Use-Pty=0 install --no-install-recommends /tmp/framewright.deb >"$work/apt.log" 2>&1 ||
        { tail "$work/apt.log" >&2; fail "apt-get cannot install it"; }
    took "apt-get install with dependencies"
    text=$(inside framewright-cli info) || fail "framewright-cli does not start: $text"
    [[ $text == *"LibTorch, which trains and generates, is not installed yet"* ]] || fail "without LibTorch it prints: $text"
    for file in applications/org.framewright.Framewright.desktop metainfo/org.framewright.Framewright.metainfo.xml \
        mime/packages/org.framewright.Framewright.xml icons/hicolor/scalable/apps/org.framewright.Framewright.svg; do
        [ -f "$root/usr/share/$file" ] || fail "/usr/share/$file is missing"
    done
    make_screen
    check_window framewright "package"
}

# A screen and fonts, which come with a desktop and not with the package.
make_screen() {
    inside apt-get -y -qq -o Dpkg::Use-Pty=0 install --no-install-recommends xvfb fonts-dejavu-core >"$work/apt.log" 2>&1 ||
        { tail "$work/apt.log" >&2; stop "apt-get cannot install Xvfb." "Fix that, then run this again."; }
}

# check_runtime_and_sample <command line program>
check_runtime_and_sample() {
    local cli=$1 settings text
    if [ -d "${FRAMEWRIGHT_CHECK_RUNTIME:-}" ]; then
        mkdir -p "$root/root/.local/share/framewright"
        cp -al "$FRAMEWRIGHT_CHECK_RUNTIME" "$root/root/.local/share/framewright/"
    else
        mapfile -t settings < <(settings_of_pip)
        begin
        inside env "${settings[@]}" "$cli" runtime install --flavour cpu >"$work/runtime.log" 2>&1 ||
            { tail "$work/runtime.log" >&2; fail "LibTorch cannot be installed"; }
        took "framewright-cli runtime install"
    fi
    text=$(inside "$cli" info) || fail "framewright-cli info fails: $text"
    [[ $text == *"LibTorch     2.11.0"* ]] || fail "with LibTorch it prints: $text"
    begin
    inside "$cli" sample >"$work/sample.log" 2>&1 || { tail "$work/sample.log" >&2; fail "the sample fails"; }
    took "framewright-cli sample: from clips to a LoRA and its clips"
}

check_removal() {
    local left
    begin
    inside apt-get -y -qq -o Dpkg::Use-Pty=0 purge framewright >"$work/apt.log" 2>&1 || fail "apt-get cannot remove it"
    took "apt-get purge"
    left=$(find "$root" -xdev -ipath '*framewright*' -not -path "$root/root/*" -not -path "$root/tmp/framewright.deb" -not -path "$root/proc/*" \
        -not -path "$root/var/log/*" -not -path "$root/var/cache/apt/*")
    [ -z "$left" ] || fail "it leaves these behind: $left"
    [ -d "$root/root/.local/share/framewright" ] || fail "it deletes the user's data"
}

# unpack_archive: into a folder of the clean system; sets `programs`, the path of its programs there.
unpack_archive() {
    mkdir -p "$root/root/a folder"
    begin
    tar -C "$root/root/a folder" --zstd -xf "$archive"
    took "tar -xf ${archive##*/}, $(($(stat -c %s "$archive") / 1000000)) MB"
    programs=/$(cd "$root" && echo root/a\ folder/framewright-*/bin)
}

check_archive() {
    local text
    unpack_archive
    # Removes the libraries that came with the other package.
    inside apt-get -y -qq -o Dpkg::Use-Pty=0 autoremove --purge >"$work/apt.log" 2>&1
    text=$(inside "$programs/framewright-cli" info) || fail "the archive's framewright-cli does not start: $text"
    [[ $text == *"LibTorch     2.11.0"* ]] || fail "the archive's program prints: $text"
    check_window "$programs/framewright" "archive"
}

say "Making a clean Debian ($suite)."
make_base
make_root
if [ "$suite" = bookworm ]; then
    check_debian_package
    check_runtime_and_sample framewright-cli
    check_removal
    check_archive
    say "The packages work."
else
    make_screen
    unpack_archive
    check_window "$programs/framewright" "archive"
    check_runtime_and_sample "$programs/framewright-cli"
    say "The .tar.zst works there."
fi
last_sentence=yes
