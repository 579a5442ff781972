// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine_api/commands.h"

namespace fw::ui {

/// What a job is called: what it is about, as its maker said (a run's name, a prompt, a file), within the
/// words of its kind. These are chosen when they are read, so that jobs that wait follow a change of
/// language.
class JobTitle {
 public:
  JobTitle() = default;
  explicit JobTitle(const engine_api::JobSpec& spec);
  QString text() const;

 private:
  const char* m_words = nullptr;  ///< null: what it is about says enough
  QString m_about;
  int m_count = -1;  ///< of what it says a number of
};

}  // namespace fw::ui
