// SPDX-License-Identifier: Apache-2.0
#include "training/learner.h"

#include "adapters/kinds.h"
#include "adapters/module_match.h"
#include "distributed/group.h"
#include "families/registry.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"
#include "training/checkpoint.h"
#include "training/run_options.h"

namespace fw::training {

namespace {

constexpr ErrorCode dora_of_two{
    "training.dora_of_two",
    FW_TEXT("errors",
            "A DoRA cannot be trained for two networks at once: its rows begin with the lengths of one "
            "network's weights."),
    FW_TEXT("errors", "Choose another lora.kind, or train one of the networks at a time."), Blame::input};

std::unique_ptr<families::TrainingModel> load_model(const run::RunSettings& settings,
                                                    const LearnerOptions& options) {
  nn::ComponentOptions load = load_options(settings, options.device, options.world);
  load.on_tensor = options.on_tensor;
  load.on_low_bit = options.on_low_bit;
  return families::load_training_model(settings, load);
}

/// Gradients that other processes wait for must reach them before they are offloaded.
TrainedWeightsOptions weights_options(const run::RunSettings& settings, const LearnerOptions& options,
                                      memory::BlockStreamer* streamer) {
  using Gradients = optim::MasterWeights::Gradients;
  TrainedWeightsOptions weights = trained_weights_options(settings);
  weights.world = options.world;
  weights.streamer = streamer;
  if (options.world.size == 1 || weights.gradients == Gradients::stay) return weights;
  weights.gradients = Gradients::stay;
  if (options.hooks.warning)
    options.hooks.warning(
        "optimizer.offload_gradients has no effect in a run of several processes: the gradients of a "
        "micro-batch stay on the device until the processes have exchanged them.");
  return weights;
}

/// The new LoRA of a run that trains one. Made before blocks move to other places, since its tensors may
/// begin with values of the weights.
std::optional<adapters::Lora> make_lora_of(const run::RunSettings& settings, families::TrainingModel& model,
                                           const LearnerOptions& options) {
  if (settings.training_type != run::TrainingType::lora) return std::nullopt;
  nn::Module& transformer = model.transformer();
  auto modules = adapters::lora_modules(transformer, lora_shape(settings));
  // A LoRA for two networks has the modules of the first one.
  const bool is_for_two = model.lora_parts() != model.part();
  if (is_for_two)
    std::erase_if(modules, [](const auto& module) { return module.path.starts_with("transformer_2."); });
  const adapters::NewKind kind = lora_kind(settings);
  if (is_for_two && adapters::find_kind(kind.name).has_magnitude) throw Error(dora_of_two);
  auto generator = at::make_generator<at::CPUGeneratorImpl>(static_cast<uint64_t>(settings.seed));
  adapters::Lora lora = adapters::make_lora(transformer, modules, options.device, generator, kind);
  lora.dropout = lora_dropout(settings);
  return lora;
}

TrainedWeights make_weights(const run::RunSettings& settings, families::TrainingModel& model,
                            const LearnerOptions& options, memory::BlockStreamer* streamer,
                            std::optional<adapters::Lora>& lora) {
  nn::Module& transformer = model.transformer();
  const TrainedWeightsOptions how = weights_options(settings, options, streamer);
  if (!lora) {
    return TrainedWeights::of_parameters(
        transformer, adapters::match_parameters(transformer, settings.trainable_modules), how);
  }
  TrainedWeights weights = TrainedWeights::of_lora(transformer, std::move(*lora), how);
  lora.reset();
  weights.lora_parts = model.lora_parts();
  return weights;
}

TrainedWeights start_weights(const run::RunSettings& settings, families::TrainingModel& model,
                             const LearnerOptions& options, memory::BlockStreamer* streamer,
                             std::optional<adapters::Lora>& lora) {
  TrainedWeights weights = make_weights(settings, model, options, streamer, lora);
  if (!options.start_from.empty()) load_weights(options.start_from, weights, settings.family);
  return weights;
}

/// Leaves out what the micro-batch's number says while its passes run.
class DropoutScope {
 public:
  DropoutScope(nn::Dropout* dropout, uint64_t pass, uint64_t share) : dropout_(dropout) {
    if (dropout_ == nullptr) return;
    dropout_->pass = pass;
    dropout_->share = share;
    dropout_->is_on = true;
  }
  ~DropoutScope() {
    if (dropout_ != nullptr) dropout_->is_on = false;
  }
  DropoutScope(const DropoutScope&) = delete;
  DropoutScope& operator=(const DropoutScope&) = delete;

 private:
  nn::Dropout* dropout_;
};

}  // namespace

Learner::Learner(const run::RunSettings& settings, LearnerOptions options)
    : device(options.device),
      model(load_model(settings, options)),
      new_lora_(make_lora_of(settings, *model, options)),
      block_memory(make_block_memory(settings, *model, device, options.hooks, options.world)),
      runner(memory::run_blocks(block_memory, options.hooks.inner)),
      weights(start_weights(settings, *model, options, block_memory.streamer.get(), new_lora_)),
      optimizer_step(weights, optimizer_step_config(settings, options.total_steps), options.world),
      world_(options.world),
      loss_shape_(loss_shape(settings)),
      seed_(static_cast<uint64_t>(settings.seed)) {
  if (const auto& mesh = world_.mesh; mesh && mesh->shape.sequence() > 1)
    model->transformer().share_tokens(std::make_shared<nn::SequenceSplit>(mesh));
}

void Learner::on_first(const std::function<void(const memory::BlockStreamer::Load& load)>& work) const {
  if (needs_all()) return block_memory.streamer->on_first(work);
  if (world_.writes()) work([](const torch::Tensor&) {});
}

torch::Tensor Learner::run_micro_batch(const MicroBatch& micro_batch) {
  const tensor::PhaseScope phase(tensor::Phase::forward);
  const nn::LossScope form(loss_shape_);
  const DropoutScope dropout(weights.lora().dropout.get(),
                             mix_seed(seed_, static_cast<uint64_t>(micro_batch.position)),
                             static_cast<uint64_t>(world_.rank % world_.per_sample()));
  const torch::Tensor losses = model->losses(micro_batch.batch, micro_batch.draw, runner);
  const torch::Tensor& weights = micro_batch.loss_weights;
  optimizer_step.backward((weights.defined() ? losses * weights.to(losses.options()) : losses).mean());
  return losses.detach();
}

}  // namespace fw::training
