// SPDX-License-Identifier: Apache-2.0
#include "encoders/prompt_template.h"
#include "parity/components.h"
#include "text/prompt_cleaning.h"
#include "text/tokenizer.h"

namespace fw::parity {

Tensors run_tokenizer(const Case& c, const Settings&) {
  const auto tokenizer = text::open_tokenizer(c.model / c.param("subfolder", std::string("tokenizer")));
  auto prompts = c.param<std::vector<std::string>>("prompts");
  const encoders::PromptTemplate around{c.param("template", std::string("{}"))};
  for (std::string& prompt : prompts) prompt = around.around(prompt);
  Tensors out;
  if (c.param("padding", std::string("max_length")) == "none") {
    for (size_t i = 0; i < prompts.size(); ++i) {
      const int64_t length = tokenizer->count(prompts[i], 1).tokens;
      out["input_ids." + std::to_string(i)] = torch::tensor(tokenizer->encode(prompts[i], length).ids);
    }
    return out;
  }
  const auto max_length = c.param<int64_t>("max_length");
  std::vector<torch::Tensor> ids, masks;
  for (const std::string& prompt : prompts) {
    const text::TokenIds tokens = tokenizer->encode(prompt, max_length);
    ids.push_back(torch::tensor(tokens.ids, torch::kInt64));
    masks.push_back(torch::tensor(tokens.mask, torch::kInt64));
  }
  return {{"input_ids", torch::stack(ids)}, {"attention_mask", torch::stack(masks)}};
}

Tensors run_prompt_cleaning(const Case& c, const Settings&) {
  const auto prompts = c.param<std::vector<std::string>>("prompts");
  Tensors out;
  for (size_t i = 0; i < prompts.size(); ++i) {
    const std::string clean = text::clean_prompt(prompts[i]);
    const std::vector<int64_t> bytes = [&] {
      std::vector<int64_t> values;
      for (const unsigned char byte : clean) values.push_back(byte);
      return values;
    }();
    out["utf8." + std::to_string(i)] = torch::tensor(bytes, torch::kInt64);
  }
  return out;
}

}  // namespace fw::parity
