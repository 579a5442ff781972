// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "run/run_settings.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace fw::ui {

class RunDraft;
class SettingRow;
struct PresetRun;

/// Faults of settings by key: one sentence per line.
using FaultTexts = std::map<std::string, QString>;

/// All settings of a run as a form generated from their declarations, in groups: basic ones, all, or search
/// results. GUI thread only.
class SettingsForm : public QWidget {
  Q_OBJECT
 public:
  /// @param elsewhere  keys whose row is in another place
  SettingsForm(RunDraft& draft, const std::vector<std::string_view>& elsewhere, QWidget* parent = nullptr);
  ~SettingsForm() override;

  QLineEdit* search() const { return m_search; }
  QCheckBox* advanced() const { return m_advanced; }
  /// Null if the form has no such row.
  SettingRow* row(std::string_view key) const;
  bool isShown(std::string_view key) const;
  /// Reads the draft. @param settled  basic settings determined by the model: shown only with the advanced
  /// ones
  void update(const FaultTexts& faults, const std::set<std::string_view>& settled = {});
  /// For the menus of all rows; null: none.
  void setPreset(const std::shared_ptr<const PresetRun>& preset);
  /// Shows the setting's row, whatever the search. @return its editor; null if it is not here
  QWidget* reveal(std::string_view key);

 Q_SIGNALS:
  void settingEntered(const fw::catalog::Setting& setting);

 private:
  struct Group {
    QLabel* title;
    std::vector<SettingRow*> rows;
  };
  void filter();
  void letGo();
  bool isUsual(const catalog::Setting& setting) const;

  QLineEdit* m_search;
  QCheckBox* m_advanced;
  QLabel* m_nothing;
  std::vector<Group> m_groups;
  const SettingRow* m_held = nullptr;  // visible only because it has the focus
  FaultTexts m_faults;
  std::set<std::string_view> m_settled;
};

}  // namespace fw::ui
