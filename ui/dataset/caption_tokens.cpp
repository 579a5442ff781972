// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_tokens.h"

#include "base/paths.h"
#include "catalog/catalog.h"
#include "project/bucket_plan.h"
#include "project/clips.h"
#include "text/tokenizer.h"

namespace fw::ui {

project::TokenCounts CaptionTokens::count(const project::Project& project, const std::stop_token& stop) {
  const project::ChosenModel chosen = project::chosen_model(project);
  if (chosen.folder.empty() || chosen.model.encoders.empty()) return {};
  const std::filesystem::path folder =
      catalog::ModelSource{chosen.folder}.part(chosen.model.encoders.front().tokenizer);
  if (folder != m_folder) {
    m_folder = folder;
    m_tokenizer.reset();
    try {
      m_tokenizer = text::open_tokenizer(folder);
    } catch (const Error&) {
      // Whoever edits a caption is told of it.
    }
  }
  if (!m_tokenizer) return {};
  const int64_t limit = chosen.model.token_limit();
  return count_tokens(project,
                      {.name = to_utf8(folder) + '\n' + std::to_string(limit),
                       .limit = limit,
                       .id_token = project::setting(project, "id_token"),
                       .count =
                           [&](std::string_view text) {
                             const text::TokenCount counted = m_tokenizer->count(text, limit);
                             return project::CaptionTokens{counted.tokens, counted.kept_bytes};
                           }},
                      stop);
}

}  // namespace fw::ui
