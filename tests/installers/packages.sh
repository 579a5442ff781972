#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install_packages with fake dpkg-query, apt-get, id and sudo.
. "$(dirname -- "${BASH_SOURCE[0]}")/support.sh"

# debian <installed package>…: a system with these installed, where apt can install everything except "unheard-of".
debian() {
    printf '%s\n' "$@" >installed
    : >apt.log
    cat >clone/installers/packages.txt <<'LIST'
[setup]
one          # a comment
[build]
two|two-old  # either
three
[test]
four
LIST
    fake dpkg-query <<<'for name; do grep -qxF "$name" '"$sandbox"'/installed && echo "installed $name"; done; exit 1'
    fake apt-cache <<<'[ "$2" = unheard-of ] || echo "$2 | 1.0"'
    fake apt-get <<<'echo "$*" >>'"$sandbox"'/apt.log; for name; do echo "$name"; done >>'"$sandbox"'/installed'
    fake dpkg <<<true
    fake id <<<'echo 0'
}

check_nothing_missing() {
    debian one two-old three
    set_up install_packages setup build
    expect_status 0
    [ -z "$output" ] || fail "expected silence"
    [ ! -s apt.log ] || fail "apt was called: $(cat apt.log)"
}

check_missing_ones_are_named_and_installed() {
    debian three
    set_up install_packages setup build
    expect_status 0
    expect_output "Debian packages to install by apt: one two|two-old"
    grep -q 'install --no-install-recommends one two$' apt.log || fail "apt got: $(cat apt.log)"
}

check_sections() {
    debian one two three
    set_up install_packages setup build test
    expect_output "Debian packages to install by apt: four"
}

check_alternative_name() {
    debian one three
    sed -i 's/^two|two-old/unheard-of|two-old/' clone/installers/packages.txt
    set_up install_packages setup build
    expect_status 0
    grep -q 'install --no-install-recommends two-old$' apt.log || fail "apt got: $(cat apt.log)"
}

check_sudo_for_others_than_root() {
    debian one two
    fake id <<<'echo 1000'
    fake sudo <<<'echo "as root: $*" >>'"$sandbox"'/sudo.log; exec "$@"'
    set_up install_packages setup build
    expect_status 0
    expect_output "sudo may now ask"
    grep -q 'as root: env .*apt-get .* three$' sudo.log || fail "sudo got: $(cat sudo.log)"
}

check_neither_root_nor_sudo() {
    debian one two
    fake id <<<'echo 1000'
    sed -i 's/command -v sudo/command -v no-such-sudo/' clone/installers/steps/packages.sh
    set_up install_packages setup build
    expect_status 1
    expect_output "Have someone run: apt-get install three"
}

check_apt_fails() {
    debian one two
    fake apt-get <<<'echo "E: Failed to fetch"; [[ "$*" == *update* ]] || exit 100'
    set_up install_packages setup build
    expect_status 1
    expect_output "E: Failed to fetch"
    expect_output "Set-up stopped: apt-get could not install"
}

check_goes_on_after_an_interrupted_apt() {
    debian one two
    fake dpkg <<<'touch '"$sandbox"'/repaired'
    fake apt-get <<<'[[ "$*" == *update* || -e '"$sandbox"'/repaired ]] || { echo "E: dpkg was interrupted"; exit 100; }
        for name; do echo "$name"; done >>'"$sandbox"'/installed'
    set_up install_packages setup build
    expect_status 0
    expect_output "E: dpkg was interrupted"
}

check_another_distribution() {
    debian one
    sed -i 's/command -v apt-get/command -v no-such-apt-get/' clone/installers/steps/packages.sh
    set_up install_packages setup build
    expect_status 1
    expect_output "this is not a Debian system"
    expect_output "one two|two-old three"
    FRAMEWRIGHT_SKIP_PACKAGES=1 set_up install_packages setup build
    expect_status 0
}

check_packages_of_your_own() {
    debian one
    FRAMEWRIGHT_SKIP_PACKAGES=1 set_up install_packages setup build
    expect_status 0
    [ -z "$output" ] || fail "expected silence"
    [ ! -s apt.log ] || fail "apt was called: $(cat apt.log)"
}

check_real_list() {
    local line name
    while read -r line; do
        line=${line%%#*}
        line=${line%"${line##*[![:space:]]}"}
        [[ -z $line || $line =~ ^\[(setup|build|package|test|develop)\]$ || $line =~ ^[a-z0-9.+-]+(\|[a-z0-9.+-]+)*$ ]] ||
            fail "packages.txt: '$line'"
    done <clone/installers/packages.txt
    output=$(sed 's/#.*//' clone/installers/packages.txt | awk 'NF && seen[$1]++ { print $1 }')
    [ -z "$output" ] || fail "packages.txt names these twice"
    set_up packages_of setup build
    for name in python3-pip unzip cmake g++ qt6-base-dev; do expect_output "$name"; done
    expect_no_output xvfb
}

run_checks
