# SPDX-License-Identifier: Apache-2.0
# Finds missing Debian packages and installs them with apt. Sourced after common.sh.

# packages_of <section>…: the names in these sections of packages.txt.
packages_of() {
    awk -v wanted=" $* " '{ sub(/#.*/, "") } /^\[/ { gsub(/[][ ]/, ""); on = index(wanted, " " $0 " "); next }
        on && NF { print $1 }' "$installers_folder/packages.txt"
}

# missing_packages <section>…: packages without any installed alternative.
missing_packages() {
    local wanted installed name
    wanted=$(packages_of "$@")
    # shellcheck disable=SC2086  # names contain no spaces
    installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' ${wanted//|/ } 2>/dev/null |
        sed -n 's/^installed //p' | tr '\n' ' ' || true)"  # dpkg-query fails if it does not know one
    for name in $wanted; do
        local alternative found=no
        for alternative in ${name//|/ }; do
            [[ $installed == *" $alternative "* ]] && found=yes
        done
        [ $found = yes ] || echo "$name"
    done
}

# install_packages <section>…: lists missing packages, then installs them.
install_packages() {
    local missing names=() name
    [ -z "${FRAMEWRIGHT_SKIP_PACKAGES:-}" ] || return 0
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        stop "this is not a Debian system, so packages cannot be installed for you." \
            "Install the equivalents of $(packages_of "$@" | tr '\n' ' ')and run this again with FRAMEWRIGHT_SKIP_PACKAGES=1 set."
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    say "Debian packages to install by apt: $(tr '\n' ' ' <<<"$missing")"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || stop "packages are missing, and you are neither root nor have sudo." \
            "Have someone run: apt-get install $(tr '\n' ' ' <<<"${missing//|*/}")"
        as_root=(sudo)
        say "sudo may now ask for your password."
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    "${apt[@]}" update >&2 || say "apt-get update failed; trying with the existing package lists."
    for name in $missing; do
        names+=("$(first_known "${name//|/ }")")
    done
    local install=("${apt[@]}" install --no-install-recommends "${names[@]}")
    if ! "${install[@]}" >&2; then
        say "Trying again after completing any interrupted installation."
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a >&2 || true
        "${apt[@]}" --fix-broken install >&2 || true
        "${install[@]}" >&2 ||
            stop "apt-get could not install the packages above; see its output (no network, disk full, or a release without them)." \
                "Fix that, then run this again."
    fi
    missing=$(missing_packages "$@")
    [ -z "$missing" ] || stop "apt-get finished, yet these packages are still missing: $missing." "Install them by hand."
}

# first_known "<name> <alternative>…": the first name that apt can install, otherwise the first.
first_known() {
    local name
    for name in $1; do
        [ -n "$(apt-cache madison "$name" 2>/dev/null)" ] && { echo "$name"; return; }
    done
    echo "${1%% *}"
}
