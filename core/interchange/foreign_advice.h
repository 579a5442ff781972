// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/error.h"

/// What to do instead of setting a key of another trainer: English source texts.
namespace fw::interchange::advice {

inline constexpr std::string_view dataset = FW_TEXT(
    "errors", "Import the videos with `framewright-cli dataset import` and freeze them with `precompute`.");
inline constexpr std::string_view precompute =
    FW_TEXT("errors", "Latents and embeddings are always precomputed by `framewright-cli precompute`.");
inline constexpr std::string_view tracking =
    FW_TEXT("errors", "Metrics are kept in the project, as TensorBoard files and as CSV.");
inline constexpr std::string_view quantization =
    FW_TEXT("errors", "Frozen weights in fewer bits: see memory.quantization.");
inline constexpr std::string_view nothing = FW_TEXT("errors", "Framewright needs no setting for it.");
inline constexpr std::string_view devices = FW_TEXT(
    "errors", "To use several GPUs, start the run with `framewright-cli launch --nproc`; see distributed.*.");
inline constexpr std::string_view other_model =
    FW_TEXT("errors", "It applies to models that this version does not train.");
inline constexpr std::string_view every_steps =
    FW_TEXT("errors", "See validation.validation_steps and validation.validation_epochs.");
inline constexpr std::string_view no_upload = FW_TEXT("errors", "Nothing is uploaded.");
inline constexpr std::string_view model_on_disk =
    FW_TEXT("errors", "The model is a folder on disk. Choose its version when you download it.");
inline constexpr std::string_view precision = FW_TEXT("errors", "See training.mixed_precision.");
inline constexpr std::string_view resume = FW_TEXT("errors", "Give --resume latest on the command line.");
inline constexpr std::string_view prompts =
    FW_TEXT("errors", "Put the prompts into validation.validation_prompts.");
inline constexpr std::string_view scaled_rate =
    FW_TEXT("errors", "Put the scaled rate into optimizer.lr yourself.");
inline constexpr std::string_view prodigy =
    FW_TEXT("errors", "For Prodigy, see optimizer.d0, optimizer.d_coef and the settings below them.");

inline constexpr std::string_view model_folder =
    FW_TEXT("errors", "The model is a folder in diffusers layout with all of its parts: see model.folder.");
inline constexpr std::string_view saved_by_steps =
    FW_TEXT("errors", "See checkpoints.checkpointing_steps and checkpoints.checkpointing_epochs.");
inline constexpr std::string_view held_out =
    FW_TEXT("errors", "For the loss of clips that are not trained on, see validation.held_out_samples.");
inline constexpr std::string_view plain_lora =
    FW_TEXT("errors", "For kinds of adapters and their dropout, see lora.kind and lora.lora_dropout.");
inline constexpr std::string_view other_optimizer =
    FW_TEXT("errors", "Settings of single optimizers are not converted: see optimizer.*.");
inline constexpr std::string_view plain_loss =
    FW_TEXT("errors", "For the form of the loss, see training.loss_type and flow.weighting_scheme.");
inline constexpr std::string_view no_text_encoder = FW_TEXT("errors", "Text encoders are not trained.");
inline constexpr std::string_view no_augmentation =
    FW_TEXT("errors", "Clips are cropped and resampled, but not changed at random.");
inline constexpr std::string_view timesteps =
    FW_TEXT("errors", "How timesteps are drawn: see flow.* and the settings of the model.");
inline constexpr std::string_view buckets =
    FW_TEXT("errors", "Choose the buckets on the Dataset page, or with `dataset buckets`.");
inline constexpr std::string_view every_clip_once = FW_TEXT(
    "errors", "See `dataset repeat` and `dataset weigh`, or *Sets and weights…* on the Dataset page.");
inline constexpr std::string_view captions =
    FW_TEXT("errors", "See *Captions in training…* on the Dataset page, or `dataset caption-rules`.");
inline constexpr std::string_view no_validation =
    FW_TEXT("errors", "The script turns validation off, so nothing of it is carried over.");
inline constexpr std::string_view own_sampler =
    FW_TEXT("errors", "Validation clips are made by the model's own sampler: see validation.*.");
inline constexpr std::string_view memory =
    FW_TEXT("errors", "For memory, see memory.*, or let `plan --fit` choose.");
inline constexpr std::string_view schedule =
    FW_TEXT("errors", "The schedule of the learning rate has only the settings lr_scheduler.*.");
inline constexpr std::string_view average =
    FW_TEXT("errors", "The average of the weights has ema.ema_decay alone.");

}  // namespace fw::interchange::advice
