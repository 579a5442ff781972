#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# same_numbers.sh framewright-cli make_tiny_run FOLDER-OF-CASES... > numbers.txt
# Prints every number that a refactoring must not change: the errors of all reference cases with all their digits, and hashes
# of the tensors of generated clips, precomputed entries, trained weights and losses, each run both uninterrupted and killed
# and resumed. Run it with the programs before and after a change, and compare the outputs with diff.
# STARTED_BY=<framewright-cli before the change> kills runs in that program and resumes them in the one under test.
set -u -o pipefail
cli=$1 make_tiny_run=$2
shift 2
models=$(dirname -- "${BASH_SOURCE[0]}")/../../reference/cases/models
clips=$(dirname -- "${BASH_SOURCE[0]}")/../../../resources/sample/clips
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
export OMP_NUM_THREADS=1 XDG_STATE_HOME=$folder/state

# The tensors of a safetensors file without its header, whose metadata may change.
tensors() {
  local header
  header=$(od -An -t u8 -N8 "$1" | tr -d ' ') && tail -c +$((9 + header)) "$1" | sha256sum | cut -c1-32
}
say() { printf '%s %s\n' "$1" "${2:-MISSING}"; }

for cases in "$@"; do
  find "$cases" -name '*.safetensors' -path '*/cogvideox*' -not -path '*/models/*' -print0 | sort -z |
    xargs -0 "$cli" --json parity | grep '"outputs"' | python3 -c '
import json, sys
for line in sys.stdin:
    found = json.loads(line)
    cases = found.get("cases") or found.get("result", {}).get("cases", [])
    for case in cases:
        name = "/".join(case["case"].split("/")[-2:])
        for output in case["outputs"]:
            print("parity", name, output["name"], output.get("max_absolute_error"), output.get("max_relative_error"),
                  output.get("of_tolerance"), output.get("problem", ""))
        if "fault" in case: print("parity", name, case["status"])
'
done

generate() { # NAME OPTIONS...
  local name=$1 out=$folder/clips/${1//./_}
  shift
  "$cli" generate --device cpu --dtype fp32 --prompt "a red ball rolls" --seed 7 --out "$out" "$@" >/dev/null 2>"$folder/said" ||
    { say "clip $name" "$(tail -1 "$folder/said")"; return; }
  say "clip $name" "$(cat "$out"/*.png | sha256sum | cut -c1-32)"
  for latents in "$out"*.latents.safetensors "$out"/*.latents.safetensors; do
    [ -e "$latents" ] && say "latents $name" "$(tensors "$latents")"
  done
}
mkdir -p "$folder/clips"
image=$folder/first.png
ffmpeg -loglevel error -f lavfi -i testsrc=size=160x160 -frames:v 1 "$image"
small="--steps 4"
for model in cogvideox-2b cogvideox-5b; do
  generate $model-ddim --model "$models/$model" $small --scheduler CogVideoXDDIMScheduler
  generate $model-dpm --model "$models/$model" $small --scheduler CogVideoXDPMScheduler
  generate $model-dynamic --model "$models/$model" $small --dynamic-cfg --negative-prompt "blue"
  generate $model-no-guidance --model "$models/$model" $small --guidance 1
  generate $model-lora --model "$models/$model" $small --lora "$models/$model/lora:0.5"
  generate $model-tiled --model "$models/$model" $small --vae-tiling --streamed-blocks 1 --text-encoder stream --offload model
done
for model in cogvideox-5b-i2v cogvideox-1.5-5b-i2v; do
  generate $model --model "$models/$model" $small --image "$image"
  generate $model-dynamic --model "$models/$model" $small --image "$image" --dynamic-cfg
done

# A complete run, then the same run killed at its second checkpoint and resumed.
train() { # NAME KEY=VALUE...
  local name=$1 home=$folder/train/$1 run
  shift
  mkdir -p "$home"
  "$make_tiny_run" "$home" checkpoints.checkpointing_limit=2 "$@" >"$folder/said" 2>&1 ||
    { say "run $name" "$(tail -1 "$folder/said")"; return; }
  for part in whole resumed; do
    if [ $part = whole ]; then
      "$cli" train "$home/run.toml" >"$folder/said" 2>&1 || say "run $name" "$(tail -1 "$folder/said")"
      run=$home/runs/$(ls "$home/runs")
    else
      FW_KILL_AT=checkpoint.after_rename:2 "${STARTED_BY:-$cli}" train "$home/run.toml" >/dev/null 2>&1
      run=$home/runs/$(ls "$home/runs" | grep -v "^$(basename "$run")\$")
      "$cli" train --resume "$run" >"$folder/said" 2>&1 || say "run $name" "$(tail -1 "$folder/said")"
    fi 2>/dev/null # there bash says who was killed
    say "loss $name $part" "$(cut -d, -f1-2 "$run/metrics.csv" | sha256sum | cut -c1-32)"
    for file in $(cd "$run" && find result checkpoints -name '*.safetensors' | sort); do
      say "weights $name $part $file" "$(tensors "$run/$file")"
    done
  done
}
train lora
train lora-checkpointed training.gradient_checkpointing=true training.gradient_accumulation_steps=2
train lora-streamed memory.streamed_blocks=1 training.gradient_checkpointing=true
train lora-ema ema.ema_decay=0.9 optimizer.optimizer=adamw_8bit
train full training.training_type=sft
train full-muon training.training_type=sft optimizer.optimizer=muon
train bf16 training.mixed_precision=bf16
train image-to-video training.task=image_to_video model.cogvideox.noised_image_dropout=0.5

# Real clips through the encoders into the cache, using a project.
project=$folder/data/set.framewright
mkdir -p "$folder/data"
if "$cli" dataset import "$project" "$clips" >/dev/null 2>>"$folder/said" &&
  "$cli" dataset buckets "$project" --model "$clips/../model" --write "$folder/data/dataset.jsonl" >/dev/null 2>>"$folder/said" &&
  "$cli" precompute "$folder/data/dataset.jsonl" --model "$clips/../model" --cache "$folder/data/cache" --device cpu --dtype fp32 \
    >/dev/null 2>>"$folder/said"; then
  (cd "$folder/data/cache" && find . -name '*.safetensors' | sort) | while read -r entry; do
    say "cache $entry" "$(tensors "$folder/data/cache/$entry")"
  done
else
  say "precompute" "$(tail -1 "$folder/said")"
fi
