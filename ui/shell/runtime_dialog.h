// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QProgressBar;
class QPushButton;
class QRadioButton;

namespace fw::runtime {
enum class Flavour : uint8_t;
}

namespace fw::ui {

class RuntimeInstaller;
class WrapLabel;

/// Offers to install LibTorch and shows progress; closing it does not stop the installation. GUI thread only.
class RuntimeDialog : public QDialog {
  Q_OBJECT
 public:
  explicit RuntimeDialog(RuntimeInstaller& installer, QWidget* parent = nullptr);

 private:
  QWidget* makeChoice();
  runtime::Flavour flavour() const;
  void showState();
  void showSizes();
  void grow();

  RuntimeInstaller& m_installer;
  QRadioButton *m_cuda, *m_cpu;
  QLineEdit* m_index;
  WrapLabel *m_sizes, *m_says;
  QProgressBar* m_bar;
  QPushButton *m_install, *m_cancel;
};

}  // namespace fw::ui
