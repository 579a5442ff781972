// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <initializer_list>

#include "ui/theme/palettes.h"

class QAction;
class QLabel;

namespace fw::ui {

class WrapLabel;

/// Commands and status of the run being set up. GUI thread only.
class TrainHead : public QWidget {
  Q_OBJECT
 public:
  /// @param main  shown with text, the first as default button; @param choice  next to them
  /// @param more  icons only
  TrainHead(std::initializer_list<QAction*> main, QWidget* choice, std::initializer_list<QAction*> more,
            QWidget* parent = nullptr);
  void say(const QString& text, Tint tint);
  /// A line above that describes the samples to train on.
  void describe(const QString& samples);
  QString text() const;

 private:
  QLabel* m_icon;
  WrapLabel* m_text;
  WrapLabel* m_samples;
};

}  // namespace fw::ui
