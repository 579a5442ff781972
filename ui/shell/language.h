// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace fw::ui {

struct Language {
  QString code;  ///< as in translations/framewright_<code>.ts
  QString name;  ///< in itself
};

/// English and every complete translation.
const std::vector<Language>& languages();

/// Sets the language of all texts made from now on, Qt's own too, and the locale of numbers and dates.
/// @param code  of languages(); empty for the desktop's
/// GUI thread only.
void setLanguage(const QString& code);

}  // namespace fw::ui
