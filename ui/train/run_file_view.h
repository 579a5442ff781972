// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <map>
#include <vector>

#include "base/error.h"

namespace fw::ui {

class RunDraft;
class TomlColors;

/// The run file as text. What is typed is in the form at once, and what the form changes is changed here in
/// its place: comments and order stay. Lines have their numbers, and behind each that is wrong stands why.
/// Undo is the draft's. GUI thread only.
class RunFileView : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit RunFileView(RunDraft& draft, QWidget* parent = nullptr);
  /// Underlines the lines that faults of the text name.
  void markFaults(const std::vector<Fault>& faults);
  /// Puts the cursor where the fault is.
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
  /// Calls `draw` with each line in view, from 0, and its place.
  template <typename Draw>
  void eachLine(const Draw& draw) const;

  RunDraft& m_draft;
  TomlColors* m_colors;
  QWidget* m_numbers;
  std::map<int, QString> m_faults;  // by line, from 0
};

}  // namespace fw::ui
