// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "ui/state/worker.h"
#include "workflow/dataset_jobs.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace fw::ui {

class ClipStore;

/// Sets up the captioner, a command or a server, tries it on one clip, and chooses the clips to caption. The
/// captioner is stored in the user's settings, so that no project brings its own command; the question is
/// stored in the project. GUI thread only; a test runs on a worker and ends with the dialog.
class CaptionerDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param clip  for the test; 0: none
  CaptionerDialog(ClipStore& store, qint64 clip, std::vector<int64_t> selected, QWidget* parent = nullptr);

  enum Kind { Command, Server };
  QComboBox* kind() const { return m_kind; }
  QLineEdit* command() const { return m_command; }
  QLineEdit* address() const { return m_address; }
  QPlainTextEdit* question() const { return m_question; }
  QPushButton* testButton() const { return m_test; }
  QPushButton* runButton() const { return m_run; }
  /// The captioner's answer, or its error.
  QLabel* answer() const { return m_answer; }

  /// The job that proposes captions for the chosen clips.
  workflow::CaptionRequest request() const;

 public Q_SLOTS:
  void done(int result) override;

 private:
  void makeForm(QFormLayout& form, const std::vector<int64_t>& selected);
  captioning::Captioner captioner() const;
  void readSetup();
  void writeSetup() const;
  void showKind();
  void test();
  void endTest();
  void showFault(const Fault& fault);
  void run();

  ClipStore& m_store;
  qint64 m_clip;
  std::vector<int64_t> m_selected;
  QFormLayout* m_form;
  QComboBox* m_kind;
  QLineEdit* m_command;
  QLineEdit* m_address;
  QLineEdit* m_model;
  QLineEdit* m_keyVariable;
  QSpinBox* m_pictures;
  QPlainTextEdit* m_question;
  QSpinBox* m_timeLimit;
  QSpinBox* m_atOnce;
  QComboBox* m_scope;
  QPushButton* m_test;
  QLabel* m_answer;
  QPushButton* m_run;
  QString m_savedQuestion;
  bool m_isTesting = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
