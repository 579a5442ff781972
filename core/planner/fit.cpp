// SPDX-License-Identifier: Apache-2.0
#include "planner/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "planner/fewest_blocks.h"

namespace fw::planner {

namespace {

using catalog::TextEncoderPlace;
using run::RunSettings;
using Settings = std::vector<RunSettings>;

/// Forms of validation and encoding, from the fastest to the one with the lowest memory use. The model learns
/// the seams of clips that are encoded in tiles, so that form comes last.
Settings component_forms(const RunSettings& run, FitScope scope) {
  Settings forms{run};
  RunSettings tiled = run;
  tiled.enable_slicing = tiled.enable_tiling = true;
  tiled.offload = catalog::Offload::model;
  RunSettings streamed = tiled;
  if (streamed.text_encoder == TextEncoderPlace::device) streamed.text_encoder = TextEncoderPlace::streamed;
  for (const RunSettings& form : {tiled, streamed}) {
    if (form != forms.back()) forms.push_back(form);
  }
  if (run.vae_tiling || scope == FitScope::same_course) return forms;
  const size_t whole = forms.size();
  for (size_t i = 0; i < whole; ++i) {
    RunSettings form = forms[i];
    form.vae_tiling = true;
    forms.push_back(std::move(form));
  }
  return forms;
}

/// Forms of the optimizer. For a LoRA, whose optimizer is small, only offloading to host memory is added.
Settings optimizer_forms(const RunSettings& run, FitScope scope) {
  Settings forms{run};
  if (scope == FitScope::same_course) return forms;
  const auto add = [&](auto&& change) {
    RunSettings form = run;
    change(form);
    if (std::ranges::find(forms, form) == forms.end()) forms.push_back(std::move(form));
  };
  if (run.training_type != run::TrainingType::sft) {
    add([](RunSettings& form) { form.optimizer_offload = true; });
    return forms;
  }
  const auto eight_bits = [](RunSettings& form) {
    if (const auto smaller = facts_of(form.optimizer).in_eight_bits) form.optimizer = *smaller;
  };
  add(eight_bits);
  if (facts_of(run.optimizer).trains_bf16 && run.mixed_precision == "bf16" && !run.optimizer_offload) {
    add([&](RunSettings& form) {
      eight_bits(form);
      form.trained_type = "bf16";
    });
  }
  add([](RunSettings& form) { form.optimizer_offload = true, form.trained_type = "fp32"; });
  add([](RunSettings& form) {
    form.optimizer_offload = form.offload_gradients = true;
    form.trained_type = "fp32";
  });
  return forms;
}

/// Forms of training: each form of the optimizer with less and less device memory, except for streamed
/// blocks.
Settings training_forms(const RunSettings& run, FitScope scope) {
  Settings forms;
  const auto add = [&](const RunSettings& form) {
    if (std::ranges::find(forms, form) == forms.end()) forms.push_back(form);
  };
  for (RunSettings form : optimizer_forms(run, scope)) {
    add(form);
    form.gradient_checkpointing = true;
    form.gradient_checkpointing_interval = 1;
    form.kept_blocks = 0;
    if (!run.gradient_checkpointing) {
      form.keep_attention = true;
      add(form);
    }
    form.keep_attention = false;
    add(form);
    form.activation_offload = true;
    add(form);
  }
  return forms;
}

struct Candidate {
  RunSettings settings;
  Forecast forecast;
};

class Search {
 public:
  Search(const MemoryLimits& limits, int64_t block_count, const Forecaster& forecast)
      : limits_(limits), block_count_(block_count), forecast_(forecast) {}

  bool fits(const Forecast& forecast) const {
    return forecast.peak_bytes <= limits_.device_bytes && forecast.host_bytes <= limits_.host_bytes;
  }

