#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fetch_wheels with the real pip and small wheels made here: no network.
. "$(dirname -- "${BASH_SOURCE[0]}")/support.sh"

# Each wheel contains <name>/data, <name>/tool (executable), <name>/left_out and nvidia/cu13/<name>.
store=$(mktemp -d)
trap 'rm -rf "$store"' EXIT
/usr/bin/python3 - "$store" <<'PYTHON'
import sys, zipfile
for name, version in [("alpha", "1.0"), ("beta", "2.0"), ("beta", "3.0")]:
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(f"{sys.argv[1]}/{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text, mode in [
            (f"{name}/data", version, 0o644), (f"{name}/tool", "#!/bin/sh\necho tool\n", 0o755),
            (f"{name}/left_out", "", 0o644), (f"nvidia/cu13/{name}", "", 0o644),
            (f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", 0o644),
            (f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n", 0o644),
            (f"{info}/RECORD", "", 0o644)]:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, text)
PYTHON

# A pip that knows only $sandbox/wheels and answers like pip, which takes a second per call.
fake_pip() {
    fake python3 <<'PIP'
[ "$2 $3" = "pip download" ] || exit 0
while [ $# -gt 1 ]; do
    [ "$1" != --dest ] || dest=$2
    [ "$1" != --requirement ] || read -r pin hash <"$2"
    shift
done
wheel=$(compgen -G "$PIP_FIND_LINKS/${pin/==/-}-*.whl") || { echo "ERROR: No matching distribution found for $pin"; exit 1; } >&2
[ "${hash#*sha256:}" = "$(sha256sum <"$wheel" | cut -d ' ' -f 1)" ] || { echo "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"; exit 1; } >&2
cp "$wheel" "$dest"
PIP
}

# pin <name> <version> [MB unpacked]: a line of the pin list; the wheel must exist.
pin() {
    echo "$1==$2 --hash=sha256:$(sha256sum <"$sandbox/wheels/$1-$2-py3-none-any.whl" | cut -d ' ' -f 1)  # 1 MB, ${3:-1} MB unpacked"
}

two_wheels() {
    fake_pip
    cp "$store"/alpha-1.0* "$store"/beta-2.0* wheels
    { echo "# without: *.dist-info/*"; echo "# without: *left_out"; pin alpha 1.0; pin beta 2.0; } >list.txt
}

fetch() { set_up fetch_wheels list.txt "$sandbox/cache/it" "it"; }

check_whole_folder_by_the_real_pip() {
    two_wheels
    rm bin/python3
    fetch
    expect_status 0
    expect_output "2 MB to download"
    expect_output "[2/2] beta==2.0"
    [ "$(cat cache/it/alpha/data)" = 1.0 ] || fail "alpha was not unpacked"
    [ "$(cache/it/beta/tool)" = tool ] || fail "beta/tool lost its mode"
    expect_no_file cache/it/alpha/left_out
    expect_no_file "$(compgen -G 'cache/it/*.dist-info')"
    expect_no_file cache/it.partial
}

check_second_call_does_nothing() {
    two_wheels
    fetch
    fake python3 <<<'exit 1'
    rm -r wheels
    sed -i 's/^# without/# a comment\n&/' list.txt  # comments are no part of what is pinned
    fetch
    expect_status 0
    [ -z "$output" ] || fail "expected silence"
}

check_goes_on_after_a_failure() {
    two_wheels
    mv wheels/beta* .
    fetch
    expect_status 1
    expect_output "beta==2.0 could not be fetched: the network or the package index does not answer."
    expect_no_file cache/it
    mv beta* wheels
    fetch
    expect_status 0
    expect_output "[2/2] beta==2.0"
    expect_no_output "[1/2]"
    expect_file cache/it/alpha/data
}

check_goes_on_after_an_interruption() {
    two_wheels
    fake unzip <<<'[[ "$*" != *beta* ]] || { touch '"$sandbox"'/reached; sleep 30; }; exec /usr/bin/unzip "$@"'
    # In its own process group, because a terminal's Ctrl+C goes to the whole group.
    setsid bash -c 'set -euo pipefail; for step in common wheels; do . clone/installers/steps/$step.sh; done
        fetch_wheels list.txt "$1" it' interrupted "$sandbox/cache/it" >log 2>&1 &
    local process=$!
    for _ in $(seq 200); do [ -e reached ] && break; sleep 0.05; done
    expect_file reached
    kill -TERM -- -$process
    wait $process
    status=$? output=$(<log)
    expect_status 130
    expect_output "it continues from there"
    expect_no_file cache/it
    rm bin/unzip
    fetch
    expect_status 0
    expect_no_output "[1/2]"
    expect_file cache/it/beta/data
}

check_killed_while_unpacking() {
    two_wheels
    fetch
    mkdir cache/it.partial  # as a kill just after the last wheel leaves it
    mv cache/it/* cache/it.partial
    mv cache/it/.done cache/it/.pins cache/it.partial
    echo torn >cache/it.partial/beta/data
    sed -i /beta/d cache/it.partial/.done
    rm -r cache/it
    fetch
    expect_status 0
    [ "$(cat cache/it/beta/data)" = 2.0 ] || fail "the torn file is still there"
}

check_wrong_hash() {
    two_wheels
    sed -i 's/sha256:..../sha256:0000/' list.txt
    fetch
    expect_status 1
    expect_output "is not the file that is pinned"
    expect_no_file cache/it
}

check_no_room() {
    two_wheels
    pin alpha 1.0 99000000 >list.txt
    fetch
    expect_status 1
    expect_output "needs 99000052 MB of disk"
    expect_no_output "[1/1]"
}

check_disk_fills_up() {
    two_wheels
    fake unzip <<<'echo "write error (disk full?)"; exit 50'
    fetch
    expect_status 1
    expect_output "is full. Free some space"
}

check_folder_cannot_be_made() {
    two_wheels
    touch cache
    fetch
    expect_status 1
    expect_output "is not writable"
}

check_two_at_once() {
    two_wheels
    fake unzip <<<'echo once >>'"$sandbox"'/unzips; sleep 0.5; exec /usr/bin/unzip "$@"'
    for i in 1 2; do
        (fetch; echo "$output" >"log$i"; exit "$status") &
    done
    wait -n || fail "one of the two failed: $(cat log*)"
    wait -n || fail "one of the two failed: $(cat log*)"
    output=$(cat log1 log2)
    expect_output "Another set-up is using"
    [ "$(wc -l <unzips)" = 2 ] || fail "expected each wheel to be unpacked once"
}

check_new_pins_replace_the_old() {
    two_wheels
    fetch
    cp "$store"/beta-3.0* wheels
    sed -i "s/^beta.*/$(pin beta 3.0)/" list.txt
    fetch
    expect_status 0
    [ "$(cat cache/it/beta/data)" = 3.0 ] || fail "the old version is still there"
    expect_no_file cache/it.partial.old
}

check_no_pip() {
    two_wheels
    fake python3 <<<'exit 1'
    sed -i 's,/usr/bin/python3,/nowhere/python3,' clone/installers/steps/wheels.sh
    fetch
    expect_status 1
    expect_output "Install python3-pip"
}

check_pin_lists() {
    local list line
    for list in clone/installers/{libtorch-cuda,libtorch-cpu,cuda-toolkit,test-clips}.txt; do
        while read -r line; do
            [[ $line =~ ^[a-z0-9-]+==[0-9.]+\ --hash=sha256:[0-9a-f]{64}\ \ \#\ [0-9]+\ MB,\ [0-9]+\ MB\ unpacked$ ]] ||
                fail "$list: $line"
        done < <(grep -vE '^(#|$)' "$list")
    done
    # Wheels that both flavours need are pinned to the same file.
    [ -z "$(comm -13 <(sort clone/installers/libtorch-cuda.txt | cut -d '#' -f 1) <(grep -E '^[a-z]' clone/installers/libtorch-cpu.txt |
        cut -d '#' -f 1 | sort))" ] || fail "libtorch-cpu.txt pins what libtorch-cuda.txt does not"
}

check_nvcc_only_for_kernels() {
    set_up set_up_nvcc
    expect_status 0
    [ -z "$output" ] || fail "nothing should be fetched without a .cu file"
}

check_installed_nvcc_is_used() {
    touch clone/core/kernels/scale.cu
    fake nvcc <<<'echo "Cuda compilation tools, release 13.1, V13.1.1"'
    set_up eval 'set_up_nvcc; echo "nvcc=$nvcc"'
    expect_output "nvcc=$sandbox/bin/nvcc"
}

check_old_nvcc_is_not_used() {
    touch clone/core/kernels/scale.cu
    sed -i 's,/usr/local/cuda/bin/nvcc,/nowhere/nvcc,' clone/installers/steps/wheels.sh
    fake nvcc <<<'echo "Cuda compilation tools, release 11.8, V11.8.89"'
    two_wheels
    cp list.txt clone/installers/cuda-toolkit.txt
    set_up eval 'set_up_nvcc; echo "nvcc=$nvcc"'
    expect_output "nvcc=$sandbox/cache/framewright/cuda-toolkit-13.0/nvidia/cu13/bin/nvcc"
    expect_file cache/framewright/cuda-toolkit-13.0/nvidia/cu13/beta
}

run_checks
