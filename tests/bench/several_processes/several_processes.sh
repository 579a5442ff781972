#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Trains the sample with one process, with two started by `framewright-cli launch`, with two under Slurm's environment
# variables and, if TORCHRUN is given, with two started by it. Compares the values in events.jsonl and the LoRA byte for
# byte. Exit code 1 if they differ.
#
#   several_processes.sh FRAMEWRIGHT_CLI FOLDER [TORCHRUN [STEPS]]
#
# FOLDER gets the sample job, if missing, and a folder of runs. TORCHRUN belongs to a Python environment with PyTorch,
# whose version is printed.
set -euo pipefail
cli=$(realpath "$1") folder=$(realpath -m "$2") torchrun=${3:-} steps=${4:-20}
export OMP_NUM_THREADS=1

[[ -e $folder/sample/run.toml ]] || "$cli" sample --folder "$folder/sample" --steps 2 > "$folder-sample.log" 2>&1
cd "$folder/sample"
rm -rf "$folder/runs"
mkdir -p "$folder/runs"

arguments() {
  printf '%s\n' train run.toml --set "run.output_dir=$folder/runs/$1" --set "training.train_steps=$steps" \
    --set training.gradient_accumulation_steps=4
}

# The newest run of $1: its results without times.
figures() {
  local run
  run=$(echo "$folder/runs/$1"/*/)
  grep -oE '"(step|train_loss|[a-z_]*loss[a-z_]*|lr|grad_norm)":[^,}]*' "$run/events.jsonl"
  sha256sum < "$run/result/pytorch_lora_weights.safetensors"
}

failures=0
compare() {
  if [[ $(figures alone) == "$(figures "$1")" ]]; then
    echo "$1: same losses, gradient norms and LoRA as one process, $SECONDS s"
  else
    echo "$1: differs from one process"
    failures=1
  fi
}

# @param 1 name, others: the program that starts framewright-cli
train() {
  local name=$1
  shift
  mapfile -t words < <(arguments "$name")
  SECONDS=0
  "$@" "${words[@]}" > "$folder/runs/$name.log" 2>&1 || { tail "$folder/runs/$name.log"; exit 1; }
}

slurm() {
  local ranks=() rank failed=0
  for rank in 0 1; do
    SLURM_PROCID=$rank SLURM_LOCALID=$rank SLURM_NTASKS=2 SLURM_NODELIST=localhost SLURM_JOB_ID=$$ \
      SLURM_JOB_NAME=train "$cli" "$@" &
    ranks+=($!)
  done
  for rank in "${ranks[@]}"; do wait "$rank" || failed=1; done
  return "$failed"
}

train alone "$cli"
echo "alone: $(figures alone | grep -c loss) losses, $SECONDS s"
train launch "$cli" launch --nproc 2 --
compare launch
train slurm slurm
compare slurm
if [[ -n $torchrun ]]; then
  "$(dirname "$torchrun")/python" -c 'import torch; print("torchrun of torch", torch.__version__)'
  train torchrun "$torchrun" --no-python --nproc-per-node 2 "$cli"
  compare torchrun
fi
exit "$failures"
