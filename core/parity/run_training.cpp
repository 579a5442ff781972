// SPDX-License-Identifier: Apache-2.0
#include "adapters/module_match.h"
#include "base/paths.h"
#include "memory/checkpointing.h"
#include "model_files/lora_keys.h"
#include "optim/gradients.h"
#include "parity/components.h"
#include "tensor/checkpoint.h"
#include "training/block_runners.h"
#include "training/optimizer_step.h"
#include "training/run_options.h"

namespace fw::parity {
namespace {

/// Whether a tensor or layer belongs to a part of the model that this program does without.
bool is_skipped(const Case& c, std::string_view name) {
  const auto skips = model_files::key_names(family_of(c)->id).skips;
  return skips != nullptr && skips(name);
}

/// The LoRA in the case's in.lora.* with its alpha. Keys of components other than the transformer keep their
/// name, which is in the paths of a network that holds both.
adapters::Lora lora_of(nn::Module& network, const Case& c, const Settings& settings) {
  const std::string own = "transformer.", suffix = ".lora_A.weight";
  const Tensors tensors = c.inputs_with_prefix("lora.");
  adapters::Lora lora;
  for (const auto& [key, a] : tensors) {
    if (!key.ends_with(suffix)) continue;
    const std::string path = key.substr(0, key.size() - suffix.size()),
                      name = path.starts_with(own) ? path.substr(own.size()) : path;
    if (network.find_module(name) == nullptr && is_skipped(c, key)) continue;
    const torch::Tensor& b = tensors.at(path + ".lora_B.weight");
    lora.modules[name] = {a.to(settings.device).clone(), b.to(settings.device).clone(),
                          c.param<double>("lora_alpha")};
  }
  return lora;
}

training::TrainedWeights trained_weights(nn::Module& transformer, const Case& c, const Settings& settings,
                                         const training::TrainedWeightsOptions& options = {}) {
  if (c.param<std::string>("mode") == "lora")
    return training::TrainedWeights::of_lora(transformer, lora_of(transformer, c, settings), options);
  return training::TrainedWeights::of_parameters(transformer, adapters::match_parameters(transformer, {}),
                                                 options);
}

/// A trained tensor's name in a case.
std::string case_key(const training::TrainedWeights& weights, const std::string& name) {
  const bool is_whole = !weights.is_lora() || name.starts_with("transformer_2.");
  return is_whole ? name : "transformer." + name;
}

Tensors forward_and_backward(const Case& c, const Settings& settings, bool checkpointing) {
  const nn::BlockRunner runner = checkpointing ? memory::checkpointed() : nn::BlockRunner();
  const auto model = open_family(c)->load_transformer({.dtype = settings.dtype, .device = settings.device});
  nn::Module* const part = model->find_module(c.param("subfolder", std::string()));
  auto weights = trained_weights(part != nullptr ? *part : *model, c, settings);
  Tensors out = outputs_of(*model, c, settings, runner);
  torch::Tensor loss = torch::zeros({}, settings.device);
  for (auto& [name, sample] : out) {
    const torch::Tensor target = c.optional_input(name.substr(0, name.rfind("sample")) + "target");
    if (target.defined())
      loss = loss + (sample.to(torch::kFloat32) - target.to(settings.device)).square().mean();
    sample = sample.detach();
  }
  loss.backward();
  weights.collect_gradients();
  out["loss"] = loss.detach().reshape({1});
  for (const optim::Parameter& parameter : weights.parameters()) {
    const auto& gradient = parameter.tensor.grad();
    out["grad." + case_key(weights, parameter.name)] =
        gradient.defined() ? gradient : torch::zeros_like(parameter.tensor);
  }
  return out;
}

training::OptimizerStepConfig optimizer_step_config(const Case& c) {
  training::OptimizerStepConfig config;
  config.optimizer = {optim::Decay::decoupled, c.param<double>("beta1"), c.param<double>("beta2"),
                      c.param<double>("epsilon"), c.param<double>("weight_decay")};
  config.schedule = {optim::parse_lr_schedule_kind(c.param<std::string>("lr_scheduler")),
                     c.param<double>("learning_rate"), c.param<int64_t>("lr_warmup_steps"),
                     c.param<int64_t>("updates"), c.param<int64_t>("lr_num_cycles")};
  config.max_grad_norm = c.param<double>("max_grad_norm");
  if (c.param<std::string>("algorithm").starts_with("finetrainers"))
    config.clipping = training::Clipping::micro_batch;
  config.accumulation = c.param<int64_t>("gradient_accumulation_steps");
  return config;
}

/// The case's parameters of parts that the network does without: training leaves them as they are.
Tensors untrained(const Case& c) {
  const std::string prefix = "param.";
  const Tensors factors = c.inputs_with_prefix("lora.");
  const auto weights = tensor::Checkpoint::open(model_of(c).part("transformer"));
  Tensors kept;
  for (const auto& [name, want] : c.want) {
    if (!name.starts_with(prefix) || !is_skipped(c, name)) continue;
    const std::string own = name.substr(prefix.size());
    const auto factor = factors.find(own);
    kept[name] = factor != factors.end() ? factor->second : weights.load(own, torch::kFloat32, torch::kCPU);
  }
  return kept;
}

/// @param run  with its memory settings
Tensors train(const Case& c, const Settings& settings, run::RunSettings run) {
  const families::FamilyEntry& family = *family_of(c);
  run.family = family.id;
  run.model_folder = to_utf8(c.model);
  if (c.optional_input("image_latents.0").defined()) run.task = catalog::VideoTask::image_to_video;
  if (family.cases.run != nullptr) family.cases.run(c, run);
  nn::ComponentOptions load = training::load_options(run, settings.device);
  load.dtype = settings.dtype;
  const auto model = families::load_training_model(run, load);
  nn::BlockRunner runner;  // for a bare network, where nothing saves memory
  if (run.gradient_checkpointing) runner = training::make_block_runner(run, *model, settings.device);
  auto weights = trained_weights(model->transformer(), c, settings, training::trained_weights_options(run));
  const auto config = optimizer_step_config(c);
  training::OptimizerStep optimizer_step(weights, config);
  std::vector<double> losses, norms, clipped, rates;
  for (int64_t step = 0; step < c.param<int64_t>("updates"); ++step) {
    for (int64_t i = 0; i < config.accumulation; ++i) {
      const auto [batch, draw] = family.cases.micro_batch(c, step * config.accumulation + i);
      const auto loss = model->losses(batch, draw, runner).mean();
      losses.push_back(loss.item<double>());
      optimizer_step.backward(loss);
    }
    const auto result = optimizer_step.update(step, true);
    norms.insert(norms.end(), result.grad_norms.begin(), result.grad_norms.end());
    clipped.push_back(result.grad_norm() * optim::clip_factor(result.grad_norm(), config.max_grad_norm));
    rates.push_back(result.lr);
  }
  const auto list = [](const std::vector<double>& numbers) {
    return torch::tensor(numbers, torch::kFloat64);
  };
  Tensors out{{"loss", list(losses)},
              {"grad_norm", list(norms)},
              {"grad_norm_clipped", list(clipped)},
              {"lr", list(rates)}};
  for (const optim::Parameter& parameter : weights.parameters()) {
    out["param." + case_key(weights, parameter.name)] = parameter.tensor.detach();
  }
  out.merge(untrained(c));
  return out;
}

/// Recomputes with every block checkpointed and with none; for each output, judges the version that is
/// farther from the reference.
Tensors worse_with_or_without_checkpointing(const Case& c,
                                            const std::function<Tensors(bool checkpointing)>& compute) {
  Tensors worse = compute(true);
  for (auto& [name, plain] : compute(false)) {
    const auto want = c.want.find(name);
    if (want == c.want.end() || want->second.sizes() != plain.sizes()) continue;
    const auto distance = [&](const torch::Tensor& got) {
      return (got.to(torch::kCPU, torch::kFloat64) - want->second).abs().max().item<double>();
    };
    if (!(distance(plain) <= distance(worse.at(name)))) worse[name] = plain;
  }
  return worse;
}

}  // namespace

Tensors run_transformer_backward(const Case& c, const Settings& settings) {
  return worse_with_or_without_checkpointing(
      c, [&](bool checkpointing) { return forward_and_backward(c, settings, checkpointing); });
}

Tensors run_train(const Case& c, const Settings& settings) {
  return worse_with_or_without_checkpointing(c, [&](bool checkpointing) {
    run::RunSettings run;
    run.gradient_checkpointing = checkpointing;
    return train(c, settings, run);
  });
}

Tensors run_train_as(const Case& c, const Settings& settings, const run::RunSettings& run) {
  return train(c, settings, run);
}

}  // namespace fw::parity
