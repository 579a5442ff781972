// SPDX-License-Identifier: Apache-2.0
#include "interchange/launch_config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "catalog/setting.h"
#include "interchange/yaml.h"
#include "run/run_settings.h"

namespace fw::interchange {

namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;  // "deepspeed_config.zero_stage", "2"

/// Keys that say where, how many and how fast, not what is learned.
constexpr std::array<std::string_view, 21> harmless = {"compute_environment",
                                                       "debug",
                                                       "distributed_type",
                                                       "downcast_bf16",
                                                       "dynamo_config",
                                                       "gpu_ids",
                                                       "machine_rank",
                                                       "main_process_ip",
                                                       "main_process_port",
                                                       "num_machines",
                                                       "rdzv_backend",
                                                       "same_network",
                                                       "use_cpu",
                                                       "tpu_env",
                                                       "steps_per_print",
                                                       "wall_clock_breakdown",
                                                       "enable_cpu_affinity",
                                                       "use_parallelism_config",
                                                       "tpu_use_sudo",
                                                       "tpu_use_cluster",
                                                       "main_training_function"};
/// Keys in DeepSpeed's sections and accelerate's meshes.
constexpr std::array<std::string_view, 16> harmless_parts = {"zero3_init_flag",
                                                             "zero3_save_16bit_model",
                                                             "deepspeed_multinode_launcher",
                                                             "deepspeed_hostfile",
                                                             "overlap_comm",
                                                             "contiguous_gradients",
                                                             "reduce_bucket_size",
                                                             "allgather_bucket_size",
                                                             "reduce_scatter",
                                                             "allgather_partitions",
                                                             "pin_memory",
                                                             "sub_group_size",
                                                             "parallelism_config_dp_replicate_size",
                                                             "parallelism_config_dp_shard_size",
                                                             "parallelism_config_cp_comm_strategy",
                                                             "parallelism_config_sp_backend"};

void add_json(const nlohmann::json& object, const std::string& path, Entries& entries) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_object())
      add_json(value, path + name + ".", entries);
    else
      entries.emplace_back(path + name, value.is_string() ? value.get<std::string>() : value.dump());
  }
}

Entries entries_of(std::string_view text, std::string& problem) {
  auto document = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) document = parse_yaml(text, &problem);
  Entries entries;
  if (document.is_object())
    add_json(document, "", entries);
  else if (problem.empty() && !document.is_null())
    problem = "it has no keys";
  return entries;
}

bool is_harmless(const std::string& key) {
  const std::string_view first(key.data(), std::min(key.find('.'), key.size())),
      last = std::string_view(key).substr(key.rfind('.') + 1);
  return std::ranges::find(harmless, first) != harmless.end() ||
         std::ranges::find(harmless_parts, last) != harmless_parts.end();
}

std::optional<int64_t> number_in(const std::string& text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Sets a numeric setting unless it is the default.
bool take_count(LaunchConfig& config, const char* setting, const std::string& value) {
  const auto number = number_in(value);
  const catalog::Setting& known = *run::find_setting(setting);
  if (!number || static_cast<double>(*number) < known.range->least ||
      static_cast<double>(*number) > known.range->most)
    return false;
  if (*number != std::get<int64_t>(run::value_of(run::RunSettings{}, known)))
    config.settings[setting] = *number;
  return true;
}

/// @return false if it is not understood
bool take(LaunchConfig& config, const std::string& key, const std::string& value) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> keys) {
    return std::ranges::find(keys, std::string_view(key)) != keys.end();
  };
  const bool is_on = value == "true" || value == "True", is_none = value == "none" || value == "None";
  if (value == "auto" || value == "null") return true;  // as in the command
  if (key == "num_processes") return (config.processes = number_in(value)).has_value();
  if (key == "mixed_precision") return config.flags.emplace_back(key, value), true;
  if (is_one_of({"bf16.enabled", "fp16.enabled"})) {
    if (is_on) config.flags.emplace_back("mixed_precision", key.substr(0, 4));
    return true;
  }
  if (is_one_of({"gradient_accumulation_steps", "deepspeed_config.gradient_accumulation_steps"}))
    return config.flags.emplace_back("gradient_accumulation_steps", value), true;
  if (is_one_of({"gradient_clipping", "deepspeed_config.gradient_clipping"}))
    return config.flags.emplace_back("max_grad_norm", value), true;
  if (is_one_of(
          {"deepspeed_config.offload_optimizer_device", "zero_optimization.offload_optimizer.device"})) {
    if (!is_none) config.flags.emplace_back("use_cpu_offload_optimizer", "true");
    return true;
  }
  if (is_one_of({"deepspeed_config.offload_param_device", "zero_optimization.offload_param.device"})) {
    constexpr int64_t all_blocks = 1000;  // more than any model has
    if (!is_none) config.settings["memory.streamed_blocks"] = all_blocks;
    return true;
  }
  if (is_one_of({"deepspeed_config.zero_stage", "zero_optimization.stage"}))
    return take_count(config, "distributed.zero_stage", value);
  // accelerate's names for Ulysses and ring attention, and DeepSpeed's for Ulysses.
  if (is_one_of({"parallelism_config.parallelism_config_sp_size", "sequence_parallel_size"}))
    return take_count(config, "distributed.ulysses", value);
  if (key == "parallelism_config.parallelism_config_cp_size")
    return take_count(config, "distributed.ring", value);
  if (key == "parallelism_config.parallelism_config_tp_size" && value == "1") return true;
  return is_harmless(key);
}

}  // namespace

LaunchConfig read_launch_config(std::string_view text) {
  LaunchConfig config;
  for (const auto& [key, value] : entries_of(text, config.problem))
    if (!take(config, key, value)) config.others.emplace_back(key, value);
  return config;
}

std::optional<std::string> read_named(const std::filesystem::path& script, const std::string& name) {
  constexpr size_t most_bytes = 1 << 16;  // such files have a few KiB
  std::error_code error;
  for (auto folder = std::filesystem::absolute(script, error).parent_path();; folder = folder.parent_path()) {
    if (std::filesystem::is_regular_file(folder / name, error)) return read_file(folder / name, most_bytes);
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

}  // namespace fw::interchange
