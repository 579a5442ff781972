// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "inference/finite_output.h"
#include "inference/video_pipeline.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

/// The part of the pipeline that makes a clip's sound.
namespace fw::inference {

void VideoPipeline::choose_sound(const VideoRequest& request) {
  const bool wanted =
      family_->makes_sound(request, lent_model_ != nullptr ? &lent_model_->transformer() : nullptr);
  if (wanted == family_->with_sound()) return;
  family_->use_sound(wanted);
  text_encoders_.reset();
  transformer_.reset();
  if (lent_model_ == nullptr) transformer_runner_ = {};  // may refer to the network
}

void VideoPipeline::decode_sound(const VideoObserver& observer) {
  const torch::Tensor tokens = std::exchange(sound_tokens_, {});
  if (!tokens.defined() || !leads()) return;
  const families::SoundWave sound = family_->decode_sound(tokens, on(options_.device));
  require_finite(sound.samples, options_.model, FW_TEXT("phases", "decoding"));
  if (observer.on_sound) observer.on_sound(sound);
  tensor::release_unused_memory(options_.device);
}

}  // namespace fw::inference
