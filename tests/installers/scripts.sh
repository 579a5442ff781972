#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh and test.sh with fake cmake and ctest.
. "$(dirname -- "${BASH_SOURCE[0]}")/support.sh"

# A clone with packages and LibTorch installed; its cmake makes programs that print their arguments.
ready_clone() {
    : >clone/installers/packages.txt
    cp "$project/CMakePresets.json" clone
    local flavour hash
    for flavour in cuda cpu; do
        echo "torch==1" >clone/installers/libtorch-$flavour.txt
        mkdir -p "cache/framewright/libtorch-2.11.0-$flavour"
        hash=$(echo "torch==1" | sha256sum | cut -d ' ' -f 1)
        echo "$hash" >"cache/framewright/libtorch-2.11.0-$flavour/.complete"
    done
    fake cmake <<'CMAKE'
echo "noise of cmake"
echo "$*" >>"$HOME/cmake.log"
if [ "$1" = --build ]; then
    [ ! -e "$HOME/broken" ] || { echo "a.cpp:1: error: broken"; exit 1; }
    mkdir -p "$2/bin"
    for name in framewright framewright-cli; do
        printf '#!/bin/bash\nprintf "%%s\\n" '$name' "$@"\nexit 7\n' >"$2/bin/$name"
        chmod +x "$2/bin/$name"
    done
else
    [ ! -e "$HOME/unconfigurable" ] || { echo "CMake Error: no Qt"; exit 1; }
    touch "$4/build.ninja"
fi
CMAKE
    unset DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM
}

# run <argument>…: standard output in $output, standard error in errors.
run() {
    output=$(clone/installers/run.sh "$@" 2>errors)
    status=$?
}

check_headless_keeps_standard_output_clean() {
    ready_clone
    run --headless info --json "two words" --cpu
    expect_status 7
    [ "$output" = $'framewright-cli\ninfo\n--json\ntwo words\n--cpu' ] || fail "the program's output or arguments changed"
    grep -q -- "-DFW_CUDA=ON -DFW_LIBTORCH=$sandbox/cache/framewright/libtorch-2.11.0-cuda" home/cmake.log ||
        fail "cmake got: $(cat home/cmake.log)"
}

check_second_call_is_silent_and_does_not_configure() {
    ready_clone
    run --headless info
    : >home/cmake.log
    run --headless info
    [ ! -s errors ] || fail "expected silence: $(cat errors)"
    [ "$(wc -l <home/cmake.log)" = 1 ] || fail "cmake was called more than once: $(cat home/cmake.log)"
}

check_cpu_has_a_build_folder_of_its_own() {
    ready_clone
    run --cpu --headless info
    expect_status 7
    grep -q -- "-B $sandbox/clone/build/release-cpu -DFW_CUDA=OFF" home/cmake.log || fail "cmake got: $(cat home/cmake.log)"
}

# A ready clone whose tests pass; each build folder is a line in `builds`.
tested_clone() {
    ready_clone
    echo "clips==1" >clone/installers/test-clips.txt
    mkdir -p cache/framewright/test-clips-1.1.11
    sha256sum <clone/installers/test-clips.txt | cut -d ' ' -f 1 >cache/framewright/test-clips-1.1.11/.complete
    fake ctest <<<'echo "100% tests passed, 0 tests failed out of 5"'
}

test_all() {
    output=$("$sandbox/clone/installers/test.sh" 2>&1)
    status=$?
}

check_both_commands_share_one_build() {
    tested_clone
    run --headless info
    expect_status 7
    : >home/cmake.log
    test_all
    expect_status 0
    expect_output "15 passed, 0 failed"
    grep -q -- "--build $sandbox/clone/build/release\$" home/cmake.log || fail "the tests are not built in run.sh's folder"
    ! grep -qE -- "-B [^ ]*/build/(release|dev) " home/cmake.log || fail "configured again: $(cat home/cmake.log)"
}

check_both_commands_in_both_orders_twice_from_anywhere() {
    tested_clone
    mkdir elsewhere
    cd elsewhere || exit 1
    echo "mine" >"$sandbox/clone/notes.txt"
    local round
    for round in 1 2; do
        test_all
        expect_status 0
        output=$("$sandbox/clone/installers/run.sh" --headless info 2>/dev/null)
        status=$?
        expect_status 7
    done
    [ -z "$(ls)" ] || fail "files were left in the current folder: $(ls)"
    [ "$(<"$sandbox/clone/notes.txt")" = mine ] || fail "a file beside the sources changed"
}

check_changed_presets_configure_again() {
    ready_clone
    run --headless info
    echo >>clone/CMakePresets.json
    : >home/cmake.log
    run --headless info
    grep -q -- "-B $sandbox/clone/build/release " home/cmake.log || fail "not configured again"
}