  /// The fastest form that fits, with the smallest number of streamed blocks.
  std::optional<Candidate> best(const Settings& forms) {
    std::optional<Candidate> best;
    for (const RunSettings& form : forms) {
      const auto found = fewest_blocks(form, best ? best->forecast.step_s : INFINITY);
      if (found && (!best || found->forecast.step_s < best->forecast.step_s)) best = found;
    }
    return best;
  }

  /// The same training with the first form of the components that still fits: they do not affect the step
  /// time, and the first one is the fastest.
  Candidate relaxed(Candidate found, const Settings& components) const {
    for (const RunSettings& form : components) {
      RunSettings run = found.settings;
      run.enable_slicing = form.enable_slicing;
      run.enable_tiling = form.enable_tiling;
      run.vae_tiling = form.vae_tiling;
      run.offload = form.offload;
      run.text_encoder = form.text_encoder;
      if (run == found.settings) break;
      Candidate candidate = with_blocks(run, run.streamed_blocks);
      if (fits(candidate.forecast)) return candidate;
    }
    return found;
  }

  /// The same training with less recomputation in the backward pass, as far as memory allows.
  Candidate with_less_recomputed(const Candidate& found) const {
    const RunSettings& run = found.settings;
    if (!run.gradient_checkpointing || run.activation_offload || run.streamed_blocks > 0) return found;
    Candidate best = found;
    for (const bool attention : {false, true}) {
      if (run.keep_attention && !attention) continue;
      RunSettings form = run;
      form.keep_attention = attention;
      const auto kept = most_kept_blocks(form);
      if (kept && kept->forecast.step_s < best.forecast.step_s) best = *kept;
    }
    return best;
  }

  /// Of all candidates tried that fit the device, the one with the lowest host memory use.
  const std::optional<Candidate>& smallest_in_host() const { return smallest_in_host_; }

  Candidate with_blocks(RunSettings form, int64_t count) const {
    form.streamed_blocks = count;
    const Forecast forecast = forecast_(form);
    return {std::move(form), forecast};
  }

 private:
  /// Plans can be slightly too low, and the last bytes save no time.
  static constexpr double spent_share = 0.95;

  std::optional<Candidate> most_kept_blocks(RunSettings form) const {
    const auto limit = static_cast<int64_t>(spent_share * static_cast<double>(limits_.device_bytes));
    const int64_t recomputed = block_count_ - std::min(form.kept_blocks, block_count_);
    auto found = fewest(0, recomputed, limit, [&](int64_t count) {
      form.kept_blocks = block_count_ - count;
      return with_blocks(form, form.streamed_blocks);
    });
    return found && fits(found->forecast) ? std::move(found) : std::nullopt;
  }

  /// The candidate with the smallest number of blocks (streamed or recomputed) whose device memory is within
  /// the limit; nullopt if even `all` are not enough. Forecasts each number once.
  static std::optional<Candidate> fewest(int64_t least, int64_t all, int64_t limit_bytes,
                                         const std::function<Candidate(int64_t)>& with_count) {
    std::map<int64_t, Candidate> tried;
    const auto count = planner::fewest_blocks(least, all, limit_bytes, [&](int64_t blocks) {
      if (!tried.contains(blocks)) tried.emplace(blocks, with_count(blocks));
      return tried.at(blocks).forecast.peak_bytes;
    });
    return count ? std::optional(tried.at(*count)) : std::nullopt;
  }

  /// Candidate of a form with the smallest number of blocks that fits the device: more blocks only need more
  /// host memory.
  std::optional<Candidate> fewest_blocks(const RunSettings& form, double slowest_s) {
    const Candidate few = with_blocks(form, std::min(form.streamed_blocks, block_count_));
    if (few.forecast.step_s >= slowest_s) return std::nullopt;  // streaming never makes a step faster
    const auto found = fit_device(few);
    if (!found || fits(found->forecast)) return found;
    if (!smallest_in_host_ || found->forecast.host_bytes < smallest_in_host_->forecast.host_bytes)
      smallest_in_host_ = found;
    return std::nullopt;
  }

