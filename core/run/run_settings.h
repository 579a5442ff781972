// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalog/bucket.h"
#include "catalog/catalog.h"
#include "catalog/model_choices.h"
#include "catalog/setting.h"
#include "run/optimizer_kind.h"

/// The settings of a training run, each declared once: in settings_table*.cpp, or in its family's file in
/// core/catalog.
namespace fw::run {

enum class TrainingType { lora = 1, sft };
constexpr auto choices_of(TrainingType) {
  return std::array{Choice{TrainingType::lora, "lora"}, Choice{TrainingType::sft, "sft"}};
}

/// The contents of a run file as plain values with their defaults. Members are named like the keys.
struct RunSettings {
  int64_t schema = 1;
  // [run]
  std::string name;
  std::string output_dir = "runs";
  int64_t seed = 42;
  std::string device = "auto";
  int64_t cpu_threads = 0;
  bool allow_tf32 = false;
  // [model]
  std::string family;
  std::string model_folder;
  // [data]
  std::string dataset;
  std::string cache;
  std::vector<std::string> video_resolution_buckets;
  std::string id_token;
  double caption_dropout_p = 0.05;
  bool vae_tiling = false;
  catalog::StoredLatents stored_latents = catalog::StoredLatents::posterior;
  catalog::Dtype encoding_dtype = catalog::Dtype::automatic;
  int64_t dataloader_num_workers = 1;
  // [training]
  TrainingType training_type = TrainingType::lora;
  catalog::VideoTask task = catalog::VideoTask::text_to_video;
  int64_t train_steps = 1000;
  int64_t train_epochs = 0;
  int64_t batch_size = 1;
  int64_t gradient_accumulation_steps = 1;
  std::string mixed_precision = "bf16";
  bool gradient_checkpointing = true;
  int64_t gradient_checkpointing_interval = 1;
  int64_t max_skipped_steps = 10;
  std::string start_from;
  // [flow]
  catalog::FlowWeighting flow_weighting = catalog::FlowWeighting::none;
  double flow_logit_mean = 0;
  double flow_logit_std = 1;
  double flow_mode_scale = 1.29;
  bool flow_resolution_shifting = false;
  double flow_shift = 1;
  double flow_base_shift = 0.5;
  double flow_max_shift = 1.15;
  int64_t flow_base_seq_len = 256;
  int64_t flow_max_seq_len = 4096;
  // [memory]
  bool activation_offload = false;
  int64_t kept_blocks = 0;
  bool keep_attention = false;
  int64_t streamed_blocks = 0;
  catalog::Quantization quantization = catalog::Quantization::none;
  // [lora]
  int64_t rank = 64;
  double lora_alpha = 64;
  std::vector<std::string> target_modules = {"to_q", "to_k", "to_v", "to_out.0"};
  // [sft]
  std::vector<std::string> trainable_modules;
  std::string trained_type = "fp32";
  // [optimizer]
  OptimizerKind optimizer = OptimizerKind::adamw;
  double lr = 1e-4;
  double beta1 = 0.9;
  double beta2 = 0.95;
  double epsilon = 1e-8;
  double weight_decay = 1e-4;
  double max_grad_norm = 1.0;
  std::string clipping = "update";
  bool optimizer_offload = false;
  bool offload_gradients = false;
  bool fused_backward = false;
  // [lr_scheduler]
  std::string lr_scheduler = "constant_with_warmup";
  int64_t lr_warmup_steps = 100;
  int64_t lr_num_cycles = 1;
  double lr_power = 1.0;
  // [checkpoints]
  int64_t checkpointing_steps = 500;
  int64_t checkpointing_epochs = 0;
  int64_t checkpointing_limit = 2;
  bool keep_best = false;
  // [ema]
  double ema_decay = 0;
  // [validation]
  std::vector<std::string> validation_prompts;
  std::vector<std::string> validation_images, validation_last_images;
  std::vector<std::string> preview_loras;
  double preview_lora_strength = 1;
  int64_t num_validation_videos = 1;
  int64_t validation_steps = 500;
  int64_t validation_epochs = 0;
  bool validate_first = false;
  int64_t num_inference_steps = 50;
  double guidance_scale = 6.0;
  catalog::Offload offload = catalog::Offload::model;
  catalog::TextEncoderPlace text_encoder = catalog::TextEncoderPlace::device;
  bool enable_slicing = true;
  bool enable_tiling = true;
  int64_t held_out_samples = 0;
  int64_t held_out_steps = 100;
  int64_t early_stop_patience = 0;
  // [metrics]
  bool tensorboard = true;
  bool csv = true;
  /// Settings without a member, by key: those of one family. Omits defaults.
  catalog::OwnValues own;
  // [distributed]
  int64_t zero_stage = 0;
  int64_t ulysses = 1;
  int64_t ring = 1;
  int64_t rank_timeout_s = 1800;
  bool check_collectives = false;
  bool operator==(const RunSettings&) const = default;
};

/// All settings in run file order. Thread: any.
std::span<const catalog::Setting> settings();
/// Finds a setting by its current or a former key. nullptr if unknown.
const catalog::Setting* find_setting(std::string_view key);

/// Location of the run's model.
catalog::ModelSource model_source(const RunSettings& run);
void set_model_source(RunSettings& run, const catalog::ModelSource& model);

catalog::Value value_of(const RunSettings& run, const catalog::Setting& setting);
/// For a setting without a member. @pre there is a setting `key` of type T
template <typename T>
T own_value(const RunSettings& run, std::string_view key) {
  return std::get<T>(value_of(run, *find_setting(key)));
}
/// Turns intervals in epochs into intervals in steps. @param batches_per_epoch  micro-batches
void resolve_epochs(RunSettings& run, int64_t batches_per_epoch);
/// True if the run trains on first frames that precompute encodes separately: depends on its task and model.
/// @throws fw::Error as catalog::recognise_model
bool needs_first_frames(const RunSettings& run);
/// True if precompute creates noised first frames of the run's clips in addition to the clean ones.
bool wants_first_frame_noise(const RunSettings& run);
/// True if the run trains on the sound of its clips, too.
bool wants_sound(const RunSettings& run);
/// CPU threads of each process that trains the run: the configured number, or its share of the cores.
int64_t thread_count(const RunSettings& run, int64_t processes = 1);
/// @pre `value` has the setting's type
void assign(RunSettings& run, const catalog::Setting& setting, catalog::Value value);
/// The default for runs of `family`; the general one if it is empty.
catalog::Value default_of(const catalog::Setting& setting, std::string_view family = {});
/// Title of the setting's table, "Optimizer": English source text.
std::string_view group_title(const catalog::Setting& setting);
/// True if the setting has an effect in this run.
bool applies(const catalog::Setting& setting, const RunSettings& run);

/// "whole number", "number", "true or false", "text" or "list of texts": English source texts.
std::string_view type_name(const catalog::Setting& setting);
/// A value in TOML syntax: 1e-4 -> 0.0001, text quoted and escaped.
std::string to_toml(const catalog::Value& value);
/// "from 0 to 1", "one of lora, sft", …; empty if unrestricted.
std::string limits_text(const catalog::Setting& setting);

/// One entry of validation.validation_prompts: the text, and the size after `@@@`.
struct ValidationPrompt {
  std::string text;
  std::optional<catalog::Bucket> size;
};
/// @return nullopt if the text after `@@@` is not FxHxW
std::optional<ValidationPrompt> parse_validation_prompt(std::string_view text);

}  // namespace fw::run
