// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fw::ui {

/// A wheel over a form scrolls the form; without the focus it changes no value in passing.
/// GUI thread only.
void keepWheelFromChanging(QWidget* editor);

}  // namespace fw::ui
