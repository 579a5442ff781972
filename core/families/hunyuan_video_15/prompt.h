// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/model_spec.h"
#include "encoders/qwen_byt5_text_encoders.h"

namespace fw::families {

/// The model's text encoders and the published prompt template.
encoders::QwenByt5TextEncoders::Specs hunyuan15_text_specs(const catalog::ModelSpec& model);

}  // namespace fw::families
