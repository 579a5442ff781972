#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A launch script in the style of CogVideoX-Factory
GPU_IDS="0"
LEARNING_RATES=("1e-3" "1e-4")
for learning_rate in "${LEARNING_RATES[@]}"; do
  cmd="accelerate launch --config_file a.yaml --gpu_ids $GPU_IDS training/cogvideox_image_to_video_lora.py \
    --pretrained_model_name_or_path /models/5b-I2V --data_root /data \
    --height_buckets 480 --width_buckets 720 --frame_buckets 17 49 \
    --validation_prompt \"A goat's dance@@@49x480x720:::a panda\" --validation_images \"a.png:::b.png\" \
    --rank 32 --lora_alpha 16 --learning_rate $learning_rate --lr_scheduler cosine --optimizer AdamW \
    --mixed_precision no --weight_decay heavy --use_8bit --checkpoints_total_limit=3 --made_up 7"
  eval $cmd
done
