// SPDX-License-Identifier: Apache-2.0
//
// This project's side of compare.py:
// bench_compare_diffusers MODEL_FOLDER step|step-lora|decode|encode|t5 THREADS fp32|bf16 DEVICE FRAMES HEIGHT
// WIDTH [SAMPLES] (latent sizes). Loads the component, then for every line on standard input runs it once and
// prints the seconds, the CPU seconds and the sum of the result; at the end of the input, its peak resident
// memory in bytes, and a device's.

#include <ATen/DeviceAccelerator.h>
#include <c10/core/CachingDeviceAllocator.h>

#include <chrono>
#include <ctime>
#include <iostream>
#include <map>

#include "adapters/lora.h"
#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "catalog/catalog.h"
#include "encoders/t5_encoder.h"
#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "families/framepack/sections.h"
#include "families/guidance.h"
#include "families/hunyuan_video/sampling.h"
#include "families/hunyuan_video/vae.h"
#include "families/ltx_video/transformer.h"
#include "families/ltx_video/vae.h"
#include "families/mochi/transformer.h"
#include "families/mochi/vae.h"
#include "families/registry.h"
#include "families/wan/transformer.h"
#include "families/wan/vae.h"
#include "nn/load.h"
#include "schedulers/flow_match.h"
#include "support/peak_memory.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"

namespace {

using namespace fw;

struct Arguments {
  std::filesystem::path folder;
  torch::Dtype dtype;
  torch::Device device;
  families::LatentGrid size;
  int64_t samples;  // for models that take it
};

template <class Config, class Model>
std::unique_ptr<Model> load(const Arguments& arguments, const char* component) {
  const auto folder = arguments.folder / component;
  auto model =
      std::make_unique<Model>(Config::from_json(nlohmann::json::parse(read_file(folder / "config.json"))),
                              torch::TensorOptions(torch::kMeta));
  nn::load_parameters(*model, tensor::Checkpoint::open(folder), arguments.dtype, arguments.device);
  return model;
}

/// Guidance as in generation.
torch::Tensor guided(double scale, const std::function<torch::Tensor(bool with)>& forward) {
  return families::Guidance(true, nullptr)
      .branches([&](bool with) { return forward(with).to(torch::kFloat32); })
      .guided(scale);
}

using CogVideoX = std::shared_ptr<families::CogVideoXTransformer>;

CogVideoX load_transformer(const Arguments& a) {
  return load<families::CogVideoXTransformerConfig, families::CogVideoXTransformer>(a, "transformer");
}

/// One denoising step with guidance, then the sampler.
std::function<torch::Tensor()> step_of(const CogVideoX& net, const Arguments& a) {
  const auto& c = net->config();
  const auto options = torch::TensorOptions(a.device).dtype(a.dtype);
  families::CogVideoXTransformerInput input{
      torch::randn({1, a.size.frames, c.in_channels, a.size.height, a.size.width}, options),
      torch::randn({1, c.max_text_seq_length, c.text_embed_dim}, options),
      torch::full({1}, 500, torch::TensorOptions(a.device).dtype(torch::kInt64)),
      {}};
  const auto positions = net->positions(a.size, c.max_text_seq_length, a.device);
  const auto config = nlohmann::json::parse(read_file(a.folder / "scheduler/scheduler_config.json"));
  return [=]() mutable {
    const auto sampler = families::make_sampler(config, {.class_name = "CogVideoXDDIMScheduler"});
    const auto v = guided(6, [&](bool) { return net->forward(input, positions); });
    return sampler->step(25, v, input.hidden_states.to(torch::kFloat32), {}).sample;
  };
}

std::function<torch::Tensor()> make_step(const Arguments& a) {
  return step_of(load_transformer(a), a);
}

/// The same with a LoRA of rank 64 as in generation: not merged.
std::function<torch::Tensor()> make_lora_step(const Arguments& a) {
  const CogVideoX net = load_transformer(a);
  auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
  const auto layers = adapters::match_linears(*net, {"to_q", "to_k", "to_v", "to_out.0"});
  const adapters::Lora lora = adapters::make_lora(*net, layers, 64, 64, a.device, generator);
  adapters::attach(*net, adapters::to(lora, a.device, a.dtype));
  return step_of(net, a);
}

/// The same for LTX-Video, for a clip with 25 frames per second. The package makes rotary tables and schedule
/// at each step or clip, so this does, too.
std::function<torch::Tensor()> make_ltx_step(const Arguments& a) {
  std::shared_ptr<families::LtxTransformer> net =
      load<families::LtxTransformerConfig, families::LtxTransformer>(a, "transformer");
  const auto options = torch::TensorOptions(a.device).dtype(a.dtype);
  const int64_t tokens = a.size.frames * a.size.height * a.size.width;
  families::LtxTransformerInput input{
      torch::randn({1, tokens, net->config().in_channels}, options),
      torch::randn({1, 128, net->config().caption_channels}, options),
      torch::ones({1, 128}, torch::TensorOptions(a.device).dtype(torch::kInt64)),
      torch::full({1}, 500.0, torch::TensorOptions(a.device))};
  std::vector<double> seconds;
  for (int64_t f = 0; f < a.size.frames; ++f) seconds.push_back(static_cast<double>(8 * f) / 25);
  const auto places = families::ltx_coordinates(seconds, a.size.height, a.size.width, 32, 32);
  const auto config = schedulers::FlowMatchConfig::from_json(
      nlohmann::json::parse(read_file(a.folder / "scheduler/scheduler_config.json")));
  return [=]() mutable {
    const auto sigmas = schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, 50, config);
    schedulers::FlowMatchEuler sampler(config, sigmas, config.mu(tokens));
    const auto positions = families::ltx_rotary(net->config().inner_dim(), places, a.device);
    const auto v = guided(6, [&](bool) { return net->forward(input, positions); });
    return sampler.step(25, v, input.hidden_states.to(torch::kFloat32), {}).sample;
  };
}

