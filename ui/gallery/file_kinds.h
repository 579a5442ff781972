// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// What the gallery exports, as file dialogs name it. Thread: any.
namespace fw::ui {

QString mp4Kind();
QString gifKind();
QString pngKind();
QString picturesKind();
/// `name` with the ending that the kind wants.
QString withEnding(const QString& name, const QString& kind);
/// `text` as the name of a file on any system.
QString fileName(const QString& text);

}  // namespace fw::ui
