// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/join.h"
#include "catalog/model_spec.h"
#include "encoders/text_encoders.h"
#include "inference/components.h"

/// Reading a job's parameters: the same words mean the same in every kind of job.
namespace fw::engine {

inline constexpr ErrorCode bad_choice{"engine.bad_choice",
                                      FW_TEXT("errors", "“{value}” is not a valid value for {key}."),
                                      FW_TEXT("errors", "Choose one of: {choices}."), Blame::input};

std::filesystem::path path_param(const nlohmann::json& params, const char* key);
/// "device", as tensor::parse_device takes it; "auto" when absent. @throws fw::Error tensor.unknown_device
torch::Device device_param(const nlohmann::json& params);
/// "dtype", as tensor::parse_dtype takes it. "auto" and absent: what the model was published in, on the CPU
/// float32, which it computes faster than the shorter types. @throws fw::Error tensor.unknown_dtype, config.*
torch::Dtype dtype_param(const nlohmann::json& params, torch::Device device,
                         const std::filesystem::path& model_folder);

/// "text_encoder": device (also when absent), stream or cpu, as settings have it.
/// @throws fw::Error engine.bad_choice
encoders::TextEncoderPlace text_encoder_param(const nlohmann::json& params);

/// "task", as training.task in run files; absent or empty: the usual one of the model.
/// @throws fw::Error engine.bad_choice, config.*
catalog::VideoTask task_param(const nlohmann::json& params, const std::filesystem::path& model_folder);

/// "overwrite": whether the user allowed what has the name of "out" to be replaced; absent: not.
Existing existing_param(const nlohmann::json& params);

/// "loras": [{"file", "weight" (1 when absent)}].
std::vector<inference::LoraChoice> loras_param(const nlohmann::json& params);

/// One of some words; absent: the first. @throws fw::Error engine.bad_choice
template <typename Value>
Value choice_param(const nlohmann::json& params, const char* key,
                   std::initializer_list<std::pair<const char*, Value>> choices) {
  const auto text = params.value(key, std::string(choices.begin()->first));
  std::string names;
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
    append_item(names, name);
  }
  throw Error(bad_choice, {{"key", key}, {"value", text}, {"choices", names}});
}

/// The same of an enum with words (catalog/choice.h).
template <typename Choice>
Choice choice_param(const nlohmann::json& params, const char* key) {
  const auto all = words(Choice{});
  const auto text = params.value(key, std::string(all.front()));
  if (const auto choice = catalog::choice_of<Choice>(text)) return *choice;
  throw Error(bad_choice, {{"key", key}, {"value", text}, {"choices", join(all)}});
}

}  // namespace fw::engine
