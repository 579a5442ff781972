// SPDX-License-Identifier: Apache-2.0
#include "engine_api/clip_encoding.h"

#include "base/error.h"

namespace fw::engine_api {

Processor processor_of(const std::string& device, bool has_gpu) {
  return has_gpu && device != "cpu" ? Processor::gpu : Processor::cpu;
}

dataset::ClipEncoding clip_encoding(const PrecomputeRequest& request, const catalog::ModelSpec& model,
                                    Processor processor, const std::stop_token& stop) {
  catalog::Dtype dtype = request.dtype;
  if (dtype == catalog::Dtype::automatic)
    dtype = processor == Processor::cpu
                ? catalog::Dtype::fp32
                : find_choice<catalog::Dtype>(model.dtype).value_or(catalog::Dtype::bf16);
  const catalog::Family* const family = catalog::find_family(model.family);
  dataset::ClipEncoding encoding{
      .dtype = std::string(dataset::torch_name(dtype)),
      .any_dtype = request.dtype == catalog::Dtype::automatic,
      .tiling = request.vae_tiling,
      .stored = request.stored,
      .first_frames = request.task.value_or(model.tasks.front()) == catalog::VideoTask::image_to_video &&
                      model.keeps_first_frame,
      .image_noise = request.image_noise && family != nullptr && !family->first_frame_noise.empty(),
      .sound = request.sound && family != nullptr ? std::string(family->sound_part) : std::string()};
  try {
    dataset::identify_networks(encoding, {request.model, request.parts}, model, stop);
  } catch (const Error&) {
    encoding.vae.clear();
  }
  return encoding;
}

dataset::ClipEncoding whole_encoding(const PrecomputeRequest& request, const catalog::ModelSpec& model,
                                     Processor processor, const std::stop_token& stop) {
  dataset::ClipEncoding encoding = clip_encoding(request, model, processor, stop);
  try {
    dataset::identify_text_encoders(encoding, {request.model, request.parts}, model, stop);
  } catch (const Error&) {
    // They have no identity, see above.
  }
  return encoding;
}

}  // namespace fw::engine_api
