// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "distributed/group.h"
#include "families/family.h"
#include "inference/components.h"

namespace fw::inference {

using catalog::Offload;

struct PipelineOptions {
  catalog::ModelSource model;
  torch::Device device = torch::kCPU;
  /// GPUs on which to place the transformer that the pipeline loads, `device` first; empty: it is on
  /// `device`. See memory::place_blocks. Everything else is on `device`, except the text encoder, which goes
  /// where most memory is free.
  std::vector<torch::Device> devices = {};
  torch::Dtype dtype = torch::kFloat32;
  Offload offload = Offload::none;
  encoders::TextEncoderPlace text_encoder = encoders::TextEncoderPlace::device;
  int64_t streamed_blocks = 0;  ///< of the transformer that the pipeline loads: see memory::BlockStreamer
  std::optional<nn::LowBit> low_bit = {};  ///< for the transformer that the pipeline loads
  catalog::AttentionForm attention = catalog::AttentionForm::exact;  ///< during denoising
  std::vector<LoraChoice> loras;  ///< on a lent transformer: during denoising only
  bool vae_slicing = false;
  bool vae_tiling = false;
  /// Memory limit for decoding; 0: what is free then. A clip that does not fit is decoded in (smaller) tiles.
  uint64_t vae_bytes = 0;
};

struct VideoRequest : families::SampleRequest {
  std::string prompt;
  std::string negative_prompt;
  std::vector<families::Condition> conditions;  ///< pictures of the clip's size; empty for text-to-video
  uint64_t seed = 0;
};

struct VideoObserver {
  std::function<void(const Progress&)> on_progress;
  /// Receives settings that could not be applied.
  std::function<void(const std::string& text)> on_warning;
  /// Reports the effect of quantization: for weights see nn::ComponentOptions::on_low_bit, for attention
  /// nn::Int8Attention.
  std::function<void(const std::string& text)> on_low_bit;
  /// After each step. @param clean  [1, C, F, h, w], the clip as predicted at this step
  std::function<void(int64_t step, const torch::Tensor& clean)> on_step;
  /// For clips with sound, before the latents: [1, channels, N].
  std::function<void(const families::SoundWave& sound)> on_sound = {};
  /// Before decoding, which may run out of memory: [1, C, F, h, w] float32.
  std::function<void(const torch::Tensor& latents)> on_latents;
  /// For models that make a clip in sections: the sections that an earlier call with the same request made,
  /// to continue from, and the callback after each section except the last.
  families::MadeSections made;
  std::function<void(const families::MadeSections& made)> on_section;
  /// Called once when the VAE is loaded, for fitting a preview of latents.
  std::function<void(families::VideoVae& vae)> on_vae;
};

/// Generates clips from texts and pictures with a model of any family. Defines the order of the phases, what
/// is loaded when and where, the memory for decoding, cancelling and progress; everything else is in the
/// family. Can generate several clips. Checks for cancelling between any two blocks of any network.
class VideoPipeline {
 public:
  /// @throws fw::Error for a folder that is not a model, or a LoRA that does not fit
  VideoPipeline(PipelineOptions options, std::stop_token stop);
  ~VideoPipeline();

  const catalog::ModelSpec& spec() const { return family_->spec(); }

  /// Returns all problems with the request. Thread: any.
  std::vector<Fault> check(const VideoRequest& request) const;

  /// Uses a network in training with its current weights and LoRAs instead of loading one; never moves or
  /// unloads it. @param model  must outlive the pipeline
  /// @param runner  runs its blocks, with their weights on the pipeline's device
  void lend_transformer(families::TrainingModel& model, nn::BlockRunner runner);
  /// Reads a LoRA and compares it with the model's networks; loads no weights.
  /// @throws fw::Error for a file that cannot be read or does not fit
  void check_lora(const LoraChoice& lora) const;
  /// Makes clips together with other processes. All of them must request the same clips at the same time; the
  /// first one encodes, and receives the frames, latents and all observer calls except steps. If a clip is
  /// decoded in tiles, they share the tiles.
  void share_with(std::shared_ptr<const distributed::Mesh> mesh) { mesh_ = std::move(mesh); }
  /// Encodes the prompts of future clips, so that the text encoder is loaded only once.
  void encode_prompts_of(const std::vector<VideoRequest>& requests, const VideoObserver& observer);

  /// @param sink  receives the frames as they are decoded: [t, H, W, 3] float32 in 0..1 on the CPU
  /// @throws fw::Error, fw::Cancelled; LibTorch's out-of-memory error. Thread: one at a time.
  void generate(const VideoRequest& request, const VideoObserver& observer, const families::FrameSink& sink);
  /// Only the last part of generate().
  /// @param latents  from VideoObserver::on_latents. @param request  that they were made for
  void decode(const torch::Tensor& latents, const VideoRequest& request, const VideoObserver& observer,
              const families::FrameSink& sink);
  /// @return all frames, [T, H, W, 3]
  torch::Tensor generate(const VideoRequest& request, const VideoObserver& observer);

 private:
  /// Lets the family make this clip with sound, or without.
  void choose_sound(const VideoRequest& request);
  void decode_sound(const VideoObserver& observer);
  /// A batch of two, negative first, or of one without guidance.
  encoders::TextCondition encode_text(const VideoRequest& request, const VideoObserver& observer);
  families::ImageCondition encode_pictures(const VideoRequest& request, const VideoObserver& observer);
  torch::Tensor sample(const families::SampleInput& input, uint64_t seed, const VideoObserver& observer);
  families::VideoTransformer& transformer(const VideoObserver& observer);
  std::unique_ptr<families::VideoTransformer> load_transformer_with_loras(
      const VideoObserver& observer) const;
  void attach_to_lent();
  nn::BlockRunner place_transformer(families::VideoTransformer& network, const VideoObserver& observer);
  nn::ComponentOptions on(torch::Device device) const;
  torch::Device encoding_device() const;
  /// With Offload::model, unloads the component and releases its memory to the device.
  template <class Component>
  void unload(std::unique_ptr<Component>& component);
  families::VideoVae& vae(families::VaePart part);
  families::VaeOptions vae_options(const std::string& phase, const VideoObserver& observer) const;
  void fit_tiles(families::VaeOptions& options, const torch::Tensor& latents, const VideoRequest& request,
                 uint64_t free, const VideoObserver& observer) const;
  families::NoiseSource noise_of(uint64_t seed) const;
  bool leads() const { return !mesh_ || mesh_->sample->rank() == 0; }
  /// Runs `work` on the first process while the others wait.
  void on_first(const std::function<void()>& work) const;
  uint64_t free_bytes() const;
  bool is_true_anywhere(bool here) const;

  PipelineOptions options_;
  std::stop_token stop_;
  std::shared_ptr<const distributed::Mesh> mesh_;
  std::unique_ptr<families::Family> family_;
  std::unique_ptr<encoders::TextEncoders> text_encoders_;
  /// Of earlier prompts and of whether with sound, on the CPU.
  std::map<std::pair<std::vector<std::string>, bool>, encoders::TextCondition> texts_;
  torch::Tensor sound_tokens_;  // of the clip being made; undefined: none
  std::unique_ptr<families::VideoTransformer> transformer_;
  families::TrainingModel* lent_model_ = nullptr;
  nn::BlockRunner transformer_runner_;
  std::unique_ptr<families::VideoVae> vae_;
};

}  // namespace fw::inference
