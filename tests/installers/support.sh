# SPDX-License-Identifier: Apache-2.0
# A small harness: each `check_…` function is one test in its own sandbox. Sourced by the tests; run_checks runs them all.
set -uo pipefail

project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

# The sandbox: a clone with only the installers, separate home and cache, and bin/ first in PATH for fakes.
make_sandbox() {
    sandbox=$(mktemp -d)
    mkdir -p "$sandbox"/{clone/core/kernels,home,bin,wheels}
    cp -r "$project/installers" "$sandbox/clone"
    export HOME=$sandbox/home XDG_CACHE_HOME=$sandbox/cache PATH=$sandbox/bin:$PATH
    unset CMAKE_BUILD_PARALLEL_LEVEL FRAMEWRIGHT_SKIP_PACKAGES
    export PIP_NO_INDEX=1 PIP_FIND_LINKS=$sandbox/wheels PIP_CONFIG_FILE=/dev/null
    cd "$sandbox" || exit 1
}

# fake <command>: standard input becomes a command that shadows the real one.
fake() {
    { echo '#!/bin/bash'; cat; } >"$sandbox/bin/$1"
    chmod +x "$sandbox/bin/$1"
}

# set_up <function> <argument>…: calls one of the steps as the scripts do; output in $output, status in $status.
set_up() {
    output=$(bash -c 'set -euo pipefail
        for step in common packages wheels build tests; do . clone/installers/steps/$step.sh; done
        "$@"' set_up "$@" 2>&1)
    status=$?
}

fail() {
    echo "  $1"
    [ -z "${output:-}" ] || sed 's/^/  | /' <<<"$output"
    exit 1
}

expect_status() { [ "$status" = "$1" ] || fail "expected exit status $1, got $status"; }
expect_output() { [[ $output == *"$1"* ]] || fail "expected '$1' in the output"; }
expect_no_output() { [[ $output != *"$1"* ]] || fail "did not expect '$1' in the output"; }
expect_file() { [ -e "$1" ] || fail "expected the file $1"; }
expect_no_file() { [ ! -e "$1" ] || fail "did not expect the file $1"; }

run_checks() {
    local name bad=0
    for name in $(compgen -A function check_); do
        if (make_sandbox; trap 'rm -rf "$sandbox"' EXIT; "$name"); then
            echo "pass $name"
        else
            echo "FAIL $name"
            bad=$((bad + 1))
        fi
    done
    [ $bad = 0 ]
}
