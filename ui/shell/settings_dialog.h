// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace fw::ui {

class Settings;
class Theme;

/// The program's settings; they take effect when the dialog is accepted. GUI thread only.
class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  SettingsDialog(Settings& settings, Theme& theme, QWidget* parent = nullptr);

  void accept() override;

 Q_SIGNALS:
  void languageChanged();

 private:
  class QLayout* makeForm();
  class QLayout* folderRow(const QString& name, const QString& folder);

  Settings& m_settings;
  Theme& m_theme;
  QComboBox* m_mode;
  QComboBox* m_language;
  QCheckBox* m_confirmClose;
  QSpinBox* m_cacheLimit;
};

}  // namespace fw::ui
