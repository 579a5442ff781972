// SPDX-License-Identifier: Apache-2.0
#include "run/step_times.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "base/atomic_file.h"
#include "base/json_fields.h"
#include "base/json_text.h"
#include "base/paths.h"

namespace fw::run {

namespace {

constexpr size_t most_kinds = 200;
constexpr const char* times_key = "step_times";

struct Measured {
  double seconds = 0;
  int64_t time_ms = 0;  ///< since the Unix epoch
};
void describe(auto& fields, Measured& measured) {
  fields("seconds", measured.seconds);
  fields("time_ms", measured.time_ms);
}
using Times = std::map<std::string, Measured>;

std::filesystem::path times_file() {
  return data_folder() / "step_times.json";
}

Times read_times() {
  Times times;
  std::error_code error;
  if (!std::filesystem::exists(times_file(), error)) return times;
  try {
    const nlohmann::json json = read_json(times_file());
    for (const auto& [kind, value] : json.at(times_key).items())
      read_fields(value, times[kind], "step_times", Reading::lenient);
  } catch (const std::exception&) {
    return {};  // will be measured again
  }
  return times;
}

/// False for settings that determine how much, how fast or how long is learned, but not the time of an
/// update.
bool decides_on_time(const catalog::Setting& setting) {
  constexpr std::array sections{"training.", "memory.", "lora.", "sft.", "optimizer.", "ema.", "model."};
  constexpr std::array others{"training.train_steps",
                              "training.train_epochs",
                              "training.max_skipped_steps",
                              "training.start_from",
                              "lora.lora_alpha",
                              "optimizer.lr",
                              "optimizer.beta1",
                              "optimizer.beta2",
                              "optimizer.epsilon",
                              "optimizer.weight_decay",
                              "optimizer.max_grad_norm",
                              "model.folder",
                              "optimizer.beta3",
                              "optimizer.d0",
                              "optimizer.d_coef",
                              "optimizer.growth_rate",
                              "optimizer.clip_threshold",
                              "lora.alpha_pattern",
                              "lora.use_rslora",
                              "lora.module_dropout",
                              "training.huber_c"};
  const std::string_view key = setting.key;
  if (key == "run.cpu_threads" || key == "run.allow_tf32") return true;
  return std::ranges::any_of(sections, [&](const char* section) { return key.starts_with(section); }) &&
         std::ranges::find(others, key) == others.end();
}

}  // namespace

std::string step_kind(RunSettings run, const std::string& model, const std::string& device,
                      const std::set<catalog::Bucket>& buckets, int64_t processes) {
  run.cpu_threads = thread_count(run, processes);  // as a started run has it
  std::string kind = model + ", " + device;
  if (processes > 1) kind += ", " + std::to_string(processes) + " processes";
  for (const catalog::Bucket& bucket : buckets) kind += ", " + catalog::to_string(bucket);
  for (const catalog::Setting& setting : settings()) {
    if (!decides_on_time(setting)) continue;
    const catalog::Value value = value_of(run, setting);
    if (value != default_of(setting, run.family))
      kind += ", " + std::string(setting.key) + " = " + to_toml(value);
  }
  return kind;
}

int64_t times_due(int64_t from, int64_t total, int64_t interval) {
  if (from >= total || interval <= 0) return 0;
  return total / interval - from / interval + (total % interval != 0 ? 1 : 0);
}

std::optional<double> measured_step_seconds(const std::string& kind) {
  const Times times = read_times();
  const auto found = times.find(kind);
  return found == times.end() || found->second.seconds <= 0 ? std::nullopt
                                                            : std::optional(found->second.seconds);
}

void remember_step_seconds(const std::string& kind, double seconds) {
  Times times = read_times();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  times[kind] = {seconds, std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
  while (times.size() > most_kinds)
    times.erase(std::ranges::min_element(times, {}, [](const auto& each) { return each.second.time_ms; }));
  std::error_code error;
  std::filesystem::create_directories(data_folder(), error);
  write_file_atomically(times_file(), nlohmann::json{{times_key, times}}.dump(1) + '\n', Existing::replace);
}

}  // namespace fw::run
