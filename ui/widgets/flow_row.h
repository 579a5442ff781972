// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace fw::ui {

/// Widgets side by side, in as many lines as the width needs. Where one line is not enough each is as narrow
/// as it can be. GUI thread only.
class FlowRow : public QWidget {
  Q_OBJECT
 public:
  explicit FlowRow(QWidget* parent = nullptr);

  /// Behind those that are there.
  void add(QWidget* item);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum class Do { measure, move };
  int layOut(Do what) const;
  void place();
  int widthOfAll() const;

  QList<QWidget*> m_items;
};

}  // namespace fw::ui