/// The same for Mochi-1, with a full prompt and a short negative one.
std::function<torch::Tensor()> make_mochi_step(const Arguments& a) {
  std::shared_ptr<families::MochiTransformer> net =
      load<families::MochiTransformerConfig, families::MochiTransformer>(a, "transformer");
  const auto& c = net->config();
  const auto options = torch::TensorOptions(a.device).dtype(a.dtype);
  families::MochiTransformerInput input{
      torch::randn({1, c.in_channels, a.size.frames, a.size.height, a.size.width}, options),
      torch::randn({1, c.max_sequence_length, c.text_embed_dim}, options),
      {},
      torch::full({1}, 500.0, torch::TensorOptions(a.device))};
  const auto full =
      torch::ones({1, c.max_sequence_length}, torch::TensorOptions(a.device).dtype(torch::kInt64));
  const auto one_token = torch::zeros_like(full);
  one_token[0][0] = 1;
  const auto config = schedulers::FlowMatchConfig::from_json(
      nlohmann::json::parse(read_file(a.folder / "scheduler/scheduler_config.json")));
  return [=]() mutable {
    schedulers::FlowMatchEuler sampler(
        config, schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear_quadratic, 64, config));
    const auto v = guided(4.5, [&](bool with) {
      input.encoder_attention_mask = with ? full : one_token;
      return net->forward(input);
    });
    return sampler.step(25, v, input.hidden_states.to(torch::kFloat32), {}).sample;
  };
}

/// The same for Wan: two passes, since guidance of its pipeline computes them one after the other.
std::function<torch::Tensor()> make_wan_step(const Arguments& a) {
  std::shared_ptr<families::WanTransformer> net =
      load<families::WanTransformerConfig, families::WanTransformer>(a, "transformer");
  const auto& c = net->config();
  const auto on_device = torch::TensorOptions(a.device), options = on_device.dtype(a.dtype);
  families::WanTransformerInput input;
  input.hidden_states = torch::randn({1, c.in_channels, a.size.frames, a.size.height, a.size.width}, options);
  input.timestep = torch::full({1}, 500.0, on_device);
  input.encoder_hidden_states = torch::randn({1, 512, c.text_dim}, options);
  const auto config = schedulers::FlowMatchConfig::from_json(
      nlohmann::json::parse(read_file(a.folder / "scheduler/scheduler_config.json")));
  return [=]() mutable {
    schedulers::FlowMatchEuler sampler(
        config, schedulers::spaced_sigmas(schedulers::SigmaSpacing::training_range, 50, config));
    const auto rotary =
        families::wan_rotary(net->config(), a.size.frames, a.size.height, a.size.width, a.device);
    const auto v = guided(5, [&](bool) { return net->forward(input, rotary); });
    return sampler.step(25, v, input.hidden_states.to(torch::kFloat32), {}).sample;
  };
}

