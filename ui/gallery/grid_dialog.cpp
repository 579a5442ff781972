// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/grid_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "ui/state/file_path.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int stepRole = Qt::UserRole;
constexpr int firstChecked = 4;  // of the newest
constexpr double strongest = 4;

QStringList wordsOf(const QLineEdit& field) {
  static const QRegularExpression between(QStringLiteral("[\\s;]+"));
  return field.text().split(between, Qt::SkipEmptyParts);
}

/// Nothing where one of them is no strength. A comma is a decimal point here.
std::vector<double> strengthsIn(const QLineEdit& field) {
  std::vector<double> found;
  for (QString word : wordsOf(field)) {
    bool good = false;
    found.push_back(word.replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&good));
    if (!good || found.back() <= 0 || found.back() > strongest) return {};
  }
  return found;
}

std::vector<int64_t> seedsIn(const QLineEdit& field) {
  std::vector<int64_t> found;
  for (const QString& word : wordsOf(field)) {
    bool good = false;
    found.push_back(word.toLongLong(&good));
    if (!good || found.back() < 0) return {};
  }
  return found;
}

}  // namespace

GridDialog::GridDialog(const QString& runFolder, engine_api::GenerateRequest clip,
                       std::map<qint64, QString> loras, QWidget* parent)
    : QDialog(parent),
      m_runFolder(runFolder),
      m_clip(std::move(clip)),
      m_loras(std::move(loras)),
      m_checkpoints(named(new QListWidget, tr("Checkpoints"))),
      m_strengths(
          named(new QLineEdit(QStringLiteral("1")), tr("Strengths"),
                tr("How strongly each checkpoint counts: numbers between 0 and 4, with spaces between."))),
      m_seeds(named(new QLineEdit(QString::number(m_clip.seed)), tr("Seeds"),
                    tr("Whole numbers, with spaces between: a column for each."))),
      m_without(named(new QCheckBox(tr("&Without the LoRA, too")), tr("Without the LoRA, too"))) {
  setObjectName(QStringLiteral("gridDialog"));
  setWindowTitle(tr("Compare checkpoints"));
  setGuidePage(*this, QStringLiteral("gallery.md#compare-checkpoints-strengths-and-seeds"));
  auto* const about = new WrapLabel(
      tr("Generates the selected clip again with each checkpoint, strength and seed: “%1”. All else stays.")
          .arg(QString::fromStdString(m_clip.prompt).simplified()));
  for (auto lora = m_loras.rbegin(); lora != m_loras.rend(); ++lora) {
    auto* const item = new QListWidgetItem(stepText(lora->first), m_checkpoints);
    item->setData(stepRole, lora->first);
    item->setToolTip(lora->second);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(m_checkpoints->count() <= firstChecked ? Qt::Checked : Qt::Unchecked);
  }
  m_checkpoints->setCurrentRow(0);
  m_without->setChecked(true);
  for (QLineEdit* const field : {m_strengths, m_seeds}) {
    field->setToolTip(field->accessibleDescription());
    connect(field, &QLineEdit::textChanged, this, &GridDialog::update);
  }
  connect(m_without, &QCheckBox::toggled, this, &GridDialog::update);
  connect(m_checkpoints, &QListWidget::itemChanged, this, &GridDialog::update);
  auto* const form = new QFormLayout;
  form->addRow(tr("&Checkpoints"), m_checkpoints);
  form->addRow(tr("&Strengths"), m_strengths);
  form->addRow(tr("S&eeds"), m_seeds);
  form->addRow(QString(), m_without);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_start = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
  m_start->setObjectName(QStringLiteral("queueGrid"));
  m_start->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);  // nor while the other is disabled
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(about);
  column->addLayout(form, 1);
  column->addWidget(buttons);
  update();
  const int width = fontMetrics().averageCharWidth() * 70;
  resize(width, heightForWidth(width));
}

CheckpointGrid GridDialog::grid() const {
  CheckpointGrid grid{.run = toPath(m_runFolder), .clip = m_clip, .rows = {}, .seeds = seedsIn(*m_seeds)};
  const std::vector<double> strengths = strengthsIn(*m_strengths);
  // From the first checkpoint on: the list has the newest first.
  for (int place = m_checkpoints->count() - 1; place >= 0; --place) {
    const QListWidgetItem& item = *m_checkpoints->item(place);
    if (item.checkState() != Qt::Checked) continue;
    const qint64 step = item.data(stepRole).toLongLong();
    for (const double strength : strengths) grid.rows.push_back({toPath(m_loras.at(step)), strength, step});
  }
  if (m_without->isChecked() && !grid.rows.empty())
    grid.rows.insert(grid.rows.begin(), CheckpointGrid::Row{});
  return grid;
}

void GridDialog::update() {
  const auto count = static_cast<int>(grid().size());
  m_start->setEnabled(count > 0);
  m_start->setText(count > 0 ? tr("&Queue %n clips", nullptr, count) : tr("&Queue"));
}

}  // namespace fw::ui
