// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_tokens.h"

#include "base/paths.h"
#include "project/caption_rules.h"

namespace fw::ui {

project::TokenCounts CaptionTokens::count(const project::Project& project, const std::stop_token& stop) {
  const project::ChosenModel chosen = project::chosen_model(project);
  if (chosen.source.folder.empty() || chosen.model.encoders.empty()) return {};
  if (chosen.source != m_model.source || chosen.model != m_model.model) {
    m_model = chosen;
    m_tokenizers = {};
    try {
      m_tokenizers = {chosen.source, chosen.model};
    } catch (const Error&) {
      // The caption's editor reports it.
    }
  }
  if (m_tokenizers.empty()) return {};
  std::string name = to_utf8(chosen.source.folder);
  for (const auto& [encoder, count] : m_tokenizers.counts({}))
    name += '\n' + encoder.tokenizer + ' ' + std::to_string(encoder.token_limit);
  return count_tokens(project,
                      {.name = name,
                       .limit = m_tokenizers.limit(),
                       .rules = project::caption_rules(project),
                       .count = [this](std::string_view text) { return m_tokenizers.least_read(text); }},
                      stop);
}

}  // namespace fw::ui
