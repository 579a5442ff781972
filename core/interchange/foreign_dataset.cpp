// SPDX-License-Identifier: Apache-2.0
#include "interchange/foreign_dataset.h"

#include <algorithm>
#include <cmath>

#include "base/json_text.h"
#include "base/paths.h"
#include "dataset/dataset_manifest.h"
#include "interchange/config_text.h"
#include "interchange/flag_errors.h"
#include "interchange/foreign_advice.h"
#include "run/foreign_config.h"

namespace fw::interchange {

namespace {

constexpr double most_times = 1000;  // project::most_repeats

namespace fs = std::filesystem;

/// How a trainer's file names its clips.
struct DatasetFile {
  std::string_view trainer;
  std::string_view list;                ///< key of the datasets; empty: the file is a list
  std::vector<std::string_view> paths;  ///< keys of folders and lists
  std::string_view extension = {};      ///< key of the captions' extension
  std::string_view switch_key = {};     ///< the dataset is left out if it has the value switched_off
  std::string_view switched_off = {};
  bool caption_lines = false;   ///< each line of a caption file is a caption
  std::string_view times = {};  ///< key of a whole number: how often each clip is used in an epoch
  int64_t added_times = 0;      ///< to it
  std::string_view loss_weight = {};
  std::vector<KeyRule> rules;  ///< of the other keys
};

std::vector<KeyRule> usual_rules() {
  return {{.key = "resolution*", .advice = advice::buckets},
          {.key = "bucket_*", .advice = advice::buckets},
          {.key = "num_repeats", .advice = advice::every_clip_once},
          {.key = "repeats", .advice = advice::every_clip_once},
          {.key = "loss_multiplier", .advice = advice::every_clip_once}};
}

std::vector<DatasetFile> dataset_files() {
  using namespace advice;
  return {
      {.trainer = "musubi-tuner",
       .list = "datasets",
       .paths = {"video_directory", "image_directory", "video_jsonl_file", "image_jsonl_file"},
       .extension = "caption_extension",
       .times = "num_repeats",
       .rules = {{.key = "batch_size", .advice = nothing},
                 {.key = "target_frames", .advice = buckets},
                 {.key = "frame_*", .advice = buckets},
                 {.key = "max_frames", .advice = buckets},
                 {.key = "source_fps", .advice = buckets},
                 {.key = "enable_bucket", .advice = buckets},
                 {.key = "cache_directory", .advice = precompute},
                 {.key = "control_*", .advice = other_model},
                 {.key = "multiple_target", .advice = other_model},
                 {.key = "no_resize_control", .advice = other_model},
                 {.key = "fp_*", .advice = other_model}}},
      {.trainer = "diffusion-pipe",
       .list = "directory",
       .paths = {"path"},
       .times = "num_repeats",
       .rules = {{.key = "enable_ar_bucket", .advice = buckets},
                 {.key = "min_ar", .advice = buckets},
                 {.key = "max_ar", .advice = buckets},
                 {.key = "num_ar_buckets", .advice = buckets},
                 {.key = "ar_buckets", .advice = buckets},
                 {.key = "frame_buckets", .advice = buckets},
                 {.key = "size_buckets", .advice = buckets},
                 {.key = "subsample_ratio", .advice = every_clip_once},
                 {.key = "caption_prefix", .advice = captions},
                 {.key = "shuffle_*", .advice = captions},
                 {.key = "cache_shuffle_*", .advice = captions},
                 {.key = "skip_empty_caption", .advice = captions},
                 {.key = "online_captions", .advice = captions},
                 {.key = "mask_path", .advice = plain_loss},
                 {.key = "default_mask_file", .advice = plain_loss},
                 {.key = "control_path", .advice = other_model}}},
      {.trainer = "SimpleTuner",
       .list = "",
       .paths = {"instance_data_dir"},
       .switch_key = "disabled",
       .switched_off = "true",
       .times = "repeats",  // after the first use
       .added_times = 1,
       .rules = {{.key = "id", .advice = nothing},
                 {.key = "type", .advice = nothing},
                 {.key = "dataset_type", .advice = nothing},
                 {.key = "default", .advice = nothing},
                 {.key = "caption_*", .advice = captions},
                 {.key = "instance_prompt", .advice = captions},
                 {.key = "only_instance_prompt", .advice = captions},
                 {.key = "prepend_instance_prompt", .advice = captions},
                 {.key = "crop*", .advice = buckets},
                 {.key = "minimum_*", .advice = buckets},
                 {.key = "maximum_*", .advice = buckets},
                 {.key = "target_downsample_size", .advice = buckets},
                 {.key = "video.*", .advice = buckets},
                 {.key = "probability", .advice = every_clip_once},
                 {.key = "ignore_epochs", .advice = every_clip_once},
                 {.key = "cache_*", .advice = precompute},
                 {.key = "vae_*", .advice = precompute},
                 {.key = "text_embeds", .advice = precompute},
                 {.key = "write_batch_size", .advice = precompute},
                 {.key = "preserve_data_backend_cache", .advice = nothing},
                 {.key = "skip_file_discovery", .advice = nothing},
                 {.key = "metadata_backend", .advice = nothing},
                 {.key = "aws_*", .advice = dataset},
                 {.key = "huggingface.*", .advice = dataset},
                 {.key = "disabled", .advice = nothing},
                 {.key = "conditioning*", .advice = other_model},
                 {.key = "is_regularisation_data", .advice = every_clip_once}}},
      {.trainer = "OneTrainer",
       .list = "concepts",
       .paths = {"path"},
       .switch_key = "enabled",
       .switched_off = "false",
       .caption_lines = true,
       .loss_weight = "loss_weight",
       .rules = {{.key = "name", .advice = nothing},
                 {.key = "seed", .advice = nothing},
                 {.key = "enabled", .advice = nothing},
                 {.key = "type", .advice = nothing},
                 {.key = "include_subdirectories", .advice = nothing},
                 {.key = "concept_stats.*", .advice = nothing},
                 {.key = "image.*", .advice = no_augmentation},
                 {.key = "image_variations", .advice = no_augmentation},
                 {.key = "text.*", .advice = captions},
                 {.key = "text_variations", .advice = captions},
                 {.key = "balancing*", .advice = every_clip_once},
                 {.key = "loss_weight", .advice = every_clip_once}}},
      {.trainer = "finetrainers",
       .list = "datasets",
       .paths = {"data_root", "dataset_file"},
       .rules = {{.key = "dataset_type", .advice = nothing},
                 {.key = "id_token", .advice = captions},
                 {.key = "caption_column", .advice = captions},
                 {.key = "video_column", .advice = nothing},
                 {.key = "remove_common_llm_caption_prefixes", .advice = captions},
                 {.key = "caption_options.*", .advice = captions},
                 {.key = "video_resolution_buckets", .advice = buckets},
                 {.key = "image_resolution_buckets", .advice = buckets},
                 {.key = "reshape_mode", .advice = buckets},
                 {.key = "auto_frame_rate", .advice = buckets},
                 {.key = "shuffle_buffer_size", .advice = nothing}}},
      {.trainer = "ai-toolkit",
       .list = "datasets",
       .paths = {"folder_path", "dataset_path"},
       .extension = "caption_ext",
       .times = "num_repeats",
       .loss_weight = "loss_multiplier",
       .rules = ai_toolkit().rules},
  };
}

/// The table has "datasets.fps" where the dataset alone has "fps".
std::string rule_name(const DatasetFile& layout, const std::string& key) {
  return layout.trainer == ai_toolkit().name ? "datasets." + key : key;
}

nlohmann::json list_in(const nlohmann::json& json, const DatasetFile& layout) {
  if (json.is_array()) return json;
  if (!json.is_object()) return {};
  if (layout.trainer != ai_toolkit().name) return json.value(layout.list, nlohmann::json());
  const auto config = json.value("config", nlohmann::json());
  const auto process = config.is_object() ? config.value("process", nlohmann::json()) : nlohmann::json();
  const auto first = process.is_array() && !process.empty() ? process[0] : process;
  return first.is_object() ? first.value(layout.list, nlohmann::json()) : nlohmann::json();
}

/// Below the file's folder or one above it, where its trainer was started; else below the file's folder.
fs::path located(const fs::path& file, const std::string& name) {
  std::error_code error;
  const fs::path beside = fs::absolute(file, error).parent_path();
  for (fs::path folder = beside;; folder = folder.parent_path()) {
    if (fs::exists(folder / name, error)) return (folder / name).lexically_normal();
    if (folder == folder.parent_path()) return (beside / name).lexically_normal();
  }
}

std::string with_dot(std::string extension) {
  return extension.empty() || extension.starts_with('.') ? extension : "." + extension;
}

class DatasetReader {
 public:
  DatasetReader(const DatasetFile& layout, const fs::path& file)
      : layout_(layout), file_(file), mapping_(to_utf8(file), RunMapping::Style::keys, {}) {}

