// SPDX-License-Identifier: Apache-2.0
#include "run/launcher.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>

namespace fw::run {

namespace {

constexpr std::string_view visible_name = "CUDA_VISIBLE_DEVICES=";

/// Flags that say where and how many, not how the weights are trained.
constexpr std::array<std::string_view, 31> harmless = {"config_file",
                                                       "debug",
                                                       "enable_cpu_affinity",
                                                       "gpu_ids",
                                                       "hostfile",
                                                       "include",
                                                       "log_dir",
                                                       "machine_rank",
                                                       "main_process_ip",
                                                       "main_process_port",
                                                       "master_addr",
                                                       "master_port",
                                                       "max_restarts",
                                                       "mixed_precision",
                                                       "module",
                                                       "multi_gpu",
                                                       "nnodes",
                                                       "no_python",
                                                       "node_rank",
                                                       "nproc_per_node",
                                                       "num_cpu_threads_per_process",
                                                       "num_gpus",
                                                       "num_machines",
                                                       "num_nodes",
                                                       "num_processes",
                                                       "quiet",
                                                       "rdzv_backend",
                                                       "rdzv_endpoint",
                                                       "rdzv_id",
                                                       "standalone",
                                                       "tee"};

int64_t list_length(std::string_view list) {
  return 1 + std::count(list.begin(), list.end(), ',');
}

std::optional<int64_t> process_count(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 1'000'000)
    return std::nullopt;
  return value;
}

class LauncherWords {
 public:
  LauncherWords(std::span<const std::string> words, std::string visible) : visible_(std::move(visible)) {
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      launcher_.words += (i > 0 ? " " : "") + word;
      if (word.starts_with(visible_name)) visible_ = word.substr(visible_name.size());
      if (!word.starts_with("--")) continue;
      const size_t equals = word.find('=');
      std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
      std::replace(name.begin(), name.end(), '-', '_');
      if (equals != std::string::npos) {
        flags_[name] = word.substr(equals + 1);
      } else {
        const bool has_value = i + 1 < words.size() && !words[i + 1].starts_with('-');
        flags_[name] = has_value ? words[i + 1] : "";
      }
    }
  }

  Launcher read() {
    launcher_.processes = processes();
    launcher_.mixed_precision = value("mixed_precision");
    for (const auto& [name, text] : flags_) {
      if (std::find(harmless.begin(), harmless.end(), name) == harmless.end())
        launcher_.others.emplace_back(name, text);
    }
    return std::move(launcher_);
  }

 private:
  bool names(std::string_view program) const { return launcher_.words.find(program) != std::string::npos; }
  bool has(const std::string& flag) const { return flags_.contains(flag); }
  std::string value(const std::string& flag) const { return has(flag) ? flags_.at(flag) : std::string(); }
  /// A flag's number; 1 if it is not given.
  std::optional<int64_t> count(const std::string& flag) const {
    return has(flag) ? process_count(value(flag)) : std::optional<int64_t>(1);
  }
  static std::optional<int64_t> product(std::optional<int64_t> a, std::optional<int64_t> b) {
    return a && b ? std::optional(*a * *b) : std::nullopt;
  }
  std::optional<int64_t> visible() const {
    return visible_.empty() ? std::nullopt : std::optional(list_length(visible_));
  }

  std::optional<int64_t> processes() const {
    if (names("accelerate")) {
      if (has("num_processes")) return count("num_processes");
      const std::string ids = value("gpu_ids");
      const bool listed = !ids.empty() && ids != "all";
      const std::optional<int64_t> here = listed ? list_length(ids) : visible();
      // The configuration file may request fewer processes than there are devices, but not more.
      return here == 1 || !has("config_file") ? product(here, count("num_machines")) : std::nullopt;
    }
    if (names("torchrun") || names("torch.distributed")) {
      const std::string each = value("nproc_per_node");
      const bool all = each == "gpu" || each == "auto" || each == "cuda";
      return product(all ? visible() : count("nproc_per_node"), count("nnodes"));
    }
    if (names("deepspeed")) {
      const std::string include = value("include");
      const size_t colon = include.find(':');
      const std::optional<int64_t> here = has("num_gpus")              ? count("num_gpus")
                                          : colon != std::string::npos ? list_length(include.substr(colon))
                                                                       : visible();
      return product(here, count("num_nodes"));
    }
    return 1;
  }

  Launcher launcher_;
  std::string visible_;
  std::map<std::string, std::string> flags_;
};

}  // namespace

Launcher read_launcher(std::span<const std::string> words, std::string visible_devices) {
  return LauncherWords(words, std::move(visible_devices)).read();
}

}  // namespace fw::run
