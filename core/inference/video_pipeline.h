// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "catalog/model_spec.h"
#include "encoders/text_encoding.h"
#include "families/cogvideox/sampling.h"
#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "families/video_vae.h"
#include "inference/components.h"

namespace fw::inference {

/// How many of a model's components are on the device at a time. Both give the same numbers.
enum class Offload {
  none = 1,  ///< every component stays where it was loaded
  model,     ///< one component at a time, thrown away after use
};

struct PipelineOptions {
  std::filesystem::path model_folder;
  torch::Device device = torch::kCPU;
  torch::Dtype dtype = torch::kFloat32;
  Offload offload = Offload::none;
  encoders::TextEncoderPlace text_encoder = encoders::TextEncoderPlace::device;
  int64_t streamed_blocks = 0;  ///< of the transformer that the pipeline loads: see memory::BlockStreamer
  std::vector<LoraChoice> loras;
  bool vae_slicing = false;
  bool vae_tiling = false;
  /// What decoding may take; 0: what is free then. A clip that does not fit is decoded in (smaller) tiles.
  uint64_t vae_bytes = 0;
};

struct VideoRequest {
  std::string prompt;
  std::string negative_prompt;
  torch::Tensor image;   ///< [1, 3, H, W] in 0..1 of the clip's size; undefined for text-to-video
  catalog::Bucket size;  ///< as catalog::check_video_size allows it
  int64_t steps = 50;
  double guidance_scale = 6;
  bool use_dynamic_cfg = false;
  std::string scheduler_class;  ///< empty: the folder's own
  uint64_t seed = 0;
};

struct VideoObserver {
  std::function<void(const Progress&)> on_progress;
  /// What the user asked for and did not get.
  std::function<void(const std::string& text)> on_warning;
  /// After each step; `pred_original` [1, F, C, h, w] without padding frames is what a preview shows.
  std::function<void(size_t step, const torch::Tensor& pred_original)> on_step;
  /// Before decoding, which may fail for want of memory: [1, F, C, h, w] float32 without padding frames.
  std::function<void(const torch::Tensor& latents)> on_latents;
  /// Once, when the VAE is loaded: a preview of latents is fitted on it. Only called when set.
  std::function<void(families::VideoVae& vae)> on_vae;
};

/// Makes clips from text, or from text and a first image, with a CogVideoX model folder. Can be asked for
/// several clips. Cancelling is looked at between any two blocks of any network.
class VideoPipeline {
 public:
  /// @throws fw::Error for a folder that is no model, or a LoRA that does not fit
  VideoPipeline(PipelineOptions options, std::stop_token stop);
  ~VideoPipeline();

  const catalog::ModelSpec& facts() const { return facts_; }

  /// All that forbids the request, at once. Thread: any.
  std::vector<Fault> check(const VideoRequest& request) const;

  /// Computes with a network that is there already, weights and LoRAs as they stand, instead of loading one;
  /// it is never moved or thrown away. @param transformer  must outlive the pipeline
  /// @param runner  runs its blocks, with their weights on the pipeline's device
  void lend_transformer(families::CogVideoXTransformer& transformer, nn::BlockRunner runner);
  /// Encodes the prompts of clips to come, so that the text encoder is loaded once for all of them.
  void encode_prompts_of(const std::vector<VideoRequest>& requests, const VideoObserver& observer);

  /// @return [T, H, W, 3] float32 in 0..1 on the CPU
  /// @throws fw::Error, fw::Cancelled; LibTorch's out of memory. Thread: one at a time.
  torch::Tensor generate(const VideoRequest& request, const VideoObserver& observer);
  /// The last part of generate() alone. @param latents  as VideoObserver::on_latents got them
  torch::Tensor decode(const torch::Tensor& latents, int64_t frames, const VideoObserver& observer);

 private:
  /// [2, L, D], negative first, or [1, L, D] without guidance.
  torch::Tensor embed(const VideoRequest& request, const VideoObserver& observer);
  torch::Tensor sample(const VideoRequest& request, const torch::Tensor& embeds,
                       const torch::Tensor& image_latents, const VideoObserver& observer);
  families::CogVideoXTransformer& transformer(const VideoObserver& observer);
  std::unique_ptr<families::CogVideoXTransformer> load_transformer_with_loras() const;
  /// With Offload::model: throws the component away and gives its memory back to the device's other users.
  template <class Component>
  void unload(std::unique_ptr<Component>& component);
  families::CogVideoXVae& vae();
  families::VaeOptions vae_options(const std::string& phase, const VideoObserver& observer) const;
  void fit_tiles(families::VaeOptions& options, const catalog::LatentSize& latents,
                 const VideoObserver& observer) const;
  torch::Tensor draw(uint64_t seed, uint64_t use, torch::IntArrayRef shape) const;

  PipelineOptions options_;
  std::stop_token stop_;
  catalog::ModelSpec facts_;
  std::unique_ptr<encoders::TextEncoding> text_encoder_;
  std::map<std::vector<std::string>, torch::Tensor> embeds_;  // on the CPU: of prompts seen so far
  std::unique_ptr<families::CogVideoXTransformer> transformer_;
  families::CogVideoXTransformer* lent_transformer_ = nullptr;
  nn::BlockRunner transformer_runner_;
  std::unique_ptr<families::CogVideoXVae> vae_;
};

}  // namespace fw::inference