  ForeignDataset read(const nlohmann::json& json) {
    const nlohmann::json list = list_in(json, layout_);
    const nlohmann::json general =
        json.is_object() ? json.value("general", nlohmann::json::object()) : nlohmann::json::object();
    extension_ = text_under(general, layout_.extension);
    general_times_ = number_under(general, layout_.times);
    for (const nlohmann::json& dataset : list)
      if (dataset.is_object()) add(dataset);
    add_others(json, general);
    ForeignTrainer table{.name = layout_.trainer, .rules = layout_.rules};
    for (const KeyRule& rule : usual_rules()) table.rules.push_back(rule);
    mapping_.map_by(table);
    found_.notes = mapping_.finish({}, layout_.trainer).unmapped;
    return std::move(found_);
  }

 private:
  static std::string text_under(const nlohmann::json& object, std::string_view key) {
    const auto value = object.is_object() ? object.find(key) : object.end();
    return value == object.end() || !value->is_string() ? std::string() : value->get<std::string>();
  }

  static std::optional<double> number_under(const nlohmann::json& object, std::string_view key) {
    const auto value = object.is_object() && !key.empty() ? object.find(key) : object.end();
    return value == object.end() || !value->is_number() ? std::nullopt : std::optional(value->get<double>());
  }

  /// nullopt if clips cannot have that number of times.
  std::optional<int64_t> times_from(double number) const {
    const double times = number + static_cast<double>(layout_.added_times);
    const bool fits = number >= 0 && times <= most_times && times == std::floor(times);
    return fits ? std::optional(static_cast<int64_t>(times)) : std::nullopt;
  }
  static bool is_weight(double number) { return number >= 0 && number <= dataset::most_loss_weight; }

