// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/sets_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <algorithm>

#include "dataset/dataset_manifest.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

enum SetColumn { SetFilterColumn, SetWeightsColumn, SetColumnCount };

constexpr int unset = -1;  // the lowest value of each field

QString numberText(std::optional<double> number, double factor = 1) {
  return number ? QLocale().toString(*number * factor, 'g', 4) : QString();
}

std::optional<double> valueOf(const QDoubleSpinBox& field, double factor) {
  return field.value() < 0 ? std::nullopt : std::optional(field.value() / factor);
}

}  // namespace

SetsDialog::SetsDialog(ClipStore& store, const std::vector<project::Repeat>& repeats,
                       const std::vector<project::SetRule>& rules, QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_rows(new QStandardItemModel(this)),
      m_table(
          new FlatTable(QStringLiteral("sets"), tr("Sets"), tr("No sets yet: every clip counts the same."))),
      m_add(new QPushButton(icon("add"), tr("&Add a set"))),
      m_remove(new QPushButton(icon("remove"), tr("Re&move"))),
      m_filter(new QLineEdit),
      m_times(new QSpinBox),
      m_weight(new QDoubleSpinBox),
      m_share(new QDoubleSpinBox),
      m_dropout(new QDoubleSpinBox),
      m_regularises(new QCheckBox(tr("&Without the trigger word"))),
      m_fault(new WrapLabel) {
  setWindowTitle(tr("Sets and weights"));
  setObjectName(QStringLiteral("sets"));
  setGuidePage(*this, QStringLiteral("dataset.md#weights-of-clips"));
  for (const project::Repeat& repeat : repeats) m_sets.push_back({{.filter = repeat.filter}, repeat.times});
  for (const project::SetRule& rule : rules) {
    const auto same =
        std::ranges::find_if(m_sets, [&](const Set& set) { return set.rule.filter == rule.filter; });
    if (same == m_sets.end())
      m_sets.push_back({rule, std::nullopt});
    else
      same->rule = rule;
  }
  m_rows->setHorizontalHeaderLabels({tr("Clips"), tr("Weights")});
  m_table->setModel(m_rows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->setMinimumHeight(fontMetrics().height() * 7);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(m_table, 1);
  auto* const buttons = new QHBoxLayout;
  buttons->addWidget(m_add);
  buttons->addWidget(m_remove);
  buttons->addStretch(1);
  column->addLayout(buttons);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  makeForm(*form);
  column->addLayout(form);
  column->addWidget(m_fault);
  m_fault->hide();
  auto* const ends = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  ends->button(QDialogButtonBox::Save)->setEnabled(m_store.canEdit());
  column->addWidget(ends);
  for (QPushButton* const button : {m_add, m_remove}) {
    button->setAutoDefault(false);
    named(button, QString(button->text()).remove(QLatin1Char('&')));
  }
  connect(m_add, &QPushButton::clicked, this, &SetsDialog::addSet);
  connect(m_remove, &QPushButton::clicked, this, &SetsDialog::removeSet);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SetsDialog::showSet);
  connect(ends, &QDialogButtonBox::accepted, this, &SetsDialog::accept);
  connect(ends, &QDialogButtonBox::rejected, this, &QDialog::reject);
  fillTable();
  if (!m_sets.empty()) m_table->setCurrentIndex(m_rows->index(0, 0));
  showSet();
  resize(700, sizeHint().height());
}

void SetsDialog::makeForm(QFormLayout& form) {
  form.setRowWrapPolicy(QFormLayout::WrapLongRows);
  const auto addRow = [&](const QString& label, QWidget* field, const QString& help) {
    form.addRow(label, field);
    field->setToolTip(help);
    named(field, QString(label).remove(QLatin1Char('&')), help);
  };
  m_filter->setPlaceholderText(QStringLiteral("tag:portrait"));
  m_times->setRange(unset, static_cast<int>(project::most_repeats));
  m_weight->setRange(unset, dataset::most_loss_weight);
  for (QDoubleSpinBox* const percent : {m_share, m_dropout}) {
    percent->setRange(unset, percent == m_share ? 99.9 : 100);
    percent->setDecimals(1);
    percent->setSuffix(tr(" %"));
  }
  m_weight->setSingleStep(0.1);
  const QString none = tr("as usual");
  m_times->setSpecialValueText(none);
  for (QDoubleSpinBox* const field : {m_weight, m_share, m_dropout}) field->setSpecialValueText(none);
  const int textWidth = fontMetrics().horizontalAdvance(none) + 3 * fontMetrics().height();
  for (QWidget* const field : std::initializer_list<QWidget*>{m_times, m_weight, m_share, m_dropout})
    field->setMinimumWidth(textWidth);
  addRow(tr("&Clips"), m_filter,
         tr("A filter as above the list: tag:portrait, name:night/ for a folder, is:image for stills."));
  addRow(tr("&Repeats"), m_times,
         tr("How often each of these clips is used in an epoch. 0 leaves them out."));
  addRow(tr("&Loss weight"), m_weight, tr("How much the loss of these clips counts; 1 is usual."));
  addRow(tr("&Share of draws"), m_share,
         tr("How much of the training these clips are. Clips without a share are used once in an epoch."));
  addRow(tr("&Dropped captions"), m_dropout,
         tr("How often a caption is replaced by the empty one, instead of the run's own setting."));
  addRow(
      tr("Regularisation"), m_regularises,
      tr("For clips of things that the model must not forget: their texts do not get the trigger word. Give "
         "their loss a weight as well."));
  m_regularises->setAccessibleName(tr("Without the trigger word"));
  connect(m_filter, &QLineEdit::textEdited, this, &SetsDialog::takeFields);
  connect(m_times, &QSpinBox::valueChanged, this, &SetsDialog::takeFields);
  for (QDoubleSpinBox* const field : {m_weight, m_share, m_dropout})
    connect(field, &QDoubleSpinBox::valueChanged, this, &SetsDialog::takeFields);
  connect(m_regularises, &QCheckBox::toggled, this, &SetsDialog::takeFields);
}

std::optional<size_t> SetsDialog::current() const {
  const QModelIndex index = m_table->currentIndex();
  if (!index.isValid() || static_cast<size_t>(index.row()) >= m_sets.size()) return std::nullopt;
  return static_cast<size_t>(index.row());
}

void SetsDialog::fillTable() {
  m_rows->setRowCount(static_cast<int>(m_sets.size()));
  m_rows->setColumnCount(SetColumnCount);
  for (size_t row = 0; row < m_sets.size(); ++row) showRow(row);
}

void SetsDialog::showRow(size_t row) const {
  const auto& [rule, times] = m_sets[row];
  QStringList weights;
  const auto add = [&weights](const QString& label, const QString& value) {
    if (!value.isEmpty()) weights << label + colon() + value;
  };
  const auto percent = [](std::optional<double> part) {
    return part ? tr("%1 %").arg(numberText(part, 100)) : QString();
  };
  add(tr("Repeats"), times ? QLocale().toString(qlonglong{*times}) : QString());
  add(tr("Loss weight"), numberText(rule.loss_weight));
  add(tr("Share"), percent(rule.share));
  add(tr("Dropped captions"), percent(rule.caption_dropout));
  if (rule.regularises) weights << tr("Regularisation");
  const int at = static_cast<int>(row);
  m_rows->setData(m_rows->index(at, SetFilterColumn),
                  rule.filter.empty() ? tr("all clips") : QString::fromStdString(rule.filter));
  m_rows->setData(m_rows->index(at, SetWeightsColumn), weights.join(comma()));
}

void SetsDialog::showSet() {
  const auto row = current();
  const Set set = row ? m_sets[*row] : Set();
  m_isShowing = true;
  if (m_filter->text().toStdString() != set.rule.filter)
    m_filter->setText(QString::fromStdString(set.rule.filter));
  m_times->setValue(static_cast<int>(set.times.value_or(unset)));
  m_weight->setValue(set.rule.loss_weight.value_or(unset));
  m_share->setValue(set.rule.share ? 100 * *set.rule.share : unset);
  m_dropout->setValue(set.rule.caption_dropout ? 100 * *set.rule.caption_dropout : unset);
  m_regularises->setChecked(set.rule.regularises);
  m_isShowing = false;
  for (QWidget* const field : std::initializer_list<QWidget*>{m_filter, m_times, m_weight, m_share, m_dropout,
                                                              m_regularises, m_remove})
    field->setEnabled(row.has_value());
}

void SetsDialog::takeFields() {
  const auto row = current();
  if (m_isShowing || !row) return;
  m_sets[*row] = {{.filter = m_filter->text().trimmed().toStdString(),
                   .loss_weight = valueOf(*m_weight, 1),
                   .caption_dropout = valueOf(*m_dropout, 100),
                   .share = m_share->value() > 0 ? valueOf(*m_share, 100) : std::nullopt,
                   .regularises = m_regularises->isChecked()},
                  m_times->value() < 0 ? std::nullopt : std::optional<int64_t>(m_times->value())};
  m_fault->hide();
  showRow(*row);
}

void SetsDialog::addSet() {
  m_sets.emplace_back();
  fillTable();
  m_table->setCurrentIndex(m_rows->index(m_rows->rowCount() - 1, 0));
  showSet();
  m_filter->setFocus();
}

void SetsDialog::removeSet() {
  const auto row = current();
  if (!row) return;
  m_sets.erase(m_sets.begin() + static_cast<ptrdiff_t>(*row));
  fillTable();
  showSet();
  m_fault->hide();
}

void SetsDialog::accept() {
  std::vector<project::Repeat> repeats;
  std::vector<project::SetRule> rules;
  for (const auto& [rule, times] : m_sets) {
    if (times) repeats.push_back({rule.filter, *times});
    if (rule != project::SetRule{.filter = rule.filter}) rules.push_back(rule);
  }
  try {
    project::check_rules(repeats, rules);
  } catch (const Error& error) {
    m_fault->setText(faultWithHint(error.fault()));
    return m_fault->show();
  }
  m_store.edit([repeats, rules](project::Project& project) { set_rules_of_sets(project, repeats, rules); });
  QDialog::accept();
}

}  // namespace fw::ui
