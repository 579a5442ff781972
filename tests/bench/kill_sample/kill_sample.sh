#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_sample.sh TREE
# Runs a short sample job (8 steps, a checkpoint every 2) with the program in TREE, an installed tree or a build folder: once
# uninterrupted, and once killed in each of its phases and started again. Passes if the second continues each time, trains in one
# run without repeating steps before the newest checkpoint, and has the same losses, digit for digit. Distances are not
# compared: x264 occasionally encodes the same small frames differently, even with one thread.
set -u
cli=$1/bin/framewright-cli
phases=("Import" "Check and buckets" "Precompute" "Precompute held-out clips" "Plan" "Held-out loss before" "Training"
        "Held-out loss after" "Comparison")
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
export OMP_NUM_THREADS=1 XDG_STATE_HOME=$folder/state
sed -e 's/^checkpointing_steps.*/checkpointing_steps = 2/' -e 's/^num_inference_steps.*/num_inference_steps = 4/' \
  "$1/share/framewright/sample/run.toml" >"$folder/settings.toml"
sample() { exec "$cli" sample --settings "$folder/settings.toml" --steps 8 --folder "$folder/$1"; }
found() { grep -oE '"mean": ?[-0-9.e]+' "$folder/$1/sample.json"; }
fail() { echo "$1"; tail -n 20 "$folder/log"; exit 1; }

(sample whole) >"$folder/log" 2>&1 || fail "the job that is never killed failed"
[ "$(found whole | wc -l)" -eq 2 ] || fail "the job that is never killed found nothing"

kills=0
for phase in "${phases[@]}"; do
  : >"$folder/log"
  (sample killed) >>"$folder/log" 2>&1 & child=$!
  until grep -qx "== $phase" "$folder/log"; do
    kill -0 $child 2>/dev/null || fail "the job ended before it came to \"$phase\""
    sleep 0.01
  done
  if [ "$phase" = Training ]; then # in the middle, so that there is something to go on from
    until compgen -G "$folder/killed/runs/*/checkpoints/step-00000004" >/dev/null; do
      kill -0 $child 2>/dev/null || fail "the training ended before its second checkpoint"
      sleep 0.01
    done
  else
    sleep "$(awk -v r=$RANDOM 'BEGIN { print 0.3 * r / 32768 }')"
  fi
  kill -KILL $child 2>/dev/null && kills=$((kills + 1))
  wait $child 2>/dev/null
done
(sample killed) >"$folder/log" 2>&1 || fail "the killed job did not come to its end"

[ "$(find "$folder/killed/runs" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ] || fail "the killed job trained in several runs"
steps=$(cut -d, -f1 "$folder"/killed/runs/*/metrics.csv | grep -cE '^[0-9]+$')
[ "$steps" -eq 8 ] || fail "the killed job's metrics have $steps lines for 8 steps"
diff <(found whole) <(found killed) || fail "the killed job found something else"
echo "killed in $kills of ${#phases[@]} phases; the same losses as in one go"
[ $kills -ge $((${#phases[@]} - 2)) ] # the shortest may be over before the kill
