// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "base/error.h"

namespace fw::ui {

class RunDraft;

/// The run file as text. What is typed is in the form at once, and what the form changes is changed here in
/// its place: comments and order stay. Undo is the draft's. GUI thread only.
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
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void showDraft();

  RunDraft& m_draft;
};

}  // namespace fw::ui
