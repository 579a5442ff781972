// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "run/settings_table.h"

namespace fw::run::table {

namespace {

using S = RunSettings;

catalog::Condition only(std::vector<std::string_view> names) {
  return {"optimizer.optimizer", std::move(names)};
}

}  // namespace

std::vector<catalog::Setting> optimizer() {
  return {
      {.key = "optimizer.optimizer",
       .label = FW_TEXT("settings", "Optimizer"),
       .member = choice<&S::optimizer>(),
       .choices = all_names<OptimizerKind>(),
       .level = catalog::Level::basic,
       .flags = with_musubi(both("optimizer"), "optimizer_type"),
       .saving = FW_TEXT("plan", "8-bit optimizer"),
       .explanation = FW_TEXT(
           "settings",
           "adamw applies weight decay to the weights directly; adam adds it to the gradient, as in "
           "their papers. The _8bit variants keep both running means in one byte each instead of "
           "four (block-wise dynamic quantisation), which saves 6 bytes per trained value with "
           "nearly the same loss curve. muon orthogonalises the momentum of each matrix, with beta1; "
           "other parameters use adamw at a quarter of the learning rate. It learns much faster from "
           "random weights: try lr 0.01, beta1 0.95, weight_decay 0.1. prodigy finds its own rate: set lr "
           "to 1 and the schedule to constant. adafactor and came keep little or one running mean; "
           "lion keeps one and moves every weight by lr: use a tenth of adamw's lr, beta2 0.99. "
           "adamw_schedule_free needs no falling rate: the weights that it validates and saves are "
           "an average. adamw_4bit and adamw_fp8 keep both running means in 4 or 8 bits, as torchao "
           "does; galore keeps those of a part of each gradient, for full fine-tunes. These train "
           "fp32 weights.")},
      {.key = "optimizer.offload",
       .label = FW_TEXT("settings", "Optimizer in host memory"),
       .member = &S::optimizer_offload,
       .flags = both("use_cpu_offload_optimizer"),
       .saving = FW_TEXT("plan", "optimizer in host memory"),
       .explanation =
           FW_TEXT("settings",
                   "Keeps the fp32 weights, accumulated gradients and optimizer state in host memory and "
                   "updates them there, on the CPU. The GPU holds only the weights used for computation and "
                   "the gradients of one backward pass. Saves nothing when the run computes on the CPU.")},
      {.key = "optimizer.offload_gradients",
       .label = FW_TEXT("settings", "Offload gradients"),
       .member = &S::offload_gradients,
       .applies_to = {{"optimizer.offload", {"true"}}},
       .flags = both("offload_gradients"),
       .saving = FW_TEXT("plan", "gradients offloaded to host memory"),
       .explanation = FW_TEXT("settings",
                              "Moves each gradient to host memory as soon as the backward pass has computed "
                              "it, so that the GPU never holds all of them. The results are identical.")},
      {.key = "optimizer.fused_backward",
       .label = FW_TEXT("settings", "Update within the backward pass"),
       .member = &S::fused_backward,
       .applies_to = {{"training.training_type", {"sft"}},
                      {"optimizer.optimizer",
                       optimizer_names([](const OptimizerFacts& facts) { return !facts.finds_rate; })},
                      {"training.gradient_accumulation_steps", {"1"}},
                      {"training.mixed_precision", {"fp32", "bf16"}},
                      {"optimizer.offload", {"false"}},
                      {"memory.streamed_blocks", {"0"}}},
       .flags = {{musubi, "fused_backward_pass"}},
       .saving = FW_TEXT("plan", "weights updated within the backward pass"),
       .explanation = FW_TEXT(
           "settings",
           "Updates each weight as soon as the backward pass has computed its gradient and frees that "
           "at once, which saves the memory of all gradients: 2 to 6 bytes per trained value. There "
           "is no clipping then, as it needs all of them, and a step whose gradients are not finite "
           "ends the run instead of being skipped. For one process.")},
      {.key = "optimizer.lr",
       .label = FW_TEXT("settings", "Learning rate"),
       .member = &S::lr,
       .range = catalog::Range{0, 10},
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "lr"},
                 {catalog::factory, "learning_rate"},
                 {musubi, "learning_rate"}},
       .explanation = FW_TEXT("settings",
                              "Size of an update. 1e-4 to 1e-3 is usual for a LoRA, 1e-5 for a full "
                              "fine-tune. 0 leaves the weights unchanged, for measurements.")},
      {.key = "optimizer.beta1",
       .label = FW_TEXT("settings", "Beta 1"),
       .member = &S::beta1,
       .range = catalog::Range{0, 0.999999},
       .flags = {{catalog::finetrainers, "beta1"},
                 {catalog::factory, "beta1"},
                 {catalog::factory, "adam_beta1"}},
       .explanation = FW_TEXT("settings", "Decay of the running mean of the gradient.")},
      {.key = "optimizer.beta2",
       .label = FW_TEXT("settings", "Beta 2"),
       .member = &S::beta2,
       .range = catalog::Range{0, 0.999999},
       .flags = {{catalog::finetrainers, "beta2"},
                 {catalog::factory, "beta2"},
                 {catalog::factory, "adam_beta2"}},
       .explanation = FW_TEXT("settings", "Decay of the running mean of the squared gradient.")},
      {.key = "optimizer.epsilon",
       .label = FW_TEXT("settings", "Epsilon"),
       .member = &S::epsilon,
       .range = catalog::Range{0, 1, true},
       .flags = {{catalog::finetrainers, "epsilon"},
                 {catalog::factory, "epsilon"},
                 {catalog::factory, "adam_epsilon"}},
       .explanation = FW_TEXT("settings", "Keeps the division by the gradient's root mean square finite.")},
      {.key = "optimizer.weight_decay",
       .label = FW_TEXT("settings", "Weight decay"),
       .member = &S::weight_decay,
       .range = catalog::Range{0, 10},
       .flags = {{catalog::finetrainers, "weight_decay"},
                 {catalog::factory, "weight_decay"},
                 {catalog::factory, "adam_weight_decay"}},
       .explanation = FW_TEXT("settings", "Pulls the trained weights towards zero.")},
  };
}

