// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QTextLayout>

class QPalette;
class QPlainTextEdit;

namespace fw::ui {

enum class DiffSide { before, after };

/// Where one of two texts differs from the other, in colour: what is gone is struck out and what is new
/// underlined besides, so that colour is not all there is.
QList<QTextLayout::FormatRange> differences(const QString& before, const QString& after, DiffSide side,
                                            const QPalette& palette);

/// Marks in `edit`, which shows one side, where it differs from the other one; nothing while that is empty.
void markDifferences(QPlainTextEdit& edit, const QString& other, DiffSide side);

}  // namespace fw::ui
