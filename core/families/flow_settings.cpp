// SPDX-License-Identifier: Apache-2.0
#include "families/flow_settings.h"

#include <algorithm>

namespace fw::families {

schedulers::FlowSettings flow_settings(const run::RunSettings& run) {
  return {.weighting = run.flow_weighting,
          .logit_mean = run.flow_logit_mean,
          .logit_std = run.flow_logit_std,
          .mode_scale = run.flow_mode_scale,
          .beta_alpha = run::own_value<double>(run, "flow.beta_alpha"),
          .beta_beta = run::own_value<double>(run, "flow.beta_beta"),
          .schedule = {.shift = run.flow_shift,
                       .use_dynamic_shifting = run.flow_resolution_shifting,
                       .base_shift = run.flow_base_shift,
                       .max_shift = run.flow_max_shift,
                       .base_image_seq_len = run.flow_base_seq_len,
                       .max_image_seq_len = std::max(run.flow_base_seq_len + 1, run.flow_max_seq_len)}};
}

}  // namespace fw::families
