#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# stubs.sh NAME RESULT OUT LIBRARY…: writes OUT.c, a weak function returning RESULT for each symbol that the libraries import from
# NAME (its SONAME; for libraries without symbol versions, a prefix of the functions' names), and OUT.map, its version script.
set -euo pipefail
name=$1 result=$2 out=$3
shift 3
case $name in
    *.so.*) pattern="s/^ *U \\([A-Za-z_0-9]*\\)@${name//./\\.}\$/\\1/p" version=$name ;;
    *) pattern="s/^ *U \\(${name}[A-Z][A-Za-z_0-9]*\\)\$/\\1/p" version= ;;
esac
nm -D --undefined-only "$@" 2>/dev/null | sed -n "$pattern" | sort -u |
    sed "s/.*/__attribute__((weak)) int &(void) { return $result; }/" >"$out.c"
printf '%s { global: cu*; __cu*; nccl*; nvml*; made_up*; _ZN7made_up*; local: *; };\n' "$version" >"$out.map"
