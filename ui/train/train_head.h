// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <initializer_list>

#include "ui/theme/palettes.h"

class QAction;
class QLabel;

namespace fw::ui {

class WrapLabel;

/// What can be done with the run that is set up, and how it stands. GUI thread only.
class TrainHead : public QWidget {
  Q_OBJECT
 public:
  /// @param main  shown with their text, the first as the one to press; @param choice  beside them
  /// @param more  icons
  TrainHead(std::initializer_list<QAction*> main, QWidget* choice, std::initializer_list<QAction*> more,
            QWidget* parent = nullptr);
  void say(const QString& text, Tint tint);
  /// In a line above: what would be trained on.
  void describe(const QString& samples);
  QString text() const;

 private:
  QLabel* m_icon;
  WrapLabel* m_text;
  WrapLabel* m_samples;
};

}  // namespace fw::ui