  std::optional<Candidate> fit_device(const Candidate& few) const {
    const RunSettings& form = few.settings;
    if (few.forecast.peak_bytes <= limits_.device_bytes) return few;
    if (!form.gradient_checkpointing) return std::nullopt;
    return fewest(form.streamed_blocks, block_count_, limits_.device_bytes, [&](int64_t count) {
      return count == form.streamed_blocks ? few : with_blocks(form, count);
    });
  }

  MemoryLimits limits_;
  int64_t block_count_;
  const Forecaster& forecast_;
  std::optional<Candidate> smallest_in_host_;
};

/// The run without its optional use of host memory. The forms that are tried add it again as needed.
RunSettings with_less_in_host(RunSettings run, FitScope scope) {
  run.streamed_blocks = 0;
  run.activation_offload = false;
  if (scope == FitScope::all) run.optimizer_offload = run.offload_gradients = false;
  return run;
}

/// Names the format with the smallest effect among those with which a LoRA fits.
void name_quantization(Fit& fit, const RunSettings& run, Search& search, FitScope scope) {
  using enum catalog::Quantization;
  if (run.training_type != run::TrainingType::lora || run.quantization != none ||
      scope == FitScope::same_course)
    return;
  for (const auto format : {int8, fp8, nf4}) {
    RunSettings quantized = component_forms(run, scope).back();
    quantized.quantization = format;
    const auto found = search.best(training_forms(quantized, scope));
    if (!found) continue;
    fit.quantization = name_of(format);
    fit.quantized = found->forecast;
    return;
  }
}

}  // namespace

std::vector<run::SettingChange> changes_of(const RunSettings& before, const RunSettings& after) {
  std::vector<run::SettingChange> changes;
  for (const catalog::Setting& setting : run::settings()) {
    const catalog::Value value = value_of(after, setting);
    if (value != value_of(before, setting))
      changes.push_back({std::string(setting.key), run::to_toml(value)});
  }
  return changes;
}

Fit fit_to_memory(const RunSettings& run, const MemoryLimits& limits, int64_t block_count,
                  const Forecaster& forecast, FitScope scope) {
  Fit fit;
  fit.before = forecast(run);
  Search search(limits, block_count, forecast);
  std::optional<Candidate> found;
  if (search.fits(fit.before)) found = Candidate{run, fit.before};
  const bool is_host_short = fit.before.host_bytes > limits.host_bytes;
  const Settings components = component_forms(is_host_short ? with_less_in_host(run, scope) : run, scope);
  const Settings forms = training_forms(components.back(), scope);
  if (!found) {
    found = search.best(forms);
    if (found) found = search.relaxed(*found, components);
  }
  fit.fits = found.has_value();
  if (found && scope == FitScope::fastest) found = search.with_less_recomputed(*found);
  if (!found) {
    found = search.smallest_in_host();
    fit.host_short = found.has_value();
    name_quantization(fit, run, search, scope);
    if (!found) found = search.with_blocks(forms.back(), block_count);
  }
  fit.settings = found->settings;
  fit.after = found->forecast;
  fit.changes = changes_of(run, fit.settings);
  return fit;
}

run::FitVerdict verdict_of(const Fit& fit, const MemoryLimits& limits, int64_t block_count) {
  run::FitVerdict verdict{.fits = fit.fits,
                          .changes = fit.changes,
                          .needed_bytes = fit.host_short ? fit.after.host_bytes : fit.after.peak_bytes,
                          .limit_bytes = fit.host_short ? limits.host_bytes : limits.device_bytes,
                          .block_count = block_count,
                          .host_short = fit.host_short};
  verdict.quantization = fit.quantization;
  verdict.quantized_bytes = fit.host_short ? fit.quantized.host_bytes : fit.quantized.peak_bytes;
  if (fit.before.step_s > 0) verdict.slower = fit.after.step_s / fit.before.step_s - 1;
  return verdict;
}

}  // namespace fw::planner
