# SPDX-License-Identifier: Apache-2.0
# The parts of a test run: times, results, summary. Sourced after common.sh.

# The test programs that run under the thread sanitizer.
readonly thread_tests=(test_base test_job_queue test_engine_api)

part=
part_started=0
parts=()
passed=0
failed=0

# start_part <name>: ends the previous part and prints its time.
start_part() {
    end_part
    part=$1
    part_started=$SECONDS
    say "== $part"
}

end_part() {
    [ -n "$part" ] || return 0
    local seconds=$((SECONDS - part_started))
    parts+=("$(printf '%3d min %02d s  %s' $((seconds / 60)) $((seconds % 60)) "$part")")
    say "== $part: $seconds s"
}

# run_tests <build folder> <ctest argument>…: counts passed and failed tests; a failure does not end the run.
run_tests() {
    local folder=$1 log=$1/ctest.log count bad
    shift
    ctest --test-dir "$folder" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-1}" "$@" --output-on-failure 2>&1 | tee "$log" || true
    read -r bad count < <(sed -nE 's/.* ([0-9]+) tests? failed out of ([0-9]+).*/\1 \2/p' "$log") ||
        { bad=1 count=1; say "ctest itself failed."; }
    failed=$((failed + bad))
    passed=$((passed + count - bad))
}

# print_costs <build folder>…: prints the size of each, the slowest compilations of its last build and the slowest tests of its last run.
print_costs() {
    local folder name
    for folder; do
        if [ ! -f "$folder/.ninja_log" ] || [ ! -f "$folder/ctest.log" ]; then continue; fi
        name=$(basename "$folder")
        printf '\n%s: %s\n' "$name" "$(du -sh "$folder" | cut -f 1)"
        # .ninja_log: start and end in ms, time stamp, file, hash. A file built twice counts once.
        awk 'NR > 1 { ms[$4] = $2 - $1 } END { for (file in ms) printf "%6.1f s  %s\n", ms[file] / 1000, file }' \
            "$folder/.ninja_log" | sort -rn | awk 'NR <= 10'
        sed -nE 's/^.* Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec.*/\2 \1/p' "$folder/ctest.log" | sort -rn |
            awk 'NR <= 10 { printf "%6.1f s  %s\n", $1, $2 }'
    done
}

# finish_tests: prints the costs, the time of each part, the counts and a final message.
finish_tests() {
    end_part
    print_costs "$source_folder"/build/{release,release-cpu,asan,tsan}
    printf '\n%s\n' "Time of each part:"
    printf '  %s\n' "${parts[@]}"
    printf '  %3d min %02d s  in all\n\n' $((SECONDS / 60)) $((SECONDS % 60))
    echo "$passed passed, $failed failed"
    if [ $failed -gt 0 ]; then
        say "$failed tests failed; see their output above, and complete in build/*/ctest.log."
        last_sentence=yes
        exit 1
    fi
    say "All $passed tests passed."
}
