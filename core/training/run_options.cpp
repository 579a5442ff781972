// SPDX-License-Identifier: Apache-2.0
#include "training/run_options.h"

#include "adapters/kinds.h"

#include <algorithm>
#include <array>

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

struct Method {
  run::OptimizerKind kind;
  optim::Rule rule;
  optim::Decay decay = optim::Decay::decoupled;
  optim::StateType state = optim::StateType::float32;
};
constexpr std::array methods = {
    Method{run::OptimizerKind::adamw, optim::Rule::adam},
    Method{run::OptimizerKind::adam, optim::Rule::adam, optim::Decay::coupled},
    Method{run::OptimizerKind::adamw_8bit, optim::Rule::adam, optim::Decay::decoupled,
           optim::StateType::eight_bit},
    Method{run::OptimizerKind::adam_8bit, optim::Rule::adam, optim::Decay::coupled,
           optim::StateType::eight_bit},
    Method{run::OptimizerKind::muon, optim::Rule::muon},
    Method{run::OptimizerKind::adafactor, optim::Rule::adafactor},
    Method{run::OptimizerKind::prodigy, optim::Rule::prodigy},
    Method{run::OptimizerKind::came, optim::Rule::came},
    Method{run::OptimizerKind::lion, optim::Rule::lion},
    Method{run::OptimizerKind::adamw_schedule_free, optim::Rule::schedule_free},
    Method{run::OptimizerKind::adamw_4bit, optim::Rule::low_bit_adam, optim::Decay::decoupled,
           optim::StateType::four_bit},
    Method{run::OptimizerKind::adamw_fp8, optim::Rule::low_bit_adam, optim::Decay::decoupled,
           optim::StateType::fp8},
    Method{run::OptimizerKind::galore, optim::Rule::galore},
};
static_assert(methods.size() == run::optimizers.size());

optim::OptimizerConfig optimizer_config(const run::RunSettings& settings) {
  const Method& method = *std::ranges::find(methods, settings.optimizer, &Method::kind);
  const auto number = [&](const char* key) { return run::own_value<double>(settings, key); };
  const auto flag = [&](const char* key) { return run::own_value<bool>(settings, key); };
  optim::OptimizerConfig config;
  config.rule = method.rule;
  config.decay = method.decay;
  if (method.rule == optim::Rule::prodigy && !flag("optimizer.decouple"))
    config.decay = optim::Decay::coupled;
  config.beta1 = settings.beta1;
  config.beta2 = settings.beta2;
  config.beta3 = number("optimizer.beta3");
  config.epsilon = settings.epsilon;
  config.weight_decay = settings.weight_decay;
  config.state = method.state;
  config.seed = static_cast<uint64_t>(settings.seed);
  config.clip_threshold = number("optimizer.clip_threshold");
  config.adafactor = {flag("optimizer.scale_parameter"), flag("optimizer.relative_step"),
                      flag("optimizer.warmup_init"), flag("optimizer.first_moment")};
  config.prodigy = {.d0 = number("optimizer.d0"),
                    .d_coef = number("optimizer.d_coef"),
                    .bias_correction = flag("optimizer.use_bias_correction"),
                    .safeguard_warmup = flag("optimizer.safeguard_warmup")};
  config.galore = {run::own_value<int64_t>(settings, "optimizer.galore_rank"),
                   run::own_value<int64_t>(settings, "optimizer.update_proj_gap"),
                   number("optimizer.galore_scale")};
  if (const double most = number("optimizer.growth_rate"); most > 0) config.prodigy.growth_rate = most;
  return config;
}

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

adapters::LoraShape lora_shape(const run::RunSettings& settings) {
  const auto texts = [&](const char* key) { return run::own_value<std::vector<std::string>>(settings, key); };
  return {settings.target_modules,
          texts("lora.exclude_modules"),
          settings.rank,
          settings.lora_alpha,
          texts("lora.rank_pattern"),
          texts("lora.alpha_pattern"),
          run::own_value<bool>(settings, "lora.use_rslora")};
}

adapters::NewKind lora_kind(const run::RunSettings& settings) {
  const auto name = run::own_value<std::string>(settings, "lora.kind");
  const auto kinds = adapters::kinds();
  return {std::ranges::find(kinds, name, &adapters::Kind::name)->name,
          {run::own_value<int64_t>(settings, "lora.lokr_factor"),
           run::own_value<bool>(settings, "lora.lokr_decompose_both"),
           run::own_value<bool>(settings, "lora.lokr_full_matrix")}};
}

std::shared_ptr<nn::Dropout> lora_dropout(const run::RunSettings& settings) {
  const auto of = [&](const char* key) {
    return run::applies(*run::find_setting(key), settings) ? run::own_value<double>(settings, key) : 0.0;
  };
  nn::Dropout dropout{of("lora.lora_dropout"), of("lora.rank_dropout"), of("lora.module_dropout")};
  if (dropout.input == 0 && dropout.rank == 0 && dropout.module == 0) return nullptr;
  return std::make_shared<nn::Dropout>(dropout);
}

nn::LossShape loss_shape(const run::RunSettings& settings) {
  const auto name = run::own_value<std::string>(settings, "training.loss_type");
  const auto forms = nn::choices_of(nn::LossForm());
  return {std::ranges::find(forms, name, &Choice<nn::LossForm>::name)->value,
          run::own_value<double>(settings, "training.huber_c")};
}

OptimizerStepConfig optimizer_step_config(const run::RunSettings& settings, int64_t total_steps) {
  OptimizerStepConfig config;
  config.optimizer = optimizer_config(settings);
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
  config.ema_decay = run::applies(*run::find_setting("ema.ema_decay"), settings) ? settings.ema_decay : 0;
  config.fused_backward =
      settings.fused_backward && run::applies(*run::find_setting("optimizer.fused_backward"), settings);
  return config;
}

TrainedWeightsOptions trained_weights_options(const run::RunSettings& settings) {
  using Gradients = optim::MasterWeights::Gradients;
  TrainedWeightsOptions options;
  if (const auto* ratio = run::find_setting("lora.loraplus_lr_ratio"); run::applies(*ratio, settings))
    options.b_rate = run::own_value<double>(settings, ratio->key);
  if (settings.zero_stage > 0) options.kept = Kept::at_owner;
  if (settings.optimizer_offload) {
    options.masters = MasterWeightsLocation::on_host;
    options.gradients = settings.offload_gradients ? Gradients::leave : Gradients::stay;
    return options;
  }
  if (settings.trained_type == "bf16" && run::applies(*run::find_setting("sft.trained_type"), settings))
    options.masters = MasterWeightsLocation::none;
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