std::vector<catalog::Setting> clipping() {
  return {
      {.key = "optimizer.max_grad_norm",
       .label = FW_TEXT("settings", "Gradient clipping norm"),
       .member = &S::max_grad_norm,
       .range = catalog::Range{0, any, true},
       .applies_to = {{"optimizer.fused_backward", {"false"}}},
       .flags = with_musubi(both("max_grad_norm"), "max_grad_norm"),
       .explanation = FW_TEXT("settings",
                              "All gradients together are scaled down to this norm if theirs is larger, so "
                              "that one odd batch does no harm.")},
      {.key = "optimizer.clipping",
       .label = FW_TEXT("settings", "Gradient clipping"),
       .member = &S::clipping,
       .choices = {"update", "micro_batch"},
       .applies_to = {{"optimizer.fused_backward", {"false"}}},
       .explanation =
           FW_TEXT("settings",
                   "When the gradients are scaled down to the largest norm: once per update, or after "
                   "each micro-batch, as finetrainers does. Without gradient accumulation both "
                   "are the same.")},
  };
}

std::vector<catalog::Setting> optimizer_methods() {
  const catalog::Condition adafactor = only({"adafactor"}), prodigy = only({"prodigy"}),
                           galore = only({"galore"}), by_square = only({"adafactor", "came"});
  const catalog::Condition relative{"optimizer.relative_step", {"true"}};
  return {
      {.key = "optimizer.beta3",
       .label = FW_TEXT("settings", "Beta 3"),
       .standard = 0.0,
       .range = catalog::Range{0, 0.99999999},
       .applies_to = {only({"prodigy", "came"})},
       .flags = {{catalog::factory, "beta3"}, {catalog::factory, "prodigy_beta3"}},
       .explanation =
           FW_TEXT("settings",
                   "Decay of the running mean from which prodigy estimates its rate, or of came's "
                   "instability. 0: the value of its authors, the square root of beta2 or 0.9999.")},
      {.key = "optimizer.d0",
       .label = FW_TEXT("settings", "First estimate"),
       .standard = 1e-6,
       .range = catalog::Range{0, 1, true},
       .applies_to = {prodigy},
       .explanation =
           FW_TEXT("settings", "The rate that prodigy starts with. Too small a value only costs steps.")},
      {.key = "optimizer.d_coef",
       .label = FW_TEXT("settings", "Factor of the estimate"),
       .standard = 1.0,
       .range = catalog::Range{0, 100, true},
       .applies_to = {prodigy},
       .explanation = FW_TEXT("settings",
                              "Prodigy's rate is multiplied by it: the way to make updates larger or "
                              "smaller, usually 0.5 to 2.")},
      {.key = "optimizer.growth_rate",
       .label = FW_TEXT("settings", "Fastest growth of the estimate"),
       .standard = 0.0,
       .range = catalog::Range{0, any},
       .applies_to = {prodigy},
       .explanation = FW_TEXT("settings",
                              "Factor by which prodigy's rate can grow from one step to the next, such as "
                              "1.02; 0: any.")},
      {.key = "optimizer.decouple",
       .label = FW_TEXT("settings", "Decoupled weight decay"),
       .standard = true,
       .applies_to = {prodigy},
       .flags = {{catalog::factory, "prodigy_decouple"}},
       .explanation = FW_TEXT("settings",
                              "Prodigy applies weight decay to the weights directly, as adamw does; "
                              "otherwise it adds it to the gradient, as adam does.")},
      {.key = "optimizer.use_bias_correction",
       .label = FW_TEXT("settings", "Bias correction"),
       .standard = false,
       .applies_to = {prodigy},
       .flags = {{catalog::factory, "prodigy_use_bias_correction"}},
       .explanation = FW_TEXT("settings", "Corrects prodigy's means for their start at zero, as adam does.")},
      {.key = "optimizer.safeguard_warmup",
       .label = FW_TEXT("settings", "Safeguard the warm-up"),
       .standard = false,
       .applies_to = {prodigy},
       .flags = {{catalog::factory, "prodigy_safeguard_warmup"}},
       .explanation = FW_TEXT(
           "settings", "Keeps the small learning rates of a warm-up from raising prodigy's estimate.")},
      {.key = "optimizer.scale_parameter",
       .label = FW_TEXT("settings", "Rate relative to the weights"),
       .standard = false,
       .applies_to = {adafactor},
       .explanation = FW_TEXT("settings",
                              "Multiplies adafactor's rate by the root mean square of each weight tensor, at "
                              "least by 0.001. A new LoRA's B is zero and learns slowly with it.")},
      {.key = "optimizer.relative_step",
       .label = FW_TEXT("settings", "Rate by step"),
       .standard = false,
       .applies_to = {adafactor},
       .explanation = FW_TEXT("settings",
                              "Adafactor uses 1 / sqrt(step), at most 0.01, instead of the learning rate and "
                              "its schedule.")},
      {.key = "optimizer.warmup_init",
       .label = FW_TEXT("settings", "Start with small steps"),
       .standard = false,
       .applies_to = {adafactor, relative},
       .explanation = FW_TEXT("settings", "The rate by step rises from 0.000001 by as much with each step.")},
      {.key = "optimizer.first_moment",
       .label = FW_TEXT("settings", "Momentum"),
       .standard = false,
       .applies_to = {adafactor},
       .explanation =
           FW_TEXT("settings", "Adafactor averages its updates with beta1, for 4 bytes per trained value.")},
      {.key = "optimizer.clip_threshold",
       .label = FW_TEXT("settings", "Largest update"),
       .standard = 1.0,
       .range = catalog::Range{0, 1000, true},
       .applies_to = {by_square},
       .explanation =
           FW_TEXT("settings", "Root mean square of a tensor's update before the learning rate, at most.")},
      {.key = "optimizer.galore_rank",
       .label = FW_TEXT("settings", "Rank of gradients"),
       .standard = int64_t{128},
       .range = catalog::Range{1, 4096},
       .applies_to = {galore},
       .explanation =
           FW_TEXT("settings",
                   "Number of directions that galore keeps of a matrix's gradient. Smaller matrices "
                   "use adamw.")},
      {.key = "optimizer.update_proj_gap",
       .label = FW_TEXT("settings", "New directions every"),
       .standard = int64_t{200},
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, any},
       .applies_to = {galore},
       .explanation = FW_TEXT("settings",
                              "Steps after which galore chooses the directions again, which takes a singular "
                              "value decomposition of each matrix.")},
      {.key = "optimizer.galore_scale",
       .label = FW_TEXT("settings", "Factor of projected updates"),
       .standard = 0.25,
       .range = catalog::Range{0, 100, true},
       .applies_to = {galore},
       .explanation = FW_TEXT("settings", "Multiplies galore's updates of the matrices that it projects.")},
  };
}

}  // namespace fw::run::table