check_locks_end_in_turn() {
    set_up eval 'lock one.lock; lock two.lock; unlock; flock -n two.lock true && echo "two is free"
        flock -n one.lock true || echo "one is held"; unlock; flock -n one.lock true && echo "one is free"'
    expect_output "two is free"
    expect_output "one is held"
    expect_output "one is free"
}

check_window() {
    ready_clone
    DISPLAY=:9 run project.framewright
    expect_status 7
    [ "$output" = $'framewright\nproject.framewright' ] || fail "the window did not start as it should"
    [[ $(tail -n 1 errors) == "Framewright is set up; starting its window"* ]] || fail "last line: $(tail -n 1 errors)"
}

check_no_display() {
    ready_clone
    run
    expect_status 1
    output=$(<errors)
    expect_output "Use installers/run.sh --headless"
    expect_no_file home/cmake.log
}

check_unknown_option() {
    run --frobnicate
    expect_status 2
    output=$(<errors)
    expect_output "Unknown option --frobnicate."
}

check_build_fails_and_the_next_call_goes_on() {
    ready_clone
    touch home/broken
    run --headless info
    expect_status 1
    output=$(<errors)
    expect_output "a.cpp:1: error: broken"
    [[ $(tail -n 1 errors) == "Set-up stopped: the build in "* ]] || fail "last line: $(tail -n 1 errors)"
    rm home/broken
    run --headless info
    expect_status 7
}

check_configure_fails() {
    ready_clone
    touch home/unconfigurable
    run --headless info
    expect_status 1
    output=$(<errors)
    expect_output "CMake Error: no Qt"
    expect_output "Set-up stopped: CMake could not configure"
}

check_wrong_machine() {
    ready_clone
    fake uname <<<'echo "Linux aarch64"'
    run --headless info
    expect_status 1
    output=$(<errors)
    expect_output "Linux on x86-64, and this is Linux aarch64."
}

check_an_unexpected_failure_has_a_last_sentence_too() {
    set_up ls /no/such/folder
    expect_status 2
    [[ $output == *"/no/such/folder"*"Set-up stopped: the command above failed."* ]] || fail "no last sentence"
    set_up stop "it is so." "Fix it."
    expect_status 1
    expect_no_output "the command above failed"
}

check_parallel_level() {
    fake nproc <<<'echo 64'
    fake awk <<<'echo 9'  # GiB of memory
    set_up eval 'set_parallel_level; echo "level $CMAKE_BUILD_PARALLEL_LEVEL"'
    expect_output "level 4"
    fake awk <<<'echo 1'
    set_up eval 'set_parallel_level; echo "level $CMAKE_BUILD_PARALLEL_LEVEL"'
    expect_output "level 1"
    CMAKE_BUILD_PARALLEL_LEVEL=3 set_up eval 'set_parallel_level; echo "level $CMAKE_BUILD_PARALLEL_LEVEL"'
    expect_output "level 3"
}

# ctest_says <line of result>: a ctest that ends with this line, with status 1 if tests failed.
ctest_says() {
    fake ctest <<<'[[ "$*" == *show-only* ]] && { echo "Total Tests: 5"; exit; }; echo "'"$1"'"; [[ "'"$1"'" == 100%* ]]'
}

check_results_are_counted() {
    ctest_says "100% tests passed, 0 tests failed out of 5"
    set_up eval 'start_part one; run_tests .; start_part two; run_tests .; finish_tests'
    expect_status 0
    expect_output "10 passed, 0 failed"
    expect_output "All 10 tests passed."
    [[ $output =~ "Time of each part:"$'\n'.*[0-9]+\ min\ [0-9]{2}\ s\ \ two ]] || fail "no time of the part 'two'"
}

check_failures_are_counted() {
    ctest_says "60% tests passed, 2 tests failed out of 5"
    set_up eval 'start_part one; run_tests .; finish_tests'
    expect_status 1
    expect_output "3 passed, 2 failed"
}

check_a_broken_ctest_is_a_failure() {
    ctest_says "Segmentation fault"
    set_up eval 'start_part one; run_tests .; finish_tests'
    expect_status 1
    expect_output "0 passed, 1 failed"
}

check_every_script_parses() {
    local script
    for script in "$project"/installers/*.sh "$project"/installers/steps/*.sh "$project"/.ci/run "$project"/tests/installers/*.sh; do
        output=$(bash -n "$script" 2>&1) || fail "$script does not parse"
    done
    for script in installers/run.sh installers/test.sh .ci/run; do
        [ -x "$project/$script" ] || fail "$script is not executable"
    done
}

run_checks
