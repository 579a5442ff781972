// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QAction;
class QHBoxLayout;
class QToolButton;

namespace fw::ui {

/// A row of command buttons. Each has its icon; as many as fit also show their text, first those whose icon
/// says too little, then from the left. This depends only on the width: no button appears, disappears or
/// moves with the selection. GUI thread only.
class CommandRow : public QWidget {
  Q_OBJECT
 public:
  explicit CommandRow(QWidget* parent = nullptr);

  /// Priority of a button's text.
  enum class Label { inTurn = 1, first };
  /// Appends a button.
  QToolButton* add(QAction* command, Label label = Label::inTurn);
  /// A separator between groups.
  void addLine();
  /// Aligns the following buttons to the right.
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
    int narrow;  ///< width with icon only
    int wide;    ///< width with text
  };
  void measure();
  void fit();
  /// Width of everything except the buttons' texts.
  int leastWidth() const;

  QHBoxLayout* m_row;
  std::vector<Entry> m_entries;
  std::vector<QWidget*> m_lines;
};

}  // namespace fw::ui
