// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>

#include "base/error.h"
#include "run/run_settings.h"

class QAction;
class QWidget;

namespace fw::ui {

/// An action's key works in `widget`, too, without an entry in its context menu.
void addKey(QWidget* widget, QAction* action);

/// Why a run has no clips, and how it gets some.
QString whyNoClips(const run::RunSettings& settings);
/// What happened and what to do, in one.
QString faultSentence(const Fault& fault);

// Kinds of files, as file dialogs name them.
QString mp4Kind();
QString gifKind();
QString pngKind();
QString picturesKind();
/// `name` with the ending that the kind wants.
QString withEnding(const QString& name, const QString& kind);
/// `text` as the name of a file on any system.
QString fileName(const QString& text);

inline std::filesystem::path pathOf(const QString& file) {
  return std::filesystem::path(file.toStdU16String());
}

}  // namespace fw::ui
