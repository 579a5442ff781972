// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine_api/commands.h"

namespace fw::ui {

/// A job's title: its subject (a run's name, a prompt, a file) within the words of its kind. The words are
/// looked up when read, so that waiting jobs follow a change of language.
class JobTitle {
 public:
  JobTitle() = default;
  explicit JobTitle(const engine_api::JobSpec& spec);
  QString text() const;

 private:
  const char* m_words = nullptr;  ///< null: the subject suffices
  QString m_about;
  int m_count = -1;  ///< number of items, if it names one
};

}  // namespace fw::ui
