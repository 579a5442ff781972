// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/preset_changes.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

#include "ui/train/setting_differences.h"
#include "ui/widgets/guide_page.h"

namespace fw::ui {

PresetChanges::PresetChanges(const QString& name, const run::RunSettings& now, const run::RunSettings& after,
                             QWidget* parent)
    : QDialog(parent),
      m_table(new SettingDifferences(QStringLiteral("presetChanges"), tr("Settings that change"),
                                     tr("The preset changes nothing."))) {
  setObjectName(QStringLiteral("presetChangesDialog"));
  setWindowTitle(tr("What the preset “%1” changes").arg(name));
  setGuidePage(*this, QStringLiteral("train.md"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(m_table, 1);
  column->addWidget(buttons);
  resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 24);
  m_table->begin({tr("Setting"), tr("Now"), tr("With the preset")});
  m_table->compare(now, after);
}

}  // namespace fw::ui