/// The same for HunyuanVideo, with a prompt of 40 tokens: guidance is an input of the network.
std::function<torch::Tensor()> make_hunyuan_step(const Arguments& a) {
  std::shared_ptr<families::HunyuanTransformer> net =
      load<families::HunyuanTransformerConfig, families::HunyuanTransformer>(a, "transformer");
  const auto& c = net->config();
  const auto on_device = torch::TensorOptions(a.device), options = on_device.dtype(a.dtype);
  families::HunyuanTransformerInput input;
  input.hidden_states = torch::randn({1, c.in_channels, a.size.frames, a.size.height, a.size.width}, options);
  input.timestep = torch::full({1}, 500.0, on_device);
  input.encoder_hidden_states = torch::randn({1, 256, c.text_embed_dim}, options);
  input.encoder_attention_mask = torch::ones({1, 256}, on_device.dtype(torch::kInt64));
  input.encoder_attention_mask.slice(1, 40).zero_();
  input.pooled_projections = torch::randn({1, c.pooled_projection_dim}, options);
  input.guidance = torch::full({1}, 6000.0, on_device);
  const auto config = schedulers::FlowMatchConfig::from_json(
      nlohmann::json::parse(read_file(a.folder / "scheduler/scheduler_config.json")));
  return [=]() mutable {
    schedulers::FlowMatchEuler sampler(
        config, schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, 50, config));
    input.text_lengths = families::hunyuan_text_lengths(input.encoder_attention_mask);
    const auto rotary =
        families::hunyuan_rotary(c, a.size.frames, a.size.height, a.size.width, 256, a.device);
    const auto v = net->forward(input, rotary).to(torch::kFloat32);
    return sampler.step(25, v, input.hidden_states.to(torch::kFloat32), {}).sample;
  };
}

/// The same for FramePack, for a clip of one section: text and picture of full length, no history.
std::function<torch::Tensor()> make_framepack_step(const Arguments& a) {
  using namespace families;
  std::shared_ptr<FramePackTransformer> net =
      load<FramePackTransformerConfig, FramePackTransformer>(a, "transformer");
  const auto& c = net->config();
  const auto on_device = torch::TensorOptions(a.device), options = on_device.dtype(a.dtype);
  const auto latents = [&](int64_t frames) {
    return torch::randn({a.samples, c.in_channels, frames, a.size.height, a.size.width}, options);
  };
  FramePackTransformerInput input;
  input.hidden_states = latents(a.size.frames);
  input.timestep = torch::full({a.samples}, 500.0, on_device);
  input.encoder_hidden_states = torch::randn({a.samples, 512, c.text_embed_dim}, options);
  input.encoder_attention_mask = torch::ones({a.samples, 512}, on_device.dtype(torch::kInt64));
  input.pooled_projections = torch::randn({a.samples, c.pooled_projection_dim}, options);
  input.guidance = torch::full({a.samples}, 10000.0, on_device);
  input.image_embeds = torch::randn({a.samples, 729, c.image_proj_dim}, options);
  const auto seen = framepack_history(FramePackOrder::inverted, latents(1), {});
  input.latents_clean = seen.clean;
  input.latents_history_2x = seen.history_2x;
  input.latents_history_4x = seen.history_4x;
  const auto config = schedulers::FlowMatchConfig::from_json(
      nlohmann::json::parse(read_file(a.folder / "scheduler/scheduler_config.json")));
  return [=]() mutable {
    schedulers::FlowMatchEuler sampler(
        config, schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, 50, config));
    input.text_lengths = hunyuan_text_lengths(input.encoder_attention_mask);
    const auto rotary = framepack_rotary(c, framepack_places(FramePackOrder::inverted, a.size.frames, 0, 1),
                                         a.size.height, a.size.width, 512 + 729, a.device);
    const auto v = net->forward(input, rotary).to(torch::kFloat32);
    return sampler.step(25, v, input.hidden_states.to(torch::kFloat32), {}).sample;
  };
}

