// SPDX-License-Identifier: Apache-2.0
#include "parity/components.h"

#include "catalog/catalog.h"

namespace fw::parity {

const families::FamilyEntry* family_of(const Case& c) {
  std::string id;
  if (c.params.contains("family")) {
    id = c.param<std::string>("family");
  } else if (!c.model.empty()) {
    id = catalog::recognise_model({c.model}).family;
  }
  const catalog::Family* known = catalog::find_family(id);
  return known == nullptr ? nullptr : families::find_entry(known->id);
}

catalog::ModelSource model_of(const Case& c) {
  catalog::ModelSource source{c.model};
  if (c.params.contains("parts"))
    for (const auto& [name, file] : c.params.at("parts").items())
      source.parts[name] = c.path.parent_path() / file.get<std::string>();
  return source;
}

std::unique_ptr<families::Family> open_family(const Case& c) {
  auto family = families::open_family(model_of(c));
  const auto with_sound = family_of(c)->cases.with_sound;
  family->use_sound(with_sound != nullptr && with_sound(c));
  return family;
}

Tensors outputs_of(families::VideoTransformer& network, const Case& c, const Settings& settings,
                   const nn::BlockRunner& runner) {
  const families::FamilyCases& cases = family_of(c)->cases;
  if (cases.outputs != nullptr) return cases.outputs(network, c, settings, runner);
  return {{"sample", cases.transformer(network, c, settings, runner)}};
}

const ComponentEntry* find_component(const Case& c) {
  using Entries = std::map<std::string_view, ComponentEntry>;
  static const Entries of_no_family{
      {"scheduler.tables", {run_scheduler_tables, Precision::full}},
      {"scheduler.timesteps", {run_scheduler_timesteps, Precision::full}},
      {"scheduler.step", {run_scheduler_step, Precision::full}},
      {"scheduler.add_noise", {run_scheduler_add_noise, Precision::full}},
      {"tokenizer", {run_tokenizer, Precision::full}},
      {"prompt.clean", {run_prompt_cleaning, Precision::full}},
      {"text_encoder", {run_text_encoder, Precision::dtype}},
      {"image_encoder", {run_image_encoder, Precision::dtype}},
      {"image_encoder.preprocess", {run_image_preprocessing, Precision::full}},
  };
  static const Entries of_all_families{
      {"vae.encode", {run_vae_encode, Precision::dtype}},
      {"vae.decode", {run_vae_decode, Precision::dtype}},
      {"transformer.forward", {run_transformer_forward, Precision::dtype}},
      {"transformer.backward", {run_transformer_backward, Precision::dtype}},
      {"lora.load", {run_lora_load, Precision::full}},
      {"train", {run_train, Precision::dtype}},
      {"prompt", {run_prompt, Precision::dtype}},
      {"pipeline", {run_pipeline, Precision::dtype}},
  };
  const auto find_in = [&](const Entries& entries) -> const ComponentEntry* {
    const auto found = entries.find(c.component);
    return found == entries.end() ? nullptr : &found->second;
  };
  if (const ComponentEntry* entry = find_in(of_no_family)) return entry;
  const families::FamilyEntry* family = family_of(c);
  if (family == nullptr) return nullptr;
  const ComponentEntry* entry = find_in(family->cases.more);
  return entry != nullptr ? entry : find_in(of_all_families);
}

}  // namespace fw::parity
