// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "run/run_settings.h"

namespace fw::ui {

class SettingDifferences;

/// Shows what a preset would change before it is applied. GUI thread only.
class PresetChanges : public QDialog {
  Q_OBJECT
 public:
  /// @param name  as shown on the preset's card
  /// @param after  the settings with the preset
  PresetChanges(const QString& name, const run::RunSettings& now, const run::RunSettings& after,
                QWidget* parent = nullptr);

  SettingDifferences* table() const { return m_table; }

 private:
  SettingDifferences* m_table;
};

}  // namespace fw::ui
