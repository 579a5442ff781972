// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// File types of the gallery's exports, for file dialogs. Thread: any.
namespace fw::ui {

QString mp4Kind();
QString gifKind();
QString pngKind();
QString picturesKind();
/// `name` with the extension of the kind.
QString withEnding(const QString& name, const QString& kind);
/// `text` as a file name that is valid on any system.
QString fileName(const QString& text);

}  // namespace fw::ui
