// SPDX-License-Identifier: Apache-2.0
#include "engine/generate_params.h"

#include <random>

#include "engine/clip_files.h"
#include "run/sampling_options.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"

namespace fw::engine {

torch::Dtype dtype_of(catalog::Dtype dtype, torch::Device device, const catalog::ModelSource& model) {
  if (dtype != catalog::Dtype::automatic) return tensor::parse_dtype(name_of(dtype));
  return device.is_cpu() ? torch::kFloat32 : tensor::parse_dtype(catalog::recognise_model(model).dtype);
}

inference::PipelineOptions generation_options(const engine_api::GenerateRequest& request) {
  inference::PipelineOptions options;
  options.model = {request.model};
  options.device = tensor::parse_device(request.device);
  options.dtype = dtype_of(request.dtype, options.device, options.model);
  options.offload = request.memory.offload;
  options.text_encoder = request.memory.text_encoder;
  options.streamed_blocks = request.memory.streamed_blocks;
  options.vae_slicing = request.vae_slicing;
  options.vae_tiling = request.memory.vae_tiling;
  options.low_bit = nn::parse_low_bit(name_of(request.quantization));
  options.loras = request.loras;
  return options;
}

inference::VideoRequest generation_request(const engine_api::GenerateRequest& request,
                                           const catalog::ModelSpec& facts) {
  inference::VideoRequest made;
  made.prompt = request.prompt;
  made.negative_prompt = request.negative_prompt;
  const catalog::Bucket native = facts.native_size();
  const auto given = [](int64_t value, int64_t own) { return value != 0 ? value : own; };
  made.size = {given(request.frames, native.frames), given(request.height, native.height),
               given(request.width, native.width)};
  made.steps = given(request.steps, facts.steps);
  made.guidance_scale = request.guidance_scale >= 0 ? request.guidance_scale : facts.guidance_scale;
  made.own = run::read_sampling_options(request.options, facts.family);
  made.fps = request.fps > 0 ? request.fps : facts.rules.fps;
  made.sampler = request.sampler;
  made.seed = request.seed >= 0 ? static_cast<uint64_t>(request.seed) : std::random_device()();
  return made;
}

std::vector<families::Condition> condition_shapes(const engine_api::GenerateRequest& request, double fps) {
  const auto of = [](int64_t frames) { return torch::empty({frames, 3, 1, 1}, torch::kMeta); };
  std::vector<families::Condition> shapes;
  if (!request.image.empty()) shapes.push_back({.pixels = of(1)});
  for (const engine_api::ClipCondition& condition : request.conditions)
    shapes.push_back({of(count_frames(condition.file, fps)), condition.frame, condition.strength});
  return shapes;
}

}  // namespace fw::engine
