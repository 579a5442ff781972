// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace fw::ui {

struct Language {
  QString code;  ///< as in translations/framewright_<code>.ts
  QString name;  ///< in the language itself
};

/// English and every complete translation.
const std::vector<Language>& languages();

/// Sets the language of all texts created from now on, including Qt's own, and the locale of numbers and
/// dates.
/// @param code  from languages(); empty: the desktop's. GUI thread only.
void setLanguage(const QString& code);

}  // namespace fw::ui
