// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace fw::ui {

class ProjectSession;
class WrapLabel;

/// Asks for the name and the location of a new project and creates it: the dialog stays open, with what was
/// typed, until that has worked. GUI thread only.
class NewProjectDialog : public QDialog {
  Q_OBJECT
 public:
  explicit NewProjectDialog(ProjectSession& session, QWidget* parent = nullptr);

  QLineEdit* name() const { return m_name; }
  QLineEdit* place() const { return m_place; }
  QString says() const;
  /// Creates the project; the dialog closes once that has worked.
  void accept() override;

 private:
  /// Absolute.
  QString folder() const;
  QString nameTyped() const;
  /// Why no project can be created with this name here; empty if one can.
  QString refusal() const;
  void check();

  ProjectSession& m_session;
  QLineEdit* m_name;
  QLineEdit* m_place;
  WrapLabel* m_says;
  QPushButton* m_create;
};

}  // namespace fw::ui
