// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/prompt.h"

namespace fw::families {

namespace {

constexpr const char* hunyuan_template =
    "<|start_header_id|>system<|end_header_id|>\n\nDescribe the video by detailing the following aspects: "
    "1. The main content and theme of the video."
    "2. The color, shape, size, texture, quantity, text, and spatial relationships of the objects."
    "3. Actions, events, behaviors temporal relationships, physical movement changes of the objects."
    "4. background environment, light, style and atmosphere."
    "5. camera angles, movements, and transitions used in the video:<|eot_id|>"
    "<|start_header_id|>user<|end_header_id|>\n\n{}<|eot_id|>";
/// Number of tokens before the prompt with the published tokenizer.
constexpr int64_t hunyuan_crop_start = 95;

}  // namespace

encoders::LlamaClipTextEncoders::Specs hunyuan_text_specs(const catalog::ModelSpec& model) {
  return {.llama = model.encoders.at(0),
          .clip = model.encoders.at(1),
          .prompt_template = {hunyuan_template, hunyuan_crop_start}};
}

}  // namespace fw::families
