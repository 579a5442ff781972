# SPDX-License-Identifier: Apache-2.0
# What every step of the set-up shares: messages, locks, the clone's and the cache's folders. Sourced, not run.
# Everything the set-up says goes to standard error: standard output belongs to the program that is started.

source_folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
installers_folder=$source_folder/installers
cache_folder=${XDG_CACHE_HOME:-$HOME/.cache}/framewright

say() { printf '%s\n' "$*" >&2; }

# Whether the last sentence is out: what went wrong and how to mend it.
last_sentence=

# stop <what is wrong> <how to mend it>: the one last sentence of a set-up that failed.
stop() {
    say ""
    say "Set-up stopped: $1 $2"
    last_sentence=yes
    exit 1
}

interrupted() {
    trap - INT TERM HUP
    say ""
    say "Set-up interrupted. What is fetched and built so far is kept: call it again and it goes on from there."
    last_sentence=yes
    exit 130
}
trap interrupted INT TERM HUP

# A command that failed where no failure was expected: its own words are the last ones so far.
unexpected_end() {
    [ "$1" = 0 ] || [ -n "$last_sentence" ] ||
        say "Set-up stopped: the command above failed. Mend what it names, then call this again: it goes on from here."
}
trap 'unexpected_end $?' EXIT

lock_handles=()

# lock <file>: waits until no other set-up holds it. The lock ends with this process or with unlock.
lock() {
    if ! { mkdir -p "$(dirname "$1")" && touch "$1"; } 2>/dev/null; then
        stop "$(dirname "$1") cannot be written." "Mend its permissions or free its disk, then call this again."
    fi
    local handle
    exec {handle}>"$1"
    lock_handles+=("$handle")
    if ! flock --nonblock "$handle"; then
        say "Another set-up is at work on ${1%.lock}; waiting for it."
        flock "$handle"
    fi
}

# unlock: ends the newest lock.
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
