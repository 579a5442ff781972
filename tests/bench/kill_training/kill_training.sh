#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_training.sh framewright-cli make_tiny_run [KILLS]
# Kills tiny runs KILLS times (500), half of them while a checkpoint is written, half at any moment, and resumes each. Passes if
# no complete checkpoint was ever lost, every run continued from its newest one, and losses and weights of the runs that
# finished between the kills are bit for bit those of a run that was never killed.
set -u
cli=$1 make_tiny_run=$2 wanted=${3:-500}
points=(checkpoint.begin checkpoint.files checkpoint.before_rename checkpoint.after_rename checkpoint.prune
        file.before_write file.after_write file.before_fsync file.after_fsync file.before_rename file.after_rename)
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
export OMP_NUM_THREADS=1 XDG_STATE_HOME=$folder/state
"$make_tiny_run" "$folder" training.train_steps=40 checkpoints.checkpointing_limit=2 ema.ema_decay=0.9 || exit 1
newest() { ls "$1/checkpoints" 2>/dev/null | grep '^step-' | sort | tail -1; }
losses() { cut -d, -f1-2 "$1/metrics.csv"; }
start_run() { # without training: freezes the run
  before_runs=$(ls "$folder/runs" 2>/dev/null)
  FW_KILL_AT=checkpoint.begin:1 "$cli" train "$folder/run.toml" >/dev/null 2>&1
  run=$folder/runs/$(comm -13 <(echo "$before_runs") <(ls "$folder/runs"))
}

"$cli" train "$folder/run.toml" >/dev/null 2>&1 || { echo "the run that is never killed failed"; exit 1; }
whole=$folder/runs/$(ls "$folder/runs")
begin=$(date +%s%N); "$cli" train --resume "$whole" >/dev/null 2>&1; load_ms=$((($(date +%s%N) - begin) / 1000000))

declare -A killed_at
kills=0 lost=0 astray=0 finished=0 different=0 run=
while [ $kills -lt "$wanted" ]; do
  [ -n "$run" ] || start_run 2>/dev/null
  before=$(newest "$run")
  if [ $((kills % 2)) -eq 0 ]; then
    point=${points[RANDOM % ${#points[@]}]}
    FW_KILL_AT=$point:$((1 + RANDOM % 12)) "$cli" --json train --resume "$run" >"$folder/events" 2>/dev/null
    status=$?
  else
    point="any moment"
    timeout -s KILL "$(awk -v r=$RANDOM -v m=$load_ms 'BEGIN { print (0.5 + 1.5 * r / 32768) * m / 1000 }')" \
      "$cli" --json train --resume "$run" >"$folder/events" 2>/dev/null
    status=$?
  fi 2>/dev/null # there bash says who was killed
  [ "$(newest "$run")" \< "$before" ] && { lost=$((lost + 1)); echo "lost $before after a kill at $point"; }
  first=$(grep -m1 '"name":"loss"' "$folder/events" | sed 's/.*"step":\([0-9]*\).*/\1/')
  if [ -n "$before" ] && [ -n "$first" ] && [ "$first" -ne $((10#${before#step-} + 1)) ]; then
    astray=$((astray + 1)); echo "went on at step $first behind $before"
  fi
  if [ $status -eq 137 ]; then
    kills=$((kills + 1)); killed_at[$point]=$((${killed_at[$point]:-0} + 1))
  elif [ $status -eq 0 ]; then
    finished=$((finished + 1))
    # Measured on a busy machine, it may exceed the duration of a run, so that none would be killed.
    [ "$point" = "any moment" ] && load_ms=$((load_ms * 3 / 4))
    cmp -s "$whole/result/pytorch_lora_weights.safetensors" "$run/result/pytorch_lora_weights.safetensors" &&
      cmp -s "$whole/checkpoints/step-00000040/ema.safetensors" "$run/checkpoints/step-00000040/ema.safetensors" &&
      cmp -s <(losses "$whole") <(losses "$run") || { different=$((different + 1)); echo "$run differs"; }
    rm -rf "$run"; run=
  else
    echo "a resumed run failed with $status"; exit 1
  fi
done
for point in "${!killed_at[@]}"; do echo "$point: ${killed_at[$point]}"; done | sort
echo "$kills kills, $lost checkpoints lost, $astray times not gone on from the newest one, $finished runs finished between them," \
  "$different of these with other losses or weights"
[ $lost -eq 0 ] && [ $astray -eq 0 ] && [ $different -eq 0 ]
