// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/setting_help.h"

#include <QVBoxLayout>

#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

SettingHelp::SettingHelp(QWidget* parent)
    : Card(tr("About this setting"), parent),
      m_name(new WrapLabel),
      m_text(new WrapLabel(tr("Select a setting to see what it does."))),
      m_facts(new WrapLabel) {
  setBold(*m_name);
  m_facts->setForegroundRole(QPalette::PlaceholderText);
  for (QWidget* const part : {m_name, m_text, m_facts}) body()->addWidget(part);
  body()->addStretch(1);
  m_name->hide();
  m_facts->hide();
}

void SettingHelp::explain(const catalog::Setting& setting, const std::string& family) {
  m_name->setText(settingLabel(setting));
  m_text->setText(settingExplanation(setting));
  QStringList facts{tr("Key: %1").arg(settingKey(setting))};
  if (const QString limits = settingLimits(setting); !limits.isEmpty()) facts << tr("Values: %1").arg(limits);
  const QString standard = valueText(run::default_of(setting, family));
  if (!setting.required)
    facts << (standard.isEmpty() ? tr("Default: empty") : tr("Default: %1").arg(standard));
  if (const QString condition = settingCondition(setting); !condition.isEmpty()) facts << condition;
  if (const QStringList aliases = settingAliases(setting); !aliases.isEmpty())
    facts << tr("In other trainers: %1").arg(aliases.join(comma()));
  m_facts->setText(facts.join(QLatin1Char('\n')));
  m_name->show();
  m_facts->show();
}

}  // namespace fw::ui
