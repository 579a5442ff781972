// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::parity {

using cases::Case;
using cases::ComponentEntry;
using cases::Precision;
using cases::Settings;
using cases::Tensors;

/// The family of the case's model or tables; nullptr if this program does not have it.
/// @throws fw::Error as catalog::recognise_model
const families::FamilyEntry* family_of(const Case& c);

/// The case's model folder, with the single files that its `parts` name.
catalog::ModelSource model_of(const Case& c);

/// The family of the case's model, with sound if the case has it.
std::unique_ptr<families::Family> open_family(const Case& c);

/// All outputs of a network by name.
Tensors outputs_of(families::VideoTransformer& network, const Case& c, const Settings& settings,
                   const nn::BlockRunner& runner);

/// How the case is recomputed: samplers, tokenizers and encoders independently of the family, others by the
/// family's own code or by the shared code; nullptr for an unknown component. @throws as family_of
const ComponentEntry* find_component(const Case& c);

/// Attaches the LoRA file of the case's parameter "lora" + `which`.
void attach_lora_file(nn::Module& transformer, const Case& c, const Settings& settings,
                      const std::string& which = "");

/// The case's options for VAE memory.
families::VaeOptions vae_options(const Case& c, const families::VideoVae& vae);

Tensors run_tokenizer(const Case& c, const Settings& settings);
Tensors run_prompt_cleaning(const Case& c, const Settings& settings);
Tensors run_text_encoder(const Case& c, const Settings& settings);
Tensors run_image_encoder(const Case& c, const Settings& settings);
Tensors run_image_preprocessing(const Case& c, const Settings& settings);
Tensors run_vae_encode(const Case& c, const Settings& settings);
Tensors run_vae_decode(const Case& c, const Settings& settings);
Tensors run_transformer_forward(const Case& c, const Settings& settings);
Tensors run_lora_load(const Case& c, const Settings& settings);
Tensors run_transformer_backward(const Case& c, const Settings& settings);
Tensors run_train(const Case& c, const Settings& settings);
/// run_train with the memory settings of a run.
Tensors run_train_as(const Case& c, const Settings& settings, const run::RunSettings& run);
Tensors run_scheduler_tables(const Case& c, const Settings& settings);
Tensors run_scheduler_timesteps(const Case& c, const Settings& settings);
Tensors run_scheduler_step(const Case& c, const Settings& settings);
Tensors run_scheduler_add_noise(const Case& c, const Settings& settings);
Tensors run_prompt(const Case& c, const Settings& settings);
Tensors run_pipeline(const Case& c, const Settings& settings);

}  // namespace fw::parity
