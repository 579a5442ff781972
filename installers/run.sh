#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage='Usage: installers/run.sh [--cpu] [--headless] [argument…]
Sets Framewright up, builds it and opens its window. Run it again at any time: it does only what is missing.
  --cpu       without CUDA: fetches 0.6 GB instead of 2.6 GB
  --headless  starts the command line program instead of the window, with the arguments that follow
  --help      this text'

flavour=cuda
program=framewright
while [ $# -gt 0 ]; do
    case $1 in
        --cpu) flavour=cpu ;;
        --headless) program=framewright-cli; shift; break ;;
        --help | -h) echo "$usage"; exit 0 ;;
        --*) printf '%s\n\n%s\n' "Unknown option $1." "$usage" >&2; exit 2 ;;
        *) break ;;
    esac
    shift
done

folder=$(dirname -- "${BASH_SOURCE[0]}")/steps
for step in common packages wheels build; do
    # shellcheck source=/dev/null
    . "$folder/$step.sh"
done

require_supported_machine
if [ $program = framewright ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    stop "there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set)." \
        "Use installers/run.sh --headless for the command line program."
fi
install_packages setup build
engine_arguments $flavour
build_programs $flavour
unlock
[ -x "$build_folder/bin/$program" ] || stop "the build made no $program." "Delete $build_folder, then run this again."

[ $program = framewright-cli ] || say "Framewright is set up; starting its window ($build_folder/bin/$program)."
# OpenMP's threads spin while they wait for each other, by default for some 14 ms. With other programs running, that takes the
# core from the thread they wait for (tests/bench/RESULTS.md, "Waiting threads").
[ -n "${OMP_WAIT_POLICY:-}" ] || export GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-10000}
trap - INT TERM HUP
exec "$build_folder/bin/$program" "$@"
