// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/transformer.h"
#include "parity/components.h"
#include "schedulers/sampler.h"

namespace fw::parity {
namespace {

schedulers::DiffusionSchedule schedule_of(const Case& c) {
  nlohmann::json config = c.config("scheduler");
  if (c.params.contains("scheduler_overrides")) config.update(c.params.at("scheduler_overrides"));
  return schedulers::DiffusionSchedule(schedulers::DiffusionScheduleConfig::from_json(config));
}

}  // namespace

Tensors run_scheduler_tables(const Case& c, const Settings&) {
  return {{"alphas_cumprod", torch::tensor(schedule_of(c).alphas_cumprod(), torch::kFloat64)}};
}

Tensors run_scheduler_timesteps(const Case& c, const Settings&) {
  const auto schedule = schedule_of(c);
  Tensors out;
  for (const int64_t n : c.param<std::vector<int64_t>>("num_inference_steps"))
    out["timesteps." + std::to_string(n)] = torch::tensor(schedule.timesteps(n), torch::kInt64);
  return out;
}

Tensors run_scheduler_step(const Case& c, const Settings& settings) {
  const auto class_name = c.config("scheduler").value("_class_name", "");
  const auto sampler =
      schedulers::make_sampler(class_name, schedule_of(c), c.param<int64_t>("num_inference_steps"));
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
  const auto schedule = schedule_of(c);
  const auto on_device = [&](const char* name) { return c.input(name).to(settings.device); };
  const torch::Tensor x = on_device("sample"), noise = on_device("noise"), t = on_device("timesteps");
  return {{"noisy", schedule.add_noise(x, noise, t)}, {"velocity", schedule.velocity(x, noise, t)}};
}

Tensors run_rope(const Case& c, const Settings& settings) {
  families::CogVideoXTransformerConfig config;
  config.attention_head_dim = c.param<int64_t>("attention_head_dim");
  config.sample_height = c.param<int64_t>("sample_height");
  config.sample_width = c.param<int64_t>("sample_width");
  config.patch_size = c.param<int64_t>("patch_size");
  if (!c.params.at("patch_size_t").is_null()) config.patch_size_t = c.param<int64_t>("patch_size_t");
  const auto table =
      families::cogvideox_rotary(config,
                                 {c.param<int64_t>("latent_frames"), c.param<int64_t>("latent_height"),
                                  c.param<int64_t>("latent_width")},
                                 settings.device);
  const torch::Tensor rows = c.input("rows").to(settings.device);
  return {{"cos", table.cos().index_select(0, rows)}, {"sin", table.sin().index_select(0, rows)}};
}

Tensors run_pos_embed(const Case& c, const Settings&) {
  const torch::Tensor table = nn::sincos_3d(
      {c.param<int64_t>("grid_frames"), c.param<int64_t>("grid_height"), c.param<int64_t>("grid_width"),
       c.param<double>("temporal_interpolation_scale"), c.param<double>("spatial_interpolation_scale")},
      c.param<int64_t>("embed_dim"));
  return {{"pos_embed", table.index_select(0, c.input("rows"))}};
}

}  // namespace fw::parity