  /// nullopt if it is missing, 1, or impossible.
  std::optional<int64_t> times_of(const nlohmann::json& dataset) const {
    const auto own = number_under(dataset, layout_.times);
    const auto number = own ? own : general_times_;
    const auto times = number ? times_from(*number) : std::nullopt;
    return times == 1 ? std::nullopt : times;
  }

  std::optional<double> weight_of(const nlohmann::json& dataset) const {
    const auto weight = number_under(dataset, layout_.loss_weight);
    return weight && *weight != 1 && is_weight(*weight) ? weight : std::nullopt;
  }

  void add(const nlohmann::json& dataset) {
    const auto state = layout_.switch_key.empty() ? dataset.end() : dataset.find(layout_.switch_key);
    const bool is_off = state != dataset.end() && text_of_value(*state) == layout_.switched_off;
    const std::string own = text_under(dataset, layout_.extension);
    ForeignDataset::Part part{.caption_extension = with_dot(own.empty() ? extension_ : own),
                              .times = times_of(dataset),
                              .loss_weight = weight_of(dataset),
                              .caption_lines = layout_.caption_lines};
    for (const std::string_view key : layout_.paths)
      if (const std::string path = text_under(dataset, key); !path.empty() && !is_off) {
        part.path = located(file_, path);
        found_.parts.push_back(part);
      }
    for (ForeignKey& key : keys_of(dataset)) add_key(std::move(key), is_off);
  }

  /// Whether each clip gets it: a number of times or a weight that clips can have.
  bool is_taken(const ForeignKey& key) const {
    if (key.values.size() != 1 || (key.name != layout_.times && key.name != layout_.loss_weight))
      return false;
    const nlohmann::json number = parse_json(key.values.front());
    if (!number.is_number()) return false;
    const double value = number.get<double>();
    return key.name == layout_.loss_weight ? is_weight(value) : times_from(value).has_value();
  }

  void add_key(ForeignKey key, bool is_off) {
    const bool is_path = std::ranges::find(layout_.paths, key.name) != layout_.paths.end();
    if ((is_path && !is_off) || (!layout_.extension.empty() && key.name == layout_.extension)) return;
    if (is_taken(key)) return;
    key.name = rule_name(layout_, key.name);
    const auto is_same = [&](const ForeignKey& other) {
      return other.name == key.name && other.values == key.values;
    };
    if (std::ranges::none_of(mapping_.keys(), is_same)) mapping_.keys().push_back(std::move(key));
  }

  /// Keys next to the datasets, except in a file that is mostly about the training.
  void add_others(const nlohmann::json& json, const nlohmann::json& general) {
    if (!json.is_object() || layout_.trainer == ai_toolkit().name) return;
    for (ForeignKey& key : keys_of(general)) add_key(std::move(key), false);
    nlohmann::json rest = json;
    rest.erase("general");
    rest.erase(std::string(layout_.list));
    for (ForeignKey& key : keys_of(rest)) add_key(std::move(key), false);
  }

  const DatasetFile& layout_;
  const fs::path& file_;
  RunMapping mapping_;
  std::string extension_;
  std::optional<double> general_times_;
  ForeignDataset found_;
};

}  // namespace

std::optional<ForeignDataset> read_foreign_dataset(std::string_view text, const fs::path& file) {
  const auto foreign = run::recognise_foreign(text);
  static const std::vector<DatasetFile> files = dataset_files();
  const auto layout = std::ranges::find_if(
      files, [&](const DatasetFile& each) { return foreign && each.trainer == foreign->trainer; });
  if (layout == files.end()) return std::nullopt;
  std::string problem;
  const nlohmann::json json = parse_config(text, to_utf8(file.filename()), &problem);
  if (json.is_discarded()) throw Error(unread_config, {{"file", to_utf8(file)}, {"reason", problem}});
  if (list_in(json, *layout).empty()) return std::nullopt;
  return DatasetReader(*layout, file).read(json);
}

}  // namespace fw::interchange
