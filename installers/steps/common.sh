# SPDX-License-Identifier: Apache-2.0
# Shared by all steps of the set-up: messages, locks, the clone's and the cache's folders. Sourced, not run.
# All messages go to standard error: standard output belongs to the program that is started.

source_folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
installers_folder=$source_folder/installers
cache_folder=${XDG_CACHE_HOME:-$HOME/.cache}/framewright

say() { printf '%s\n' "$*" >&2; }

# Set once the final message was printed: the problem and its remedy.
last_sentence=

# stop <problem> <remedy>: prints the final message of a failed set-up and exits.
stop() {
    say ""
    say "Set-up stopped: $1 $2"
    last_sentence=yes
    exit 1
}

interrupted() {
    trap - INT TERM HUP
    say ""
    say "Set-up interrupted. What was fetched and built so far is kept: run it again and it continues from there."
    last_sentence=yes
    exit 130
}
trap interrupted INT TERM HUP

# For a command that failed unexpectedly: its own output comes just before.
unexpected_end() {
    [ "$1" = 0 ] || [ -n "$last_sentence" ] ||
        say "Set-up stopped: the command above failed. Fix what it names, then run this again: it continues from here."
}
trap 'unexpected_end $?' EXIT

lock_handles=()

# lock <file>: waits until no other set-up holds it. Released by unlock or at exit.
lock() {
    if ! { mkdir -p "$(dirname "$1")" && touch "$1"; } 2>/dev/null; then
        stop "$(dirname "$1") is not writable." "Fix its permissions or free disk space, then run this again."
    fi
    local handle
    exec {handle}>"$1"
    lock_handles+=("$handle")
    if ! flock --nonblock "$handle"; then
        say "Another set-up is using ${1%.lock}; waiting for it."
        flock "$handle"
    fi
}

# unlock: releases the newest lock.
unlock() {
    local handle=${lock_handles[-1]}
    exec {handle}>&-
    unset "lock_handles[-1]"
}

free_mib() { df --output=avail --block-size=1M "$1" 2>/dev/null | tail -n 1 | tr -d ' '; }

require_supported_machine() {
    [ "$(uname -sm)" = "Linux x86_64" ] ||
        stop "Framewright runs on Linux on x86-64, and this is $(uname -sm)." "Use another machine."
}
