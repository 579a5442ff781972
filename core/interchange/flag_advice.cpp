// SPDX-License-Identifier: Apache-2.0
#include "interchange/flag_advice.h"

#include "base/error.h"

namespace fw::interchange {

const std::map<std::string_view, std::string_view>& advice_for_flags() {
  constexpr std::string_view dataset = FW_TEXT(
      "errors", "Import the videos with `framewright-cli dataset import` and freeze them with `precompute`.");
  constexpr std::string_view precompute =
      FW_TEXT("errors", "Latents and embeddings are always precomputed by `framewright-cli precompute`.");
  constexpr std::string_view tracking =
      FW_TEXT("errors", "Metrics are kept in the project, as TensorBoard files and as CSV.");
  constexpr std::string_view quantization =
      FW_TEXT("errors", "Frozen weights in fewer bits: see memory.quantization.");
  constexpr std::string_view nothing = FW_TEXT("errors", "Framewright needs no setting for it.");
  constexpr std::string_view devices =
      FW_TEXT("errors",
              "To use several GPUs, start the run with `framewright-cli launch --nproc`; see distributed.*.");
  constexpr std::string_view other_model =
      FW_TEXT("errors", "It applies to models that this version does not train.");
  constexpr std::string_view every_steps =
      FW_TEXT("errors", "Validation counts steps: see validation.validation_steps.");
  static const std::map<std::string_view, std::string_view> advice = {
      {"data_root", dataset},
      {"dataset_file", dataset},
      {"dataset_config", dataset},
      {"video_column", dataset},
      {"caption_column", dataset},
      {"instance_data_root", dataset},
      {"max_num_frames", dataset},
      {"fps", dataset},
      {"skip_frames_start", dataset},
      {"skip_frames_end", dataset},
      {"random_flip", dataset},
      {"video_reshape_mode", dataset},
      {"remove_common_llm_caption_prefixes", dataset},
      {"height", dataset},
      {"width", dataset},
      {"dataset_shuffle_buffer_size", nothing},
      {"max_data_samples", dataset},
      {"load_tensors", precompute},
      {"precompute_conditions", precompute},
      {"enable_precomputation", precompute},
      {"precomputation_items", precompute},
      {"precomputation_dir", precompute},
      {"precomputation_once", precompute},
      {"precomputation_reuse", precompute},
      {"vae_dtype", precompute},
      {"text_encoder_dtype", precompute},
      {"report_to", tracking},
      {"tracker_name", tracking},
      {"logging_dir", tracking},
      {"logging_steps", tracking},
      {"push_to_hub", FW_TEXT("errors", "Nothing is uploaded.")},
      {"hub_token", FW_TEXT("errors", "Nothing is uploaded.")},
      {"hub_model_id", FW_TEXT("errors", "Nothing is uploaded.")},
      {"init_timeout", devices},
      {"parallel_backend", devices},
      {"pp_degree", devices},
      {"dp_degree", devices},
      {"dp_shards", devices},
      {"tp_degree", devices},
      {"use_4bit", FW_TEXT("errors", "The smallest optimizer here has 8 bits: adamw_8bit or adam_8bit.")},
      {"use_torchao", nothing},
      {"layerwise_upcasting_modules", quantization},
      {"layerwise_upcasting_storage_dtype", quantization},
      {"layerwise_upcasting_skip_modules_pattern", quantization},
      {"transformer_dtype", FW_TEXT("errors", "See training.mixed_precision.")},
      {"device_map",
       FW_TEXT("errors", "For clips alone: generate --device-map balanced places one over all GPUs.")},
      {"enable_model_cpu_offload", FW_TEXT("errors", "See validation.offload; model is the default.")},
      {"resume_from_checkpoint", FW_TEXT("errors", "Give --resume latest on the command line.")},
      {"revision",
       FW_TEXT("errors", "The model is a folder on disk. Choose its version when you download it.")},
      {"variant",
       FW_TEXT("errors", "The model is a folder on disk. Choose its version when you download it.")},
      {"cache_dir",
       FW_TEXT("errors", "The model is a folder on disk. Choose its version when you download it.")},
      {"pin_memory", nothing},
      {"verbose", nothing},
      {"compile_modules", nothing},
      {"compile_scopes", nothing},
      {"float32_matmul_precision", FW_TEXT("errors", "See run.allow_tf32.")},
      {"validation_epochs", every_steps},
      {"validation_every_n_epochs", every_steps},
      {"validation_videos", other_model},
      {"validation_frame_rate", nothing},
      {"validation_dataset_file", FW_TEXT("errors", "Put the prompts into validation.validation_prompts.")},
      {"scale_lr", FW_TEXT("errors", "Put the scaled rate into optimizer.lr yourself.")},
      {"prodigy_beta3", FW_TEXT("errors", "Only Prodigy and CAME have it.")},
      {"beta3", FW_TEXT("errors", "Only Prodigy and CAME have it.")},
      {"prodigy_decouple", FW_TEXT("errors", "Only Prodigy has it.")},
      {"prodigy_use_bias_correction", FW_TEXT("errors", "Only Prodigy has it.")},
      {"prodigy_safeguard_warmup", FW_TEXT("errors", "Only Prodigy has it.")},
  };
  return advice;
}

}  // namespace fw::interchange
