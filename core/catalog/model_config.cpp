// SPDX-License-Identifier: Apache-2.0
#include "catalog/model_config.h"

#include "base/error.h"
#include "base/json_text.h"
#include "base/paths.h"

namespace fw::catalog {

namespace {

constexpr ErrorCode model_file_missing{
    "catalog.model_file_missing", FW_TEXT("errors", "{file} is missing."),
    FW_TEXT("errors",
            "Give a model folder in diffusers layout: it contains model_index.json, transformer, vae, "
            "text_encoder, tokenizer and scheduler."),
    Blame::input};
constexpr ErrorCode model_file_broken{"catalog.model_file_broken",
                                      FW_TEXT("errors", "{file} is not a model's configuration: {reason}."),
                                      FW_TEXT("errors", "Download the file again."), Blame::input};

}  // namespace

std::string class_of(const nlohmann::json& config) {
  if (const auto name = config.find("_class_name"); name != config.end() && name->is_string()) return *name;
  const auto list = config.find("architectures");
  if (list == config.end() || !list->is_array() || list->empty() || !list->front().is_string()) return {};
  return list->front();
}

ModelConfig::ModelConfig(std::filesystem::path file) : file_(std::move(file)) {
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) throw Error(model_file_missing, {{"file", to_utf8(file_)}});
  json_ = read_json(file_);
  if (!json_.is_object()) fail("it is not a JSON object");
}

bool ModelConfig::has(const char* name) const {
  const auto found = json_.find(name);
  return found != json_.end() && !found->is_null();
}

int64_t ModelConfig::get_size(const char* name, int64_t fallback) const {
  const auto value = get<int64_t>(name, fallback);
  if (value < 1 || value > (1 << 20)) fail("\"" + std::string(name) + "\" is out of range");
  return value;
}

void ModelConfig::fail(const std::string& reason) const {
  throw Error(model_file_broken, {{"file", to_utf8(file_)}, {"reason", reason}});
}

}  // namespace fw::catalog
