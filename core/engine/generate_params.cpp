// SPDX-License-Identifier: Apache-2.0
#include "engine/generate_params.h"

#include <random>

#include "engine/clip_files.h"
#include "run/sampling_options.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"

namespace fw::engine {

torch::Dtype dtype_of(catalog::Dtype dtype, torch::Device device, const catalog::ModelSource& model) {
  if (dtype != catalog::Dtype::automatic) return tensor::parse_dtype(name_of(dtype));
  return device.is_cpu() ? torch::kFloat32 : tensor::parse_dtype(catalog::recognise_model(model).dtype);
}

namespace {

constexpr ErrorCode balanced_needs_gpu{
    "engine.balanced_needs_gpu",
    FW_TEXT("errors", "A balanced device map places the model over GPUs, but this clip is made on the CPU."),
    FW_TEXT("errors", "Leave the device map out."), Blame::input};
constexpr ErrorCode balanced_and_streamed{
    "engine.balanced_and_streamed",
    FW_TEXT("errors", "A balanced device map and streamed blocks cannot be used together."),
    FW_TEXT("errors", "Leave one of them out: all blocks stay on the GPUs, or some come from host memory."),
    Blame::input};

std::vector<torch::Device> all_gpus(torch::Device first) {
  std::vector<torch::Device> devices{first};
  for (const torch::Device device : tensor::accelerators())
    if (device != first) devices.push_back(device);
  return devices;
}

std::vector<torch::Device> balanced_devices(const engine_api::GenerateRequest& request, torch::Device first) {
  if (!tensor::is_accelerator(first)) throw Error(balanced_needs_gpu);
  if (request.memory.streamed_blocks > 0) throw Error(balanced_and_streamed);
  return all_gpus(first);
}

}  // namespace

inference::PipelineOptions generation_options(const engine_api::GenerateRequest& request) {
  inference::PipelineOptions options;
  options.model = {request.model, request.parts};
  options.device = tensor::parse_device(request.device);
  options.dtype = dtype_of(request.dtype, options.device, options.model);
  tensor::check_attention_dtype(options.device, options.dtype);
  options.offload = request.memory.offload;
  options.text_encoder = request.memory.text_encoder;
  options.streamed_blocks = request.memory.streamed_blocks;
  if (request.memory.device_map == catalog::DeviceMap::balanced)
    options.devices = balanced_devices(request, options.device);
  options.vae_slicing = request.vae_slicing;
  options.vae_tiling = request.memory.vae_tiling;
  options.low_bit = nn::parse_low_bit(name_of(request.quantization));
  options.attention = request.attention;
  options.loras = request.loras;
  return options;
}

std::vector<torch::Device> placeable_devices(const engine_api::GenerateRequest& request) {
  const torch::Device first = tensor::parse_device(request.device);
  const bool is_shared = request.shared && request.shared->world.size > 1;
  const bool is_one = request.device.find(':') != std::string::npos;
  if (!tensor::is_accelerator(first) || is_shared || is_one) return {};
  return all_gpus(first);
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
