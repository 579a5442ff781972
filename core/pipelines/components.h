// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "models/cogvideox_transformer.h"
#include "models/cogvideox_vae.h"
#include "models/t5_encoder.h"
#include "nn/block_runner.h"
#include "text/t5_tokenizer.h"

/// Loads one component of a diffusers model folder, ready to compute. Each throws fw::Error config-,
/// safetensors- and nn-coded for files that are missing, broken or of another model; fw::Cancelled between
/// two tensors. Thread: any.
namespace fw::pipelines {

/// A component's config.json. @throws fw::Error base.read_failed, pipelines.bad_json
nlohmann::json read_component_config(const std::filesystem::path& file);

std::unique_ptr<models::T5Encoder> load_text_encoder(const std::filesystem::path& model_folder,
                                                     torch::Dtype dtype, torch::Device device,
                                                     const std::stop_token& stop = {});
std::unique_ptr<models::CogVideoXTransformer> load_transformer(const std::filesystem::path& model_folder,
                                                               torch::Dtype dtype, torch::Device device,
                                                               const std::stop_token& stop = {});
struct LoraChoice {
  std::filesystem::path file;
  double weight = 1;
};
/// Puts LoRAs, in float32 on `device`, on top of a transformer's layers. @throws fw::Error for a file that is
/// none or does not fit
void attach_loras(nn::Module& transformer, const std::vector<LoraChoice>& loras, torch::Device device);

std::unique_ptr<models::CogVideoXVae> load_vae(const std::filesystem::path& model_folder, torch::Dtype dtype,
                                               torch::Device device, const std::stop_token& stop = {});

/// Texts to embeddings as the CogVideoX pipelines do it: padded, and without an attention mask.
/// @return [B, max_tokens, D] in the encoder's dtype
torch::Tensor encode_prompts(models::T5Encoder& encoder, const text::T5Tokenizer& tokenizer,
                             const std::vector<std::string>& prompts, int64_t max_tokens,
                             torch::Device device, const nn::BlockRunner& runner = {});

/// What a rehearsal does instead: it has no tokenizer and needs none. @param device  that computes
torch::Tensor rehearse_prompts(models::T5Encoder& encoder, size_t count, int64_t max_tokens,
                               torch::Device device, const nn::BlockRunner& runner);

/// A clip as the networks take it. @param bytes  [F, H, W, 3] 8-bit RGB
/// @return [1, 3, F, H, W] in [-1, 1] on `device`
torch::Tensor normalise_frames(const torch::Tensor& bytes, torch::Device device, torch::Dtype dtype);

/// Makes `target`, which holds a transformer, a whole model folder: model_index.json is copied from `model`,
/// and its other components become links, or copies where the file system has no links.
/// @throws std::filesystem::filesystem_error, fw::Error base.read_failed, base.write_failed
void link_other_components(const std::filesystem::path& model, const std::filesystem::path& target);

}  // namespace fw::pipelines
