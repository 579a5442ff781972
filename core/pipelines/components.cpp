// SPDX-License-Identifier: Apache-2.0
#include "pipelines/components.h"

#include <torch/torch.h>

#include <algorithm>

#include "adapters/lora.h"
#include "adapters/lora_file.h"
#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_tree.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "nn/load.h"
#include "tensor/placement.h"
#include "tensor/rehearsal.h"

namespace fw::pipelines {

namespace {

constexpr ErrorCode bad_json{"pipelines.bad_json", FW_TEXT("errors", "{file} is not JSON: {reason}."),
                             FW_TEXT("errors", "Copy or download the model again."), Blame::input};

/// Builds the module from the folder's config.json on the meta device and fills it.
template <class Model, class Config>
std::unique_ptr<Model> load_component(const std::filesystem::path& folder, torch::Dtype dtype,
                                      torch::Device device, const std::stop_token& stop) {
  const tensor::PhaseScope phase(tensor::Phase::loading);
  const auto config = Config::from_json(read_component_config(folder / "config.json"));
  auto model = std::make_unique<Model>(config, torch::TensorOptions(torch::kMeta).dtype(dtype));
  nn::LoadOptions options;
  options.on_tensor = [&stop](size_t, size_t) {
    if (stop.stop_requested()) throw Cancelled();
  };
  nn::load_parameters(*model, folder, dtype, device, options);
  return model;
}

}  // namespace

nlohmann::json read_component_config(const std::filesystem::path& file) {
  std::string problem;
  nlohmann::json json = parse_json(read_file(file, largest_json), &problem);
  if (json.is_discarded()) throw Error(bad_json, {{"file", to_utf8(file)}, {"reason", problem}});
  return json;
}

void link_other_components(const std::filesystem::path& model, const std::filesystem::path& target) {
  const std::filesystem::path place = std::filesystem::canonical(target);
  for (const auto& entry : std::filesystem::directory_iterator(model)) {
    const std::filesystem::path name = entry.path().filename();
    const std::filesystem::path source = std::filesystem::canonical(entry.path());
    // Where links are not possible, a folder that holds the target, as of runs, would be copied into itself.
    const bool holds_target = std::ranges::mismatch(source, place).in1 == source.end();
    if (entry.is_directory() && name != "transformer" && !holds_target) {
      link_or_copy(source, target / name);
    } else if (name == "model_index.json") {
      copy_file(source, target / name, Existing::refuse);
    }
  }
}

std::unique_ptr<models::T5Encoder> load_text_encoder(const std::filesystem::path& model_folder,
                                                     torch::Dtype dtype, torch::Device device,
                                                     const std::stop_token& stop) {
  return load_component<models::T5Encoder, models::T5EncoderConfig>(model_folder / "text_encoder", dtype,
                                                                    device, stop);
}

std::unique_ptr<models::CogVideoXTransformer> load_transformer(const std::filesystem::path& model_folder,
                                                               torch::Dtype dtype, torch::Device device,
                                                               const std::stop_token& stop) {
  return load_component<models::CogVideoXTransformer, models::CogVideoXTransformerConfig>(
      model_folder / "transformer", dtype, device, stop);
}

void attach_loras(nn::Module& transformer, const std::vector<LoraChoice>& loras, torch::Device device) {
  for (const LoraChoice& choice : loras) {
    const adapters::Lora lora = adapters::load_lora(choice.file, adapters::linear_paths(transformer)).lora;
    adapters::attach(transformer, adapters::to(lora, device, torch::kFloat32), choice.weight);
  }
}

std::unique_ptr<models::CogVideoXVae> load_vae(const std::filesystem::path& model_folder, torch::Dtype dtype,
                                               torch::Device device, const std::stop_token& stop) {
  return load_component<models::CogVideoXVae, models::CogVideoXVaeConfig>(model_folder / "vae", dtype, device,
                                                                          stop);
}

torch::Tensor encode_prompts(models::T5Encoder& encoder, const text::T5Tokenizer& tokenizer,
                             const std::vector<std::string>& prompts, int64_t max_tokens,
                             torch::Device device, const nn::BlockRunner& runner) {
  std::vector<int64_t> ids;
  for (const std::string& prompt : prompts) {
    const std::vector<int64_t> row = tokenizer.encode(prompt, max_tokens).ids;
    ids.insert(ids.end(), row.begin(), row.end());
  }
  const auto input =
      torch::tensor(ids, torch::kInt64).view({static_cast<int64_t>(prompts.size()), max_tokens}).to(device);
  return encoder.forward(input, {}, runner);
}

torch::Tensor rehearse_prompts(models::T5Encoder& encoder, size_t count, int64_t max_tokens,
                               torch::Device device, const nn::BlockRunner& runner) {
  const bool on_host = device.is_cpu() && tensor::Rehearsal::target() != torch::kCPU;
  const tensor::PlacementScope place(on_host ? tensor::Placement::host : tensor::Placement::device);
  const auto options = torch::TensorOptions(torch::kInt64).device(torch::kMeta);
  return encoder.forward(torch::empty({static_cast<int64_t>(count), max_tokens}, options), {}, runner);
}

torch::Tensor normalise_frames(const torch::Tensor& bytes, torch::Device device, torch::Dtype dtype) {
  // Scaled in float32 and only then rounded to the network's type.
  return bytes.to(device)
      .permute({3, 0, 1, 2})
      .unsqueeze(0)
      .to(torch::kFloat32)
      .div_(127.5)
      .sub_(1)
      .to(dtype);
}

}  // namespace fw::pipelines
