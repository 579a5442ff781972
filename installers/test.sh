#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage='Usage: installers/test.sh [--cpu]
Sets Framewright up, builds it and runs all its tests: on the programs that installers/run.sh starts, with the address and
undefined behaviour sanitizers (everything without LibTorch), and with the thread sanitizer (the job queue). Tests that
need no engine run only with the sanitizers.
  --cpu   without CUDA: fetches 0.6 GB instead of 2.6 GB
  --help  this text'

flavour=cuda
case "${1:-}" in
    '') ;;
    --cpu) flavour=cpu ;;
    --help | -h) echo "$usage"; exit 0 ;;
    *) printf '%s\n\n%s\n' "Unknown option $1." "$usage" >&2; exit 2 ;;
esac

folder=$(dirname -- "${BASH_SOURCE[0]}")/steps
for step in common packages wheels build tests; do
    # shellcheck source=/dev/null
    . "$folder/$step.sh"
done

require_supported_machine
lock "$source_folder/build/tests.lock"
start_part "set-up"
install_packages setup build package test
engine_arguments $flavour
set_up_test_clips

start_part "build the programs"
build_programs $flavour
start_part "build the tests"
build "$build_folder"
unlock
start_part "tests"
run_tests "$build_folder"

build_folder=$source_folder/build/asan
start_part "build asan"
configure asan "$build_folder"
build "$build_folder"
start_part "tests under asan"
run_tests "$build_folder"

build_folder=$source_folder/build/tsan
start_part "build tsan"
configure tsan "$build_folder" -DFW_MEDIA=OFF
build "$build_folder" --target "${thread_tests[@]}"
start_part "tests under tsan"
run_tests "$build_folder" --tests-regex "^($(IFS='|'; echo "${thread_tests[*]}"))\$"

finish_tests
