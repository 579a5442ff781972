// SPDX-License-Identifier: Apache-2.0
#include "training/run_options.h"

#include "distributed/ranks.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"

namespace fw::training {

namespace {

constexpr ErrorCode uneven_ranks{
    "training.uneven_ranks",
    FW_TEXT("errors",
            "{ranks} processes compute {shares} {shares:micro-batch|micro-batches} at a time, which does not "
            "divide the {micro_batches} of an update, and a run learns the same on any number of processes."),
    FW_TEXT("errors",
            "Start as many processes as divide training.gradient_accumulation_steps (it counts the "
            "micro-batches of all of them), let more of them share each sample (distributed.ulysses), or "
            "start a new run in which it is a multiple of {shares}."),
    Blame::input};
constexpr ErrorCode ranks_clip_updates{
    "training.ranks_clip_updates",
    FW_TEXT("errors", "optimizer.clipping is micro_batch, which {ranks} processes cannot do together."),
    FW_TEXT("errors", "Train in one process, or start a new run with optimizer.clipping = \"update\"."),
    Blame::input};

/// With one micro-batch per update both ways of clipping are the same.
bool clips_micro_batches(const run::RunSettings& settings) {
  return settings.clipping == "micro_batch" && settings.gradient_accumulation_steps > 1;
}

}  // namespace

torch::Dtype compute_dtype(const run::RunSettings& settings) {
  return tensor::parse_dtype(settings.mixed_precision);
}

launch::MeshShape mesh_of(const run::RunSettings& settings, int64_t processes) {
  return processes == 1 ? launch::MeshShape{}
                        : launch::training_mesh(processes, settings.ring, settings.ulysses);
}

void check_mesh(const run::RunSettings& settings, const launch::MeshShape& mesh) {
  if (mesh.size() == 1) return;
  const int64_t micro_batches = settings.gradient_accumulation_steps;
  if (micro_batches % mesh.data != 0)
    throw Error(uneven_ranks,
                {{"ranks", mesh.size()}, {"shares", mesh.data}, {"micro_batches", micro_batches}});
  if (clips_micro_batches(settings)) throw Error(ranks_clip_updates, {{"ranks", mesh.size()}});
}

torch::Device compute_device(const run::RunSettings& settings, const distributed::World& world) {
  const torch::Device device = tensor::parse_device(settings.device);
  if (world.size == 1 || !device.is_cuda()) return device;
  return tensor::parse_device("cuda:" + std::to_string(world.ranks->local_rank));
}

bool shares_blocks(const run::RunSettings& settings, const distributed::World& world) {
  return world.ranks && settings.zero_stage == 3;
}

nn::ComponentOptions load_options(const run::RunSettings& settings, torch::Device device,
                                  const distributed::World& world) {
  nn::ComponentOptions options;
  options.dtype = compute_dtype(settings);
  options.device = device;
  options.weights_on_host = settings.streamed_blocks > 0 || shares_blocks(settings, world);
  options.low_bit = nn::parse_low_bit(name_of(settings.quantization));
  return options;
}

OptimizerStepConfig optimizer_step_config(const run::RunSettings& settings, int64_t total_steps) {
  using run::OptimizerKind;
  OptimizerStepConfig config;
  const bool is_adam =
      settings.optimizer == OptimizerKind::adam || settings.optimizer == OptimizerKind::adam_8bit;
  config.optimizer = {
      is_adam ? optim::Decay::coupled : optim::Decay::decoupled,
      settings.beta1,
      settings.beta2,
      settings.epsilon,
      settings.weight_decay,
      has_eight_bits(settings.optimizer) ? optim::StateType::eight_bit : optim::StateType::float32,
      static_cast<uint64_t>(settings.seed),
      settings.optimizer == OptimizerKind::muon ? optim::Rule::muon : optim::Rule::adam};
  config.schedule = {optim::parse_lr_schedule_kind(settings.lr_scheduler),
                     settings.lr,
                     settings.lr_warmup_steps,
                     total_steps,
                     settings.lr_num_cycles,
                     settings.lr_power};
  config.max_grad_norm = settings.max_grad_norm;
  config.clipping = clips_micro_batches(settings) ? Clipping::micro_batch : Clipping::update;
  config.accumulation = settings.gradient_accumulation_steps;
  config.scale_loss = settings.mixed_precision == "fp16";
  config.ema_decay = settings.ema_decay;
  config.fused_backward =
      settings.fused_backward && run::applies(*run::find_setting("optimizer.fused_backward"), settings);
  return config;
}

TrainedWeightsOptions trained_weights_options(const run::RunSettings& settings) {
  using Gradients = optim::MasterWeights::Gradients;
  TrainedWeightsOptions options;
  if (settings.zero_stage > 0) options.kept = Kept::at_owner;
  if (settings.optimizer_offload) {
    options.masters = MasterWeightsLocation::on_host;
    options.gradients = settings.offload_gradients ? Gradients::leave : Gradients::stay;
    return options;
  }
  const bool in_bf16 = settings.training_type == run::TrainingType::sft &&
                       settings.mixed_precision == "bf16" && settings.trained_type == "bf16" &&
                       settings.optimizer != run::OptimizerKind::muon;
  if (in_bf16) options.masters = MasterWeightsLocation::none;
  return options;
}

std::vector<model_files::LoraChoice> preview_loras(const run::RunSettings& settings) {
  std::vector<model_files::LoraChoice> loras;
  for (const std::string& file : settings.preview_loras)
    loras.push_back({file, settings.preview_lora_strength});
  return loras;
}

inference::PipelineOptions validation_options(const run::RunSettings& settings, torch::Device device) {
  inference::PipelineOptions options;
  options.model = run::model_source(settings);
  options.device = device;
  options.dtype = compute_dtype(settings);
  options.offload = settings.offload;
  options.text_encoder = settings.text_encoder;
  options.vae_slicing = settings.enable_slicing;
  options.vae_tiling = settings.enable_tiling;
  options.loras = preview_loras(settings);
  return options;
}

}  // namespace fw::training
