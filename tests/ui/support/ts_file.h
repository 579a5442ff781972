// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace fw::ui {

/// One sentence of a Qt Linguist file.
struct TsMessage {
  QString context;
  QString source;
  QStringList translations;  ///< one, or one a plural form
  bool isFinished = false;
};

/// @return nothing when the file cannot be read
std::vector<TsMessage> readTs(const QString& file);

/// What is wrong with a translation: unfinished, empty, or other placeholders ({name}, %1, %n), accelerators
/// or tags than the source has, or half-width marks in Chinese. Nothing when it is right.
QString tsProblem(const TsMessage& message);

}  // namespace fw::ui
