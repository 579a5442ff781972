// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

class QWidget;

namespace fw::ui {

enum class Lines { one, many };

/// Asks for a name or note, with room for a long one. Empty optional if cancelled. GUI thread only; runs its
/// own event loop.
std::optional<QString> askForText(QWidget* parent, const QString& title, const QString& label,
                                  const QString& text, Lines lines = Lines::one);

}  // namespace fw::ui
