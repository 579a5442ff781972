// SPDX-License-Identifier: Apache-2.0
#include "engine/generate_params.h"

#include <random>

#include "engine/params.h"
#include "run/sampling_options.h"

namespace fw::engine {

inference::PipelineOptions generation_options(const nlohmann::json& params) {
  inference::PipelineOptions options;
  options.model = {path_param(params, "model")};
  options.device = device_param(params);
  options.dtype = dtype_param(params, options.device, options.model.folder);
  using inference::Offload;
  options.offload =
      choice_param<Offload>(params, "offload", {{"model", Offload::model}, {"none", Offload::none}});
  options.text_encoder = text_encoder_param(params);
  options.streamed_blocks = params.value("streamed_blocks", int64_t{0});
  options.vae_slicing = params.value("vae_slicing", false);
  options.vae_tiling = params.value("vae_tiling", false);
  options.loras = loras_param(params);
  return options;
}

inference::VideoRequest generation_request(const nlohmann::json& params, const catalog::ModelSpec& facts) {
  inference::VideoRequest request;
  request.prompt = params.value("prompt", "");
  request.negative_prompt = params.value("negative_prompt", "");
  const catalog::Bucket native = facts.native_size();
  const auto given = [&](const char* key, int64_t fallback) {
    const auto value = params.value(key, int64_t{0});
    return value != 0 ? value : fallback;
  };
  request.size = {given("frames", native.frames), given("height", native.height),
                  given("width", native.width)};
  request.steps = given("steps", facts.steps);
  const double guidance = params.value("guidance_scale", -1.0);
  request.guidance_scale = guidance >= 0 ? guidance : facts.guidance_scale;
  request.own = run::read_sampling_options(params, facts.family);
  request.sampler = params.value("scheduler", "");
  const auto seed = params.value("seed", int64_t{-1});
  request.seed = seed >= 0 ? static_cast<uint64_t>(seed) : std::random_device()();
  return request;
}

}  // namespace fw::engine
