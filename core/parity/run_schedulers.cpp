// SPDX-License-Identifier: Apache-2.0
#include "parity/components.h"
#include "schedulers/diffusion_schedule.h"
#include "schedulers/flow_training.h"
#include "tensor/libtorch.h"

namespace fw::parity {
namespace {

nlohmann::json config_of(const Case& c) {
  nlohmann::json config = c.config("scheduler");
  if (c.params.contains("scheduler_overrides")) config.update(c.params.at("scheduler_overrides"));
  return config;
}

bool is_flow_match(const nlohmann::json& config) {
  return config.value("_class_name", "").starts_with("FlowMatch");
}

schedulers::DiffusionSchedule discrete_schedule(const Case& c) {
  return schedulers::DiffusionSchedule(schedulers::DiffusionScheduleConfig::from_json(config_of(c)));
}

/// Entry of a list parallel to `num_inference_steps`, or a single number.
std::optional<double> nth(const Case& c, const char* name, size_t i) {
  if (!c.params.contains(name)) return std::nullopt;
  const nlohmann::json& value = c.params.at(name);
  return value.is_array() ? value.at(i).get<double>() : value.get<double>();
}

/// The case's request to the sampler. @param i  index into its numbers of steps
schedulers::SamplerRequest request_of(const Case& c, const nlohmann::json& config, size_t i) {
  schedulers::SamplerRequest request;
  request.steps = static_cast<int64_t>(*nth(c, "num_inference_steps", i));
  const auto spacing = c.param<std::string>("schedule", "linear");
  if (spacing == "linear_quadratic") {
    request.spacing = schedulers::SigmaSpacing::linear_quadratic;
  } else if (spacing == "default") {
    request.spacing = schedulers::SigmaSpacing::training_range;
  } else if (spacing == "original") {
    request.spacing = schedulers::SigmaSpacing::original;
  } else if (spacing != "linear" && spacing != "dynamic") {
    c.missing_parameter("schedule");
  }
  request.sigmas = c.param("sigmas", std::vector<float>());
  request.mu = nth(c, "mu", i).value_or(0);
  if (spacing == "original" && config.value("use_dynamic_shifting", false)) {
    const auto flow = schedulers::FlowMatchConfig::from_json(config);
    request.mu = flow.mu(flow.max_image_seq_len);
  }
  if (const auto tokens = nth(c, "video_sequence_length", i))
    request.mu = schedulers::FlowMatchConfig::from_json(config).mu(static_cast<int64_t>(*tokens));
  return request;
}

/// All sigmas and timesteps of training.
Tensors training_schedule(const nlohmann::json& config) {
  const auto sigmas = schedulers::training_sigmas(schedulers::FlowMatchConfig::from_json(config));
  return {{"sigmas.0", sigmas}, {"timesteps.0", schedulers::whole_timesteps(sigmas)}};
}

}  // namespace

Tensors run_scheduler_tables(const Case& c, const Settings&) {
  return {{"alphas_cumprod", torch::tensor(discrete_schedule(c).alphas_cumprod(), torch::kFloat64)}};
}

Tensors run_scheduler_timesteps(const Case& c, const Settings&) {
  const nlohmann::json config = config_of(c);
  if (c.param<std::string>("schedule", "") == "training") return training_schedule(config);
  Tensors out;
  const auto counts = c.param<std::vector<int64_t>>("num_inference_steps");
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto sampler = families::make_sampler(config, request_of(c, config, i));
    const torch::Tensor timesteps = torch::tensor(sampler->timesteps(), torch::kFloat64);
    if (const auto sigmas = sampler->flow_sigmas(); !sigmas.empty()) {
      out["timesteps." + std::to_string(i)] = timesteps;
      out["sigmas." + std::to_string(i)] = torch::tensor(sigmas, torch::kFloat64);
    } else {
      out["timesteps." + std::to_string(counts[i])] = timesteps.to(torch::kInt64);
    }
  }
  return out;
}

Tensors run_scheduler_step(const Case& c, const Settings& settings) {
  const nlohmann::json config = config_of(c);
  const auto sampler = families::make_sampler(config, request_of(c, config, 0));
  const auto outputs = c.numbered_inputs("model_output."), noises = c.numbered_inputs("noise.");
  Tensors out;
  torch::Tensor sample = c.input("sample").to(settings.device);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const torch::Tensor noise = i < noises.size() ? noises[i].to(settings.device) : torch::Tensor();
    const auto step = sampler->step(i, outputs[i].to(settings.device), sample, noise);
    sample = step.sample;
    out["sample." + std::to_string(i)] = step.sample;
    out["pred_original." + std::to_string(i)] = step.pred_original;
  }
  return out;
}

Tensors run_scheduler_add_noise(const Case& c, const Settings& settings) {
  const auto on_device = [&](const char* name) { return c.input(name).to(settings.device); };
  const torch::Tensor x = on_device("sample"), noise = on_device("noise");
  if (is_flow_match(config_of(c)))
    return {{"noisy", schedulers::add_noise(x, noise, on_device("sigmas"))}, {"velocity", noise - x}};
  const auto schedule = discrete_schedule(c);
  const torch::Tensor t = on_device("timesteps");
  return {{"noisy", schedule.add_noise(x, noise, t)}, {"velocity", schedule.velocity(x, noise, t)}};
}

}  // namespace fw::parity
