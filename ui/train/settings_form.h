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

/// What is wrong with settings, by key: the sentences of a key one below the other.
using FaultTexts = std::map<std::string, QString>;

/// All settings of a run as a form made from their declarations, in groups; basic ones, or all, or those that
/// a search finds. GUI thread only.
class SettingsForm : public QWidget {
  Q_OBJECT
 public:
  /// @param elsewhere  keys that have their row in another place
  SettingsForm(RunDraft& draft, const std::vector<std::string_view>& elsewhere, QWidget* parent = nullptr);
  ~SettingsForm() override;

  QLineEdit* search() const { return m_search; }
  QCheckBox* advanced() const { return m_advanced; }
  /// Null when the form has no such row.
  SettingRow* row(std::string_view key) const;
  bool isShown(std::string_view key) const;
  /// Reads the draft. @param settled  basic settings that the model decides: shown with the advanced ones
  /// only
  void update(const FaultTexts& faults, const std::set<std::string_view>& settled = {});
  /// Of the menus of all rows; null: none.
  void setPreset(const std::shared_ptr<const PresetRun>& preset);
  /// Shows the setting's row, whatever is searched for. @return its editor, null when it has none here
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
  const SettingRow* m_held = nullptr;  // shown only because it has the focus
  FaultTexts m_faults;
  std::set<std::string_view> m_settled;
};

}  // namespace fw::ui
