#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
DATA_ROOT="cakify"
model_cmd="--model_name ltx_video --pretrained_model_name_or_path Lightricks/LTX-Video"
dataset_cmd="--data_root $DATA_ROOT --video_column videos.txt --caption_column prompts.txt --id_token BW_STYLE \
  --video_resolution_buckets 17x64x96 --caption_dropout_p 0.05 --dataloader_num_workers 0"
training_cmd="--flow_resolution_shifting --training_type lora --seed 42 --mixed_precision bf16 --batch_size 1 \
  --train_steps 2 --rank 8 --lora_alpha 8 --target_modules to_q to_k to_v to_out.0 \
  --gradient_accumulation_steps 1 --gradient_checkpointing --checkpointing_steps 500 --checkpointing_limit 2 \
  --enable_slicing --enable_tiling"
optimizer_cmd="--optimizer adamw --lr 1e-5 --lr_scheduler constant --lr_warmup_steps 100 --lr_num_cycles 1 \
  --beta1 0.9 --beta2 0.95 --weight_decay 1e-4 --epsilon 1e-8 --max_grad_norm 1.0"
validation_cmd="--validation_prompts \"BW_STYLE a goat@@@17x64x96:::BW_STYLE a panda@@@25x64x96\" \
  --num_validation_videos 1 --validation_steps 100"
miscellaneous_cmd="--tracker_name finetrainers-ltxv --output_dir runs --nccl_timeout 1800 --report_to wandb"
cmd="accelerate launch --config_file a.yaml --gpu_ids 0,1 train.py $model_cmd $dataset_cmd $training_cmd \
  $optimizer_cmd $validation_cmd $miscellaneous_cmd"
eval $cmd
