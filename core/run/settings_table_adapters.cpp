// SPDX-License-Identifier: Apache-2.0
#include "run/settings_table.h"

namespace fw::run::table {

namespace {

using S = RunSettings;
const catalog::Condition lora_only{"training.training_type", {"lora"}};

catalog::Condition kinds(std::vector<std::string_view> names) {
  return {"lora.kind", std::move(names)};
}

}  // namespace

std::vector<catalog::Setting> adapters() {
  return {
      {.key = "lora.kind",
       .label = FW_TEXT("settings", "Kind of adapter"),
       .standard = std::string("lora"),
       .choices = {"lora", "dora", "loha", "lokr"},
       .applies_to = {lora_only},
       .explanation = FW_TEXT(
           "settings",
           "What is trained on top of each layer. lora: the product of two small matrices, which every "
           "program reads. dora also trains the length of each row of the changed weight; it learns "
           "more like a full fine-tune and takes longer per step. loha multiplies two such products "
           "element by element, lokr makes the change from a small and a larger matrix (Kronecker's "
           "product): both learn more with the same number of values. ComfyUI reads all of them, "
           "diffusers lora and dora.")},
      {.key = "lora.rank",
       .label = FW_TEXT("settings", "Rank"),
       .member = &S::rank,
       .range = catalog::Range{1, 4096},
       .level = catalog::Level::basic,
       .applies_to = {lora_only},
       .flags = with_musubi(both("rank"), "network_dim"),
       .explanation = FW_TEXT(
           "settings",
           "Inner dimension of the LoRA matrices. A higher rank can learn more and makes a larger file.")},
      {.key = "lora.lora_alpha",
       .label = FW_TEXT("settings", "Alpha"),
       .member = &S::lora_alpha,
       .range = catalog::Range{0, 1e6, true},
       .level = catalog::Level::basic,
       .applies_to = {lora_only},
       .flags = with_musubi(both("lora_alpha"), "network_alpha"),
       .explanation = FW_TEXT("settings",
                              "The LoRA's effect is scaled by alpha / rank. Equal to the rank means a scale "
                              "of 1.")},
      {.key = "lora.target_modules",
       .label = FW_TEXT("settings", "Adapted modules"),
       .member = &S::target_modules,
       .meaning = catalog::Meaning::module_pattern,
       .applies_to = {lora_only},
       .flags = {{catalog::finetrainers, "target_modules"}},
       .explanation =
           FW_TEXT("settings",
                   "Linear layers of the transformer that get a LoRA. An entry of letters, digits, dots and "
                   "underscores matches the end of a module's name (to_q, attn1.to_out.0); any other entry "
                   "is a regular expression that must match the whole name.")},
      {.key = "lora.exclude_modules",
       .label = FW_TEXT("settings", "Modules left out"),
       .standard = std::vector<std::string>(),
       .meaning = catalog::Meaning::module_pattern,
       .applies_to = {lora_only},
       .explanation = FW_TEXT("settings",
                              "Modules that get no LoRA although lora.target_modules names them, named in "
                              "the same way.")},
      {.key = "lora.rank_pattern",
       .label = FW_TEXT("settings", "Ranks of single modules"),
       .standard = std::vector<std::string>(),
       .applies_to = {lora_only},
       .explanation =
           FW_TEXT("settings",
                   "Another rank for some modules: entries PATTERN=RANK such as ff.net.2=16, with patterns "
                   "as in lora.target_modules. Of several that match, the last one holds.")},
      {.key = "lora.alpha_pattern",
       .label = FW_TEXT("settings", "Alphas of single modules"),
       .standard = std::vector<std::string>(),
       .applies_to = {lora_only},
       .explanation = FW_TEXT(
           "settings", "Another alpha for some modules: entries PATTERN=ALPHA, as lora.rank_pattern.")},
      {.key = "lora.use_rslora",
       .label = FW_TEXT("settings", "Rank-stabilised scale"),
       .standard = false,
       .applies_to = {lora_only},
       .explanation =
           FW_TEXT("settings",
                   "Scales the LoRA by alpha / square root of the rank (rsLoRA) instead of alpha / "
                   "rank, so that a high rank learns no slower.")},
      {.key = "lora.loraplus_lr_ratio",
       .label = FW_TEXT("settings", "Learning rate of B"),
       .standard = 1.0,
       .range = catalog::Range{0, 1000, true},
       .applies_to = {lora_only,
                      kinds({"lora", "dora"}),
                      {"optimizer.optimizer",
                       optimizer_names([](const OptimizerFacts& facts) { return !facts.finds_rate; })}},
       .explanation =
           FW_TEXT("settings",
                   "Trains the LoRA's B, which starts at zero, with so many times the learning rate "
                   "(LoRA+), for example 16.")},
      {.key = "lora.lora_dropout",
       .label = FW_TEXT("settings", "Dropout"),
       .standard = 0.0,
       .range = catalog::Range{0, 0.95},
       .applies_to = {lora_only},
       .explanation = FW_TEXT(
           "settings",
           "Probability that a value of a layer's input is left out of the LoRA in a step, as PEFT "
           "does. Helps against learning a small dataset by heart, for example 0.05. Off when clips and "
           "held-out losses are computed.")},
      {.key = "lora.rank_dropout",
       .label = FW_TEXT("settings", "Dropout of ranks"),
       .standard = 0.0,
       .range = catalog::Range{0, 0.95},
       .applies_to = {lora_only, kinds({"lora", "dora"})},
       .explanation = FW_TEXT(
           "settings",
           "Probability that a rank of a layer's LoRA is left out in a step, as in kohya's scripts.")},
      {.key = "lora.module_dropout",
       .label = FW_TEXT("settings", "Dropout of modules"),
       .standard = 0.0,
       .range = catalog::Range{0, 0.95},
       .applies_to = {lora_only},
       .explanation = FW_TEXT("settings",
                              "Probability that the LoRA of a layer is left out altogether in a step, as in "
                              "kohya's scripts.")},
      {.key = "lora.lokr_factor",
       .label = FW_TEXT("settings", "Factor of LoKr"),
       .standard = int64_t{-1},
       .range = catalog::Range{-1, 4096},
       .applies_to = {lora_only, kinds({"lokr"})},
       .explanation =
           FW_TEXT("settings",
                   "Size of the small matrix: a divisor of the layer's sizes, or the most it may be. -1 "
                   "chooses the divisor next to the square root, for the fewest values.")},
      {.key = "lora.lokr_decompose_both",
       .label = FW_TEXT("settings", "Small matrix as a product"),
       .standard = false,
       .applies_to = {lora_only, kinds({"lokr"})},
       .explanation = FW_TEXT("settings",
                              "Makes the small matrix of LoKr from a product of the rank, too, if that has "
                              "fewer values (decompose_both).")},
      {.key = "lora.lokr_full_matrix",
       .label = FW_TEXT("settings", "Whole matrices"),
       .standard = false,
       .applies_to = {lora_only, kinds({"lokr"})},
       .explanation =
           FW_TEXT("settings",
                   "Trains both matrices of LoKr as they are, without products: rank and alpha then "
                   "have no effect (full_matrix).")},
  };
}

}  // namespace fw::run::table
