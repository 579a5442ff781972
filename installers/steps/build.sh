# SPDX-License-Identifier: Apache-2.0
# Configures and builds one preset. Sourced after common.sh.

# One compiler per core, but at most one per 2 GiB of memory: a file with LibTorch's headers takes 1.3 GB.
set_parallel_level() {
    [ -z "${CMAKE_BUILD_PARALLEL_LEVEL:-}" ] || return 0
    local cores memory_gib
    cores=$(nproc)
    memory_gib=$(awk '/^MemTotal:/ { print int($2 / 1048576) }' /proc/meminfo)
    local most=$((memory_gib / 2 > 0 ? memory_gib / 2 : 1))
    export CMAKE_BUILD_PARALLEL_LEVEL=$((cores < most ? cores : most))
}

# configure <preset> <build folder> <cmake argument>…: only if the arguments or the presets have changed; CMake itself notices
# changed lists.
configure() {
    local preset=$1 folder=$2 wanted
    shift 2
    wanted="$* $(sha256sum <"$source_folder/CMakePresets.json")"
    [ -f "$folder/build.ninja" ] && holds "$folder/.configured" "$wanted" && return
    say "Configuring $(basename "$folder")."
    mkdir -p "$folder" || disk_full "$folder"
    (cd "$source_folder" && cmake --preset "$preset" -B "$folder" "$@") >"$folder/configure.log" 2>&1 || {
        cat "$folder/configure.log" >&2
        stop "CMake could not configure $folder; its output is above." "Fix what it names; if it names nothing, delete $folder. Then run this again."
    }
    printf '%s\n' "$wanted" >"$folder/.configured"
}

# build <build folder> <ninja argument>…: prints ninja's progress on a terminal, otherwise only errors.
build() {
    local folder=$1 log=$1/build.log
    shift
    rm -f "$log"
    if [ -t 2 ]; then
        cmake --build "$folder" "$@" >&2 && return
    else
        cmake --build "$folder" "$@" >"$log" 2>&1 && return
        grep -vE '^\[[0-9]+/[0-9]+\]' "$log" | tail -n 120 >&2
    fi
    # A linker deletes its unfinished output, so a full disk may have space again by now: look at its message.
    if grep -q "No space left on device" "$log" 2>/dev/null || [ "$(free_mib "$folder")" -lt 20 ]; then
        disk_full "$folder"
    fi
    stop "the build in $folder failed; the compiler's output is above." "Fix the errors, then run this again."
}

# build_programs cuda|cpu: the window and the command line program, in the build that run.sh starts and test.sh tests.
# Needs engine_options. Sets build_folder, which stays locked until unlock.
build_programs() {
    set_parallel_level
    build_folder=$source_folder/build/release
    [ "$1" = cuda ] || build_folder+=-cpu
    lock "$build_folder.lock"
    configure release "$build_folder" "${engine_options[@]}"
    [ -x "$build_folder/bin/framewright" ] ||
        say "Building Framewright with $CMAKE_BUILD_PARALLEL_LEVEL processes; this takes some minutes the first time."
    build "$build_folder" --target framewright framewright-cli
}

# engine_arguments cuda|cpu: fetches what the engine needs and sets engine_options, the arguments for configure.
engine_arguments() {
    set_up_libtorch "$1"
    engine_options=(-DFW_CUDA=OFF "-DFW_LIBTORCH=$libtorch_folder")
    [ "$1" = cpu ] && return
    set_up_nvcc
    engine_options=(-DFW_CUDA=ON "-DFW_LIBTORCH=$libtorch_folder" ${nvcc:+"-DCMAKE_CUDA_COMPILER=$nvcc"})
}
