// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::parity {

using cases::Case;
using cases::ComponentEntry;
using cases::Precision;
using cases::Settings;
using cases::Tensors;

/// The family whose model or tables the case is about; nullptr when this program has no such family.
/// @throws fw::Error as catalog::recognise_model
const families::FamilyEntry* family_of(const Case& c);

/// How the case is recomputed: a sampler's, tokenizer's or encoder's whatever the family, else by its family
/// or as all families do it; nullptr when there is no such component. @throws as family_of
const ComponentEntry* find_component(const Case& c);

/// How a case has its VAE save memory.
families::VaeOptions vae_options(const Case& c, const families::VideoVae& vae);

Tensors run_tokenizer(const Case& c, const Settings& settings);
Tensors run_text_encoder(const Case& c, const Settings& settings);
Tensors run_image_encoder(const Case& c, const Settings& settings);
Tensors run_image_preprocessing(const Case& c, const Settings& settings);
Tensors run_vae_encode(const Case& c, const Settings& settings);
Tensors run_vae_decode(const Case& c, const Settings& settings);
Tensors run_transformer_forward(const Case& c, const Settings& settings);
Tensors run_transformer_backward(const Case& c, const Settings& settings);
Tensors run_train(const Case& c, const Settings& settings);
/// The same, as a run with these settings of memory does it.
Tensors run_train_as(const Case& c, const Settings& settings, const run::RunSettings& run);
Tensors run_scheduler_tables(const Case& c, const Settings& settings);
Tensors run_scheduler_timesteps(const Case& c, const Settings& settings);
Tensors run_scheduler_step(const Case& c, const Settings& settings);
Tensors run_scheduler_add_noise(const Case& c, const Settings& settings);
Tensors run_prompt(const Case& c, const Settings& settings);
Tensors run_pipeline(const Case& c, const Settings& settings);

}  // namespace fw::parity
