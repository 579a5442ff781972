// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace fw::ui {

/// Widgets in a row that wraps into as many lines as the width needs. If one line is not enough, each widget
/// gets its minimum width. GUI thread only.
class FlowRow : public QWidget {
  Q_OBJECT
 public:
  explicit FlowRow(QWidget* parent = nullptr);

  /// Appends a widget.
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
