// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <map>
#include <vector>

#include "base/error.h"

namespace fw::ui {

class RunDraft;
class TomlColors;

/// The run file as text. Typing updates the form immediately, and changes in the form are made in place:
/// comments and order stay. Shows line numbers, and the fault after each invalid line. Undo is the draft's.
/// GUI thread only.
class RunFileView : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit RunFileView(RunDraft& draft, QWidget* parent = nullptr);
  /// Underlines the lines with faults.
  void markFaults(const std::vector<Fault>& faults);
  /// Moves the cursor to the fault.
  void goTo(const Fault& fault);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Numbers;

  void showDraft();
  void fitNumbers();
  /// Calls `draw` for each visible line with its number, from 0, and position.
  template <typename Draw>
  void eachLine(const Draw& draw) const;

  RunDraft& m_draft;
  TomlColors* m_colors;
  QWidget* m_numbers;
  std::map<int, QString> m_faults;  // by line, from 0
};

}  // namespace fw::ui
