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
  QStringList translations;  ///< one, or one per plural form
  bool isFinished = false;
};

/// @return empty if the file cannot be read
std::vector<TsMessage> readTs(const QString& file);

/// Problems of a translation: unfinished, empty, placeholders ({name}, %1, %n), accelerators or tags that
/// differ from the source, or half-width marks in Chinese. Empty if correct.
QString tsProblem(const TsMessage& message);

}  // namespace fw::ui
