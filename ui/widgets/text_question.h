// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

class QWidget;

namespace fw::ui {

enum class Lines { one, many };

/// Asks for a name or a note, in a field with room for a long one. Nothing when closed without an answer.
/// GUI thread only; has an event loop of its own.
std::optional<QString> askForText(QWidget* parent, const QString& title, const QString& label,
                                  const QString& text, Lines lines = Lines::one);

}  // namespace fw::ui
