// SPDX-License-Identifier: Apache-2.0
#include "parity/components.h"

namespace fw::parity {

const ComponentEntry* find_component(const std::string& family, const std::string& component) {
  static const std::map<std::string, ComponentEntry> of_all_families{
      {"scheduler.tables", {run_scheduler_tables, Precision::full}},
      {"scheduler.timesteps", {run_scheduler_timesteps, Precision::full}},
      {"scheduler.step", {run_scheduler_step, Precision::full}},
      {"scheduler.add_noise", {run_scheduler_add_noise, Precision::full}},
  };
  if (const auto found = of_all_families.find(component); found != of_all_families.end())
    return &found->second;
  static const std::map<std::pair<std::string, std::string>, ComponentEntry> entries{
      {{"cogvideox", "tokenizer"}, {run_tokenizer, Precision::full}},
      {{"cogvideox", "text_encoder"}, {run_text_encoder, Precision::dtype}},
      {{"cogvideox", "vae.encode"}, {run_vae_encode, Precision::dtype}},
      {{"cogvideox", "vae.decode"}, {run_vae_decode, Precision::dtype}},
      {{"cogvideox", "transformer.forward"}, {run_transformer_forward, Precision::dtype}},
      {{"cogvideox", "transformer.backward"}, {run_transformer_backward, Precision::dtype}},
      {{"cogvideox", "train"}, {run_train, Precision::dtype}},
      {{"cogvideox", "pipeline"}, {run_pipeline, Precision::dtype}},
      {{"cogvideox", "rope"}, {run_rope, Precision::full}},
      {{"cogvideox", "pos_embed"}, {run_pos_embed, Precision::full}},
  };
  const auto found = entries.find({family, component});
  return found == entries.end() ? nullptr : &found->second;
}

}  // namespace fw::parity
