// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QTextLayout>

class QPalette;
class QPlainTextEdit;

namespace fw::ui {

enum class DiffSide { before, after };

/// Coloured differences between two texts. Removed text is also struck out and added text underlined, so that
/// colour is not the only cue.
QList<QTextLayout::FormatRange> differences(const QString& before, const QString& after, DiffSide side,
                                            const QPalette& palette);

/// Marks the differences in `edit`, which shows one side; nothing while that is empty.
void markDifferences(QPlainTextEdit& edit, const QString& other, DiffSide side);

}  // namespace fw::ui
