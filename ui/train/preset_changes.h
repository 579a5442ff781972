// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "run/run_settings.h"

namespace fw::ui {

class SettingDifferences;

/// What a preset would change, before it is used. GUI thread only.
class PresetChanges : public QDialog {
  Q_OBJECT
 public:
  /// @param name  of the preset, as its card shows it
  /// @param after  the settings with it
  PresetChanges(const QString& name, const run::RunSettings& now, const run::RunSettings& after,
                QWidget* parent = nullptr);

  SettingDifferences* table() const { return m_table; }

 private:
  SettingDifferences* m_table;
};

}  // namespace fw::ui
