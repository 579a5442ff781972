// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "run/settings_table.h"

namespace fw::run::table {

namespace {

using S = RunSettings;

/// Holds in runs of families that are trained by flow matching.
catalog::Condition flow_matching() {
  catalog::Condition condition{"model.family", {}};
  for (const catalog::Family* family : catalog::families())
    if (family->flow_matching) condition.values.push_back(family->id);
  return condition;
}

}  // namespace

// Settings that finetrainers has for every flow-matching model.
std::vector<catalog::Setting> flow() {
  const catalog::Condition along_a_flow = flow_matching();
  const catalog::Condition logit_normal{"flow.weighting_scheme", {"logit_normal"}};
  const catalog::Condition mode{"flow.weighting_scheme", {"mode"}};
  const catalog::Condition beta{"flow.weighting_scheme", {"beta"}};
  const catalog::Condition by_tokens{"flow.resolution_shifting", {"true"}};
  const catalog::Condition alike{"flow.resolution_shifting", {"false"}};
  return {
      {.key = "flow.weighting_scheme",
       .label = FW_TEXT("settings", "Noise levels"),
       .member = choice<&S::flow_weighting>(),
       .choices = all_names<catalog::FlowWeighting>(),
       .applies_to = {along_a_flow},
       .flags = {{catalog::finetrainers, "flow_weighting_scheme"}},
       .explanation =
           FW_TEXT("settings",
                   "How often each noise level is trained, and how much its loss counts. none: all alike. "
                   "logit_normal: middle levels more often. mode: middle levels or both ends more often. "
                   "sigma_sqrt and cosmap draw evenly and weight the loss. beta: a beta distribution.")},
      {.key = "flow.logit_mean",
       .label = FW_TEXT("settings", "Mean of noise levels"),
       .member = &S::flow_logit_mean,
       .range = catalog::Range{-10, 10},
       .applies_to = {along_a_flow, logit_normal},
       .flags = {{catalog::finetrainers, "flow_logit_mean"}},
       .explanation = FW_TEXT("settings", "Above 0 less noise is trained, below 0 more.")},
      {.key = "flow.logit_std",
       .label = FW_TEXT("settings", "Spread of noise levels"),
       .member = &S::flow_logit_std,
       .range = catalog::Range{0, 10, true},
       .applies_to = {along_a_flow, logit_normal},
       .flags = {{catalog::finetrainers, "flow_logit_std"}},
       .explanation = FW_TEXT("settings", "The larger, the more the ends are trained, too.")},
      {.key = "flow.mode_scale",
       .label = FW_TEXT("settings", "Mode scale"),
       .member = &S::flow_mode_scale,
       .range = catalog::Range{-1, 2},
       .applies_to = {along_a_flow, mode},
       .flags = {{catalog::finetrainers, "flow_mode_scale"}},
       .explanation = FW_TEXT("settings", "Above 0 middle noise levels come more often, below 0 the ends.")},
      {.key = "flow.beta_alpha",
       .label = FW_TEXT("settings", "Alpha of noise levels"),
       .standard = 2.0,
       .range = catalog::Range{0, 100, true},
       .applies_to = {along_a_flow, beta},
       .explanation = FW_TEXT("settings", "The larger, the more often much noise is trained.")},
      {.key = "flow.beta_beta",
       .label = FW_TEXT("settings", "Beta of noise levels"),
       .standard = 2.0,
       .range = catalog::Range{0, 100, true},
       .applies_to = {along_a_flow, beta},
       .explanation = FW_TEXT("settings", "The larger, the more often little noise is trained.")},
      {.key = "flow.resolution_shifting",
       .label = FW_TEXT("settings", "Shift by size"),
       .member = &S::flow_resolution_shifting,
       .applies_to = {along_a_flow},
       .flags = {{catalog::finetrainers, "flow_resolution_shifting"}},
       .explanation = FW_TEXT("settings",
                              "Trains larger and longer clips at more noise: their details withstand more of "
                              "it.")},
      {.key = "flow.shift",
       .label = FW_TEXT("settings", "Flow shift"),
       .member = &S::flow_shift,
       .range = catalog::Range{0, 100, true},
       .applies_to = {along_a_flow, alike},
       .flags = {{catalog::finetrainers, "flow_shift"}},
       .explanation = FW_TEXT("settings", "Above 1 all clips are trained at more noise, below 1 at less.")},
      {.key = "flow.base_shift",
       .label = FW_TEXT("settings", "Shift of small clips"),
       .member = &S::flow_base_shift,
       .range = catalog::Range{-10, 10},
       .applies_to = {along_a_flow, by_tokens},
       .flags = {{catalog::finetrainers, "flow_base_shift"}},
       .explanation = FW_TEXT("settings", "Exponent of the shift at the fewest tokens.")},
      {.key = "flow.max_shift",
       .label = FW_TEXT("settings", "Shift of large clips"),
       .member = &S::flow_max_shift,
       .range = catalog::Range{-10, 10},
       .applies_to = {along_a_flow, by_tokens},
       .flags = {{catalog::finetrainers, "flow_max_shift"}},
       .explanation = FW_TEXT("settings", "Exponent of the shift at the most tokens.")},
      {.key = "flow.base_seq_len",
       .label = FW_TEXT("settings", "Fewest tokens"),
       .member = &S::flow_base_seq_len,
       .unit = FW_TEXT("settings", "tokens"),
       .range = catalog::Range{1, 1 << 20},
       .applies_to = {along_a_flow, by_tokens},
       .flags = {{catalog::finetrainers, "flow_base_seq_len"}},
       .explanation = FW_TEXT("settings", "From here on the shift grows with the tokens of a clip.")},
      {.key = "flow.max_seq_len",
       .label = FW_TEXT("settings", "Most tokens"),
       .member = &S::flow_max_seq_len,
       .unit = FW_TEXT("settings", "tokens"),
       .range = catalog::Range{2, 1 << 20},
       .applies_to = {along_a_flow, by_tokens},
       .flags = {{catalog::finetrainers, "flow_max_seq_len"}},
       .explanation = FW_TEXT("settings", "Where the shift of large clips is reached.")},
  };
}

}  // namespace fw::run::table