template <class Config, class Vae>
std::function<torch::Tensor()> make_decode(const Arguments& a) {
  std::shared_ptr<Vae> vae = load<Config, Vae>(a, "vae");
  const auto z = torch::randn({1, vae->latent_channels(), a.size.frames, a.size.height, a.size.width},
                              torch::TensorOptions(a.device).dtype(a.dtype));
  return [=] { return vae->decode(z, {}, {}); };
}

template <class Config, class Vae>
std::function<torch::Tensor()> make_encode(const Arguments& a) {
  std::shared_ptr<Vae> vae = load<Config, Vae>(a, "vae");
  const auto latent = catalog::recognise_model({a.folder}).latent;
  const auto video =
      torch::rand({1, 3, latent.temporal_factor * (a.size.frames - 1) + 1,
                   latent.spatial_factor * a.size.height, latent.spatial_factor * a.size.width},
                  torch::TensorOptions(a.device).dtype(a.dtype)) *
          2 -
      1;
  return [=] { return vae->encode(video, {}).mean; };
}

std::function<torch::Tensor()> make_t5(const Arguments& a) {
  std::shared_ptr<encoders::T5Encoder> t5 =
      load<encoders::T5EncoderConfig, encoders::T5Encoder>(a, "text_encoder");
  const auto ids = torch::randint(2, 32000, {1, 226}, torch::TensorOptions(a.device).dtype(torch::kInt64));
  return [=] { return t5->forward(ids); };
}

using Work = std::function<torch::Tensor()> (*)(const Arguments&);

/// By name on the command line.
using Works = std::map<std::string, Work>;

template <class Config, class Vae>
Works works_of(Work step) {
  return {{"step", step},
          {"decode", make_decode<Config, Vae>},
          {"encode", make_encode<Config, Vae>},
          {"t5", make_t5}};
}

Works works_of(const std::string& pipeline) {
  using namespace families;
  if (pipeline == "WanPipeline") return works_of<WanVaeConfig, WanVae>(make_wan_step);
  if (pipeline == "LTXPipeline") return works_of<LtxVaeConfig, LtxVae>(make_ltx_step);
  if (pipeline == "MochiPipeline") return works_of<MochiVaeConfig, MochiVae>(make_mochi_step);
  if (pipeline == "HunyuanVideoPipeline") return works_of<HunyuanVaeConfig, HunyuanVae>(make_hunyuan_step);
  if (pipeline == "HunyuanVideoFramepackPipeline")
    return works_of<HunyuanVaeConfig, HunyuanVae>(make_framepack_step);
  Works works = works_of<CogVideoXVaeConfig, CogVideoXVae>(make_step);
  works["step-lora"] = make_lora_step;
  return works;
}

/// " device_peak_bytes=… device_reserved_bytes=…"
std::string device_memory_text(torch::Device device) {
  if (!tensor::is_accelerator(device)) return {};
  constexpr auto all = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
  const auto stats = at::accelerator::getDeviceStats(device.index());
  return " device_peak_bytes=" + std::to_string(stats.allocated_bytes[all].peak) +
         " device_reserved_bytes=" + std::to_string(stats.reserved_bytes[all].peak);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9 && argc != 10) return 2;
  const torch::NoGradGuard no_grad;
  torch::manual_seed(0);
  at::set_num_threads(std::stoi(argv[3]));
  const Arguments arguments{argv[1],
                            tensor::parse_dtype(argv[4]),
                            tensor::parse_device(argv[5]),
                            {std::stoll(argv[6]), std::stoll(argv[7]), std::stoll(argv[8])},
                            argc > 9 ? std::stoll(argv[9]) : 1};
  const auto index = nlohmann::json::parse(read_file(arguments.folder / "model_index.json"));
  const std::string pipeline = index.at("_class_name");
  const auto run = works_of(pipeline).at(argv[2])(arguments);
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    const std::clock_t cpu_start = std::clock();
    const auto start = std::chrono::steady_clock::now();
    const torch::Tensor result = run();
    tensor::synchronize(arguments.device);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const double cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
    std::cout << seconds.count() << " " << cpu_seconds << " " << result.sum().item<double>() << std::endl;
  }
  std::cout << support::peak_resident_bytes() << device_memory_text(arguments.device) << std::endl;
}
