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

/// The settings of a training run, each declared once (settings_table.cpp). Parser, --help, the window's form
/// and the reference page (resources/help/settings.md) are made from that declaration.
namespace fw::run {

/// What a run file holds, as plain values with their defaults. Names are those of the keys.
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
  // [model.cogvideox]
  double noised_image_dropout = 0.05;
  bool first_frame_noise = true;
  // [data]
  std::string dataset;
  std::string cache;
  std::vector<std::string> video_resolution_buckets;
  std::string id_token;
  double caption_dropout_p = 0.05;
  int64_t dataloader_num_workers = 1;
  // [training]
  std::string training_type = "lora";
  std::string task = "text_to_video";
  int64_t train_steps = 1000;
  int64_t train_epochs = 0;
  int64_t batch_size = 1;
  int64_t gradient_accumulation_steps = 1;
  std::string mixed_precision = "bf16";
  bool gradient_checkpointing = true;
  int64_t gradient_checkpointing_interval = 1;
  int64_t max_skipped_steps = 10;
  std::string start_from;
  // [memory]
  bool activation_offload = false;
  int64_t streamed_blocks = 0;
  // [lora]
  int64_t rank = 64;
  double lora_alpha = 64;
  std::vector<std::string> target_modules = {"to_q", "to_k", "to_v", "to_out.0"};
  // [sft]
  std::vector<std::string> trainable_modules;
  std::string trained_type = "fp32";
  // [optimizer]
  std::string optimizer = "adamw";
  double lr = 1e-4;
  double beta1 = 0.9;
  double beta2 = 0.95;
  double epsilon = 1e-8;
  double weight_decay = 1e-4;
  double max_grad_norm = 1.0;
  bool optimizer_offload = false;
  bool offload_gradients = false;
  // [lr_scheduler]
  std::string lr_scheduler = "constant_with_warmup";
  int64_t lr_warmup_steps = 100;
  int64_t lr_num_cycles = 1;
  double lr_power = 1.0;
  // [checkpoints]
  int64_t checkpointing_steps = 500;
  int64_t checkpointing_limit = 2;
  // [ema]
  double ema_decay = 0;
  // [validation]
  std::vector<std::string> validation_prompts;
  std::vector<std::string> validation_images;
  int64_t num_validation_videos = 1;
  int64_t validation_steps = 500;
  bool validate_first = false;
  int64_t num_inference_steps = 50;
  double guidance_scale = 6.0;
  bool use_dynamic_cfg = false;
  std::string offload = "model";
  std::string text_encoder = "device";
  bool enable_slicing = true;
  bool enable_tiling = true;
  int64_t held_out_samples = 0;
  int64_t held_out_steps = 100;
  // [metrics]
  bool tensorboard = true;
  bool csv = true;
  bool operator==(const RunSettings&) const = default;
};

using Value = std::variant<bool, int64_t, double, std::string, std::vector<std::string>>;
using Member = std::variant<bool RunSettings::*, int64_t RunSettings::*, double RunSettings::*,
                            std::string RunSettings::*, std::vector<std::string> RunSettings::*>;

/// What a text stands for: how a form edits it and how the parser checks it.
enum class Meaning { plain, folder, file, bucket, module_pattern, prompt };

/// Bounds of a number; both ends belong to the range unless `above_least` says otherwise.
struct Range {
  double least = 0;
  double most = 0;
  bool above_least = false;
};

/// Fulfilled when the setting `key` has one of `values`.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;
};

/// One declared setting. The type is that of `member`, the default that of RunSettings{}.
struct Setting {
  std::string_view key;    ///< as in the run file: "lora.rank"
  std::string_view label;  ///< English source text for a form
  Member member;
  std::string_view unit = {};  ///< "steps"; empty when it has none
  std::optional<Range> range = {};
  std::vector<std::string_view> choices = {};
  Meaning meaning = Meaning::plain;
  bool required = false;
  std::vector<Condition> applies_to = {};  ///< all must hold, or the setting does nothing
  std::map<std::string_view, Value> family_defaults = {};
  std::vector<std::string_view> finetrainers = {};  ///< its flags there, without the dashes
  std::vector<std::string_view> cogvideox_factory = {};
  std::string_view explanation = {};  ///< one paragraph, English source text
};

/// All settings in the order of the run file. Thread: any.
std::span<const Setting> settings();
/// nullptr when there is no such key.
const Setting* find_setting(std::string_view key);

Value value_of(const RunSettings& run, const Setting& setting);
/// @pre `value` holds the setting's type
void assign(RunSettings& run, const Setting& setting, Value value);
/// The default of a run of `family`; of any family when it names none.
Value default_of(const Setting& setting, std::string_view family);
/// Whether the setting does anything in this run.
bool applies(const Setting& setting, const RunSettings& run);

/// "whole number", "number", "true or false", "text" or "list of texts": English source texts.
std::string_view type_name(const Setting& setting);
/// A value as TOML writes it: 1e-4 -> 0.0001, text quoted and escaped.
std::string to_toml(const Value& value);
/// "from 0 to 1", "one of lora, sft", …; empty when anything goes.
std::string limits_text(const Setting& setting);

/// One entry of validation.validation_prompts: the text and the size behind `@@@`.
struct ValidationPrompt {
  std::string text;
  std::optional<catalog::Bucket> size;
};
/// @return nothing when what stands behind `@@@` is not FxHxW
std::optional<ValidationPrompt> parse_validation_prompt(std::string_view text);

}  // namespace fw::run
