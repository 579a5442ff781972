// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QAction;
class QHBoxLayout;
class QToolButton;

namespace fw::ui {

/// Buttons of commands side by side, each with its icon and as many with their text too as the row has room
/// for: those whose icon says too little first, then from the left on. That depends on the width alone: no
/// button comes, goes or moves with what is selected. GUI thread only.
class CommandRow : public QWidget {
  Q_OBJECT
 public:
  explicit CommandRow(QWidget* parent = nullptr);

  /// When a button gets its text next to its icon.
  enum class Label { inTurn = 1, first };
  /// Behind those that are there.
  QToolButton* add(QAction* command, Label label = Label::inTurn);
  /// A line between groups.
  void addLine();
  /// To the right side instead of the left.
  void alignRight();

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Entry {
    QToolButton* button;
    Label label;
    int narrow;  ///< width with the icon alone
    int wide;    ///< and with the text
  };
  void measure();
  void fit();
  /// Of all that is no button's text.
  int leastWidth() const;

  QHBoxLayout* m_row;
  std::vector<Entry> m_entries;
  std::vector<QWidget*> m_lines;
};

}  // namespace fw::ui
