// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/settings_form.h"

#include <QApplication>
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/run_settings/setting_row.h"
#include "ui/run_settings/setting_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int clickMs = 50;

}  // namespace

SettingsForm::SettingsForm(RunDraft& draft, const std::vector<std::string_view>& elsewhere, QWidget* parent)
    : QWidget(parent),
      m_search(new QLineEdit),
      m_advanced(new QCheckBox(tr("&Advanced settings"))),
      m_nothing(new QLabel(tr("No setting has this name, here or in other trainers."))) {
  m_search->setPlaceholderText(tr("Search by name, key or a flag of another trainer"));
  kept(m_search, "train.search")->setClearButtonEnabled(true);
  m_search->setObjectName(QStringLiteral("settingsSearch"));
  named(m_search, tr("Search settings"), m_search->placeholderText());
  kept(m_advanced, "train.advanced")->setObjectName(QStringLiteral("advancedSettings"));
  named(m_advanced, tr("Advanced settings"), tr("Shows all settings, not only the most common ones."));
  auto* const head = new QHBoxLayout;
  head->addWidget(m_search, 1);
  head->addSpacing(12);
  head->addWidget(m_advanced);
  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(14);
  grid->setVerticalSpacing(6);
  grid->setColumnMinimumWidth(0, fontMetrics().averageCharWidth() * 24);
  QString group;
  for (const catalog::Setting& setting : run::settings()) {
    if (setting.key == "schema" || std::ranges::find(elsewhere, setting.key) != elsewhere.end()) continue;
    if (const QString title = groupTitle(setting); title != group) {
      group = title;
      auto* const label = new QLabel(title);
      setBold(*label);
      label->setForegroundRole(QPalette::Link);
      label->setContentsMargins(0, m_groups.empty() ? 2 : 10, 0, 0);
      grid->addWidget(label, grid->rowCount(), 0, 1, 3);
      m_groups.push_back({label, {}});
    }
    auto* const row = new SettingRow(setting, draft, *grid, this);
    connect(row, &SettingRow::entered, this, [this, row] { Q_EMIT settingEntered(row->setting()); });
    m_groups.back().rows.push_back(row);
  }
  m_nothing->setForegroundRole(QPalette::PlaceholderText);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(head);
  column->addLayout(grid);
  column->addWidget(m_nothing);
  connect(m_search, &QLineEdit::textChanged, this, &SettingsForm::filter);
  connect(m_advanced, &QCheckBox::toggled, this, &SettingsForm::filter);
  connect(qApp, &QApplication::focusChanged, this, &SettingsForm::letGo);
  filter();
}

SettingsForm::~SettingsForm() {
  disconnect(qApp, nullptr, this, nullptr);  // the focus still changes while the form is destroyed
}

SettingRow* SettingsForm::row(std::string_view key) const {
  for (const Group& group : m_groups) {
    for (SettingRow* const row : group.rows) {
      if (row->setting().key == key) return row;
    }
  }
  return nullptr;
}

bool SettingsForm::isShown(std::string_view key) const {
  const SettingRow* const found = row(key);
  return found != nullptr && found->editor()->isVisibleTo(this);
}

void SettingsForm::filter() {
  const QString words = m_search->text().trimmed();
  bool any = false;
  m_held = nullptr;
  layout()->setEnabled(false);  // otherwise each row shown or hidden lays out the whole form
  for (const Group& group : m_groups) {
    bool anyHere = false;
    for (SettingRow* const row : group.rows) {
      const catalog::Setting& setting = row->setting();
      const bool isFaulty = m_faults.contains(std::string(setting.key));
      bool shown =
          words.isEmpty() ? m_advanced->isChecked() || isUsual(setting) || isFaulty : matches(setting, words);
      // A row being typed in stays until the user leaves it: otherwise the rest would be typed elsewhere.
      if (!shown && row->hasFocus()) {
        shown = true;
        m_held = row;
      }
      row->setVisible(shown);
      anyHere = anyHere || shown;
    }
    group.title->setVisible(anyHere);
    any = any || anyHere;
  }
  m_nothing->setVisible(!any);
  layout()->setEnabled(true);
}

void SettingsForm::letGo() {
  if (m_held == nullptr || m_held->hasFocus()) return;
  // Not during a click that moves the focus: it would end on another widget.
  if (QGuiApplication::mouseButtons() != Qt::NoButton)
    QTimer::singleShot(clickMs, this, &SettingsForm::letGo);
  else
    filter();
}

bool SettingsForm::isUsual(const catalog::Setting& setting) const {
  return setting.level == catalog::Level::basic && !m_settled.contains(setting.key);
}

void SettingsForm::update(const FaultTexts& faults, const std::set<std::string_view>& settled) {
  const bool sameKeys = std::ranges::equal(m_faults, faults, {}, &FaultTexts::value_type::first,
                                           &FaultTexts::value_type::first);
  m_faults = faults;
  const bool sameRows = std::exchange(m_settled, settled) == settled;
  if (!sameKeys || !sameRows) filter();  // an invalid setting is shown, advanced or not
  for (const Group& group : m_groups) {
    for (SettingRow* const row : group.rows) {
      const auto fault = faults.find(std::string(row->setting().key));
      row->update(fault == faults.end() ? QString() : fault->second);
    }
  }
}

void SettingsForm::setPreset(const std::shared_ptr<const PresetRun>& preset) {
  for (const Group& group : m_groups)
    for (SettingRow* const row : group.rows) row->setPreset(preset);
}

QWidget* SettingsForm::reveal(std::string_view key) {
  SettingRow* const found = row(key);
  if (found == nullptr) return nullptr;
  if (!isShown(key)) {
    m_search->clear();
    if (!isUsual(found->setting())) m_advanced->setChecked(true);
  }
  return found->editor();
}

}  // namespace fw::ui
