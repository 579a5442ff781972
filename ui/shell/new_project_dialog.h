// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace fw::ui {

class ProjectSession;
class WrapLabel;

/// Asks for name and location of a new project and creates it. The dialog stays open, with its input, until
/// that succeeds. GUI thread only.
class NewProjectDialog : public QDialog {
  Q_OBJECT
 public:
  explicit NewProjectDialog(ProjectSession& session, QWidget* parent = nullptr);

  QLineEdit* name() const { return m_name; }
  QLineEdit* place() const { return m_place; }
  QString says() const;
  /// Creates the project; closes on success.
  void accept() override;

 private:
  /// Absolute path.
  QString folder() const;
  QString nameTyped() const;
  /// Why no project can be created with this name here; empty if possible.
  QString refusal() const;
  void check();

  ProjectSession& m_session;
  QLineEdit* m_name;
  QLineEdit* m_place;
  WrapLabel* m_says;
  QPushButton* m_create;
};

}  // namespace fw::ui
