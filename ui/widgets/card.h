// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QVBoxLayout;

namespace fw::ui {

/// A titled area with a rounded border. GUI thread only.
class Card : public QFrame {
  Q_OBJECT
 public:
  explicit Card(const QString& title, QWidget* parent = nullptr);
  QVBoxLayout* body() const { return m_body; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QVBoxLayout* m_body;
};

}  // namespace fw::ui
