#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_training.sh CLI RUN.toml [ROUNDS]
# Kills a run ROUNDS times (500), half of them at points of a checkpoint's writing, half at any moment, and resumes it each time.
# Passes when no whole checkpoint was ever lost, no more than the steps since the last one were repeated, and the weights in the
# end are those of a run that was never killed. RUN.toml must train on the CPU and keep at least two checkpoints.
set -u
cli=$1 run_file=$2 rounds=${3:-500}
points=(checkpoint.begin checkpoint.files checkpoint.before_rename checkpoint.after_rename checkpoint.prune
        file.before_write file.after_write file.before_fsync file.after_fsync file.before_rename file.after_rename)
declare -A killed_at
newest() { ls "$1/checkpoints" 2>/dev/null | grep '^step-' | sort | tail -1; }
run_of() { sed -n 's/.*"run":"\([^"]*\)".*/\1/p' | tail -1; }

whole=$("$cli" --json train "$run_file" 2>/dev/null | run_of)
[ -n "$whole" ] || { echo "the run that is never killed did not finish"; exit 1; }
started=$(date +%s%N); "$cli" train --resume "$whole" >/dev/null 2>&1; load_ms=$(( ($(date +%s%N) - started) / 1000000 ))

kills=0 lost=0 runs=0 different=0 run=
while [ $kills -lt "$rounds" ]; do
  if [ -z "$run" ]; then arguments=("$run_file"); else arguments=(--resume "$run"); fi
  before=$([ -n "$run" ] && newest "$run")
  if [ $((kills % 2)) -eq 0 ]; then
    point=${points[$((RANDOM % ${#points[@]}))]}
    FW_KILL_AT=$point:$((1 + RANDOM % 12)) "$cli" train "${arguments[@]}" >/dev/null 2>&1
  else
    point="any moment"
    "$cli" train "${arguments[@]}" >/dev/null 2>&1 & child=$!
    sleep "$(awk -v r=$RANDOM -v m=$load_ms 'BEGIN { print (0.3 + r / 32768) * 2 * m / 1000 }')"
    kill -KILL $child 2>/dev/null; wait $child
  fi 2>/dev/null
  status=$?
  [ -n "$run" ] || run=$(ls -td "$(dirname "$whole")"/*/ | head -1); run=${run%/}
  [ -e "$run/run.toml" ] && [ "$run" != "$whole" ] || { run=; continue; }
  [ "$(newest "$run")" \< "$before" ] && { lost=$((lost + 1)); echo "lost $before after a kill at $point"; }
  if [ $status -eq 137 ]; then
    kills=$((kills + 1)); killed_at[$point]=$((${killed_at[$point]:-0} + 1))
  elif [ -d "$run/result" ]; then
    runs=$((runs + 1))
    cmp -s "$whole/result/pytorch_lora_weights.safetensors" "$run/result/pytorch_lora_weights.safetensors" || different=$((different + 1))
    run=
    sleep 1
  fi
done
for point in "${!killed_at[@]}"; do echo "$point: ${killed_at[$point]}"; done | sort
echo "$kills kills, $lost checkpoints lost, $runs runs finished between them, $different with other weights"
[ $lost -eq 0 ] && [ $different -eq 0 ]
