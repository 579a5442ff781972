// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/prompt.h"

namespace fw::families {

namespace {

// The runs of spaces are part of the published template.
constexpr const char* hunyuan15_template =
    "<|im_start|>system\nYou are a helpful assistant. Describe the video by detailing the following aspects:"
    "         1. The main content and theme of the video."
    "         2. The color, shape, size, texture, quantity, text, and spatial relationships of the objects."
    "         3. Actions, events, behaviors temporal relationships, physical movement changes of the objects."
    "         4. background environment, light, style and atmosphere."
    "         5. camera angles, movements, and transitions used in the video.<|im_end|>\n"
    "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n";
/// Number of tokens before the prompt with the published tokenizer.
constexpr int64_t hunyuan15_crop_start = 108;

}  // namespace

encoders::QwenByt5TextEncoders::Specs hunyuan15_text_specs(const catalog::ModelSpec& model) {
  return {.qwen = model.encoders.at(0),
          .byt5 = model.encoders.at(1),
          .prompt_template = {hunyuan15_template, hunyuan15_crop_start}};
}

}  // namespace fw::families
