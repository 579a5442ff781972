// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/model_spec.h"
#include "encoders/llama_clip_text_encoders.h"

namespace fw::families {

/// The model's text encoders and the published prompt template.
encoders::LlamaClipTextEncoders::Specs hunyuan_text_specs(const catalog::ModelSpec& model);

}  // namespace fw::families
