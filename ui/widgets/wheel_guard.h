// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fw::ui {

/// The wheel over a form scrolls the form; it changes an editor's value only if that has the focus. GUI
/// thread only.
void keepWheelFromChanging(QWidget* editor);

}  // namespace fw::ui
