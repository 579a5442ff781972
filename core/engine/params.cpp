// SPDX-License-Identifier: Apache-2.0
#include "engine/params.h"

#include "catalog/catalog.h"
#include "tensor/device.h"
#include "tensor/dtype.h"

namespace fw::engine {

std::filesystem::path path_param(const nlohmann::json& params, const char* key) {
  return std::filesystem::path(params.at(key).get<std::string>());
}

Existing existing_param(const nlohmann::json& params) {
  return params.value("overwrite", false) ? Existing::replace : Existing::refuse;
}

torch::Device device_param(const nlohmann::json& params) {
  return tensor::parse_device(params.value("device", "auto"));
}

torch::Dtype dtype_param(const nlohmann::json& params, torch::Device device,
                         const std::filesystem::path& model_folder) {
  const auto text = params.value("dtype", std::string("auto"));
  if (text != "auto") return tensor::parse_dtype(text);
  return device.is_cpu() ? torch::kFloat32
                         : tensor::parse_dtype(catalog::recognise_model({model_folder}).dtype);
}

encoders::TextEncoderPlace text_encoder_param(const nlohmann::json& params) {
  return choice_param<encoders::TextEncoderPlace>(params, "text_encoder");
}

catalog::VideoTask task_param(const nlohmann::json& params, const std::filesystem::path& model_folder) {
  if (params.value("task", std::string()).empty())
    return catalog::recognise_model({model_folder}).tasks.front();
  return choice_param<catalog::VideoTask>(params, "task");
}

std::vector<inference::LoraChoice> loras_param(const nlohmann::json& params) {
  std::vector<inference::LoraChoice> loras;
  for (const auto& lora : params.value("loras", nlohmann::json::array()))
    loras.push_back({path_param(lora, "file"), lora.value("weight", 1.0)});
  return loras;
}

}  // namespace fw::engine
