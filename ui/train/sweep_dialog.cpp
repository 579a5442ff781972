// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/sweep_dialog.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "run/run_file.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr size_t mostRows = 6;
constexpr std::string_view rateKey = "optimizer.lr";

/// Whether runs of one sweep may differ in it: not in their place, name and model.
bool canVary(const catalog::Setting& setting) {
  return setting.key != "schema" && !setting.key.starts_with("run.") && !catalog::is_path(setting.meaning) &&
         !setting.key.starts_with("model.");
}

/// Half, once and twice the run's learning rate: a sweep that most users begin with.
QString ratesAround(double rate) {
  QStringList rates;
  for (const double factor : {0.5, 1.0, 2.0}) rates << QString::number(rate * factor, 'g', 3);
  return rates.join(QStringLiteral(", "));
}

}  // namespace

SweepDialog::SweepDialog(std::string text, std::filesystem::path file, double seconds, QWidget* parent)
    : QDialog(parent),
      m_text(std::move(text)),
      m_file(std::move(file)),
      m_seconds(seconds),
      m_lines(new QVBoxLayout),
      m_drops(new QCheckBox(tr("&Drop worse runs early. Keep one of every"))),
      m_share(new QSpinBox),
      m_summary(new WrapLabel) {
  setObjectName(QStringLiteral("sweepDialog"));
  setWindowTitle(tr("Sweep"));
  auto* const about = new WrapLabel(
      tr("One run is trained for each combination of these values, one after the other. Everything else is "
         "as on the Train page."));
  m_add = new QPushButton(icon("add"), tr("&Vary another setting"));
  m_add->setObjectName(QStringLiteral("addAxis"));
  m_share->setRange(2, 10);
  m_share->setValue(3);
  named(m_share, tr("Runs of which one is kept"));
  m_drops->setObjectName(QStringLiteral("drops"));
  m_summary->setObjectName(QStringLiteral("sweepSummary"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  auto* const start = buttons->addButton(tr("Add to &queue"), QDialogButtonBox::AcceptRole);
  start->setObjectName(QStringLiteral("startSweep"));
  auto* const share = new QHBoxLayout;
  share->addWidget(m_drops);
  share->addWidget(m_share);
  share->addStretch();
  auto* const column = new QVBoxLayout(this);
  column->addWidget(about);
  column->addLayout(m_lines);
  column->addWidget(m_add, 0, Qt::AlignLeft);
  column->addLayout(share);
  column->addWidget(m_summary);
  column->addStretch();
  column->addWidget(buttons);
  setMinimumWidth(fontMetrics().averageCharWidth() * 80);

  connect(m_add, &QPushButton::clicked, this, [this] { addRow("lora.rank", {}); });
  connect(m_drops, &QCheckBox::toggled, m_share, &QWidget::setEnabled);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  m_share->setEnabled(false);
  checkHalving();
  addRow(std::string(rateKey),
         ratesAround(run::parse_run_file(m_text, m_file, run::Extent::part).settings.lr));
}

int64_t SweepDialog::halving() const {
  return m_drops->isChecked() ? m_share->value() : 1;
}

/// Runs are compared by their held-out loss.
void SweepDialog::checkHalving() {
  const run::RunSettings settings = run::parse_run_file(m_text, m_file, run::Extent::part).settings;
  const bool isMeasured =
      settings.held_out_samples > 0 && settings.held_out_steps > 0 && settings.train_epochs == 0;
  m_drops->setEnabled(isMeasured);
  m_drops->setToolTip(isMeasured ? tr("Runs are compared by the loss on held-out clips.")
                                 : tr("Needs held-out clips and a number of steps instead of epochs."));
}

void SweepDialog::addRow(const std::string& key, const QString& values) {
  auto* const line = new QWidget;
  auto* const row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  auto* const setting = named(new QComboBox, tr("Setting"));
  setting->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setting->setMinimumContentsLength(20);
  named(setting->view(), tr("Setting"));
  for (const catalog::Setting& each : run::settings())
    if (canVary(each))
      setting->addItem(settingLabel(each) + QStringLiteral("  (") + settingKey(each) + u')',
                       QString::fromStdString(std::string(each.key)));
  setting->setCurrentIndex(setting->findData(QString::fromStdString(key)));
  auto* const text = named(new QLineEdit(values), tr("Values"));
  text->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
  text->setPlaceholderText(tr("Values, separated by commas"));
  auto* const remove = named(new QToolButton, tr("Do not vary this setting"));
  remove->setObjectName(QStringLiteral("sweep.remove"));
  remove->setIcon(icon("remove"));
  remove->setToolTip(tr("Do not vary this setting"));
  row->addWidget(setting, 3);
  row->addWidget(text, 4);
  row->addWidget(remove);
  m_lines->addWidget(line);
  m_rows.push_back({line, setting, text});
  connect(setting, &QComboBox::currentIndexChanged, this, &SweepDialog::check);
  connect(text, &QLineEdit::textChanged, this, &SweepDialog::check);
  connect(remove, &QToolButton::clicked, this, [this, line] { removeRow(line); });
  check();
  text->setFocus();
}

void SweepDialog::removeRow(QWidget* line) {
  std::erase_if(m_rows, [line](const Row& row) { return row.line == line; });
  line->deleteLater();
  check();
}

/// @throws fw::Error for the first value that the run file cannot have
std::vector<run::SweepAxis> SweepDialog::read() const {
  std::vector<run::SweepAxis> axes;
  for (const Row& row : m_rows) {
    const QString key = row.setting->currentData().toString();
    axes.push_back(run::parse_sweep_axis((key + u'=' + row.values->text()).toStdString()));
    for (const std::vector<std::string>& step : axes.back().steps) {
      const std::string text = run::override_in_text(m_text, key.toStdString() + "=" + step.front());
      const run::RunFile file = run::parse_run_file(text, m_file, run::Extent::part);
      if (!file.faults.empty()) throw Error(file.faults.front());
    }
  }
  return axes;
}

void SweepDialog::check() {
  m_add->setEnabled(m_rows.size() < mostRows);
  QString text;
  m_runs = 0;
  try {
    m_axes = read();
    m_runs = m_axes.empty() ? 0 : run::sweep_settings(m_axes).size();
    text =
        m_axes.empty() ? tr("Choose a setting to vary.") : tr("%n runs", nullptr, static_cast<int>(m_runs));
    if (m_seconds > 0 && m_runs > 0)
      text += comma() + tr("about %1 in all").arg(durationText(m_seconds * static_cast<double>(m_runs)));
  } catch (const Error& error) {
    m_runs = 0;
    text = sentences({faultText(error.fault()), faultHint(error.fault())});
  }
  m_summary->setText(text);
  findChild<QPushButton*>(QStringLiteral("startSweep"))->setEnabled(m_runs > 0);
}

}  // namespace fw::ui
