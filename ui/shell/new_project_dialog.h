// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace fw::ui {

class WrapLabel;

/// Asks for the name and the place of a new project; its folder need not exist. GUI thread only.
class NewProjectDialog : public QDialog {
  Q_OBJECT
 public:
  explicit NewProjectDialog(QWidget* parent = nullptr);

  /// Absolute.
  QString folder() const;
  QLineEdit* name() const { return m_name; }
  QLineEdit* place() const { return m_place; }
  void accept() override;

 private:
  void check();

  QLineEdit* m_name;
  QLineEdit* m_place;
  WrapLabel* m_says;
  QPushButton* m_create;
};

}  // namespace fw::ui
