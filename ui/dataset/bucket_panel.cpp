// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/bucket_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStandardItemModel>
#include <algorithm>
#include <map>
#include <set>

#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/finding_list.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/progress_delegate.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

enum BucketColumn { BucketNameColumn, BucketSamplesColumn, BucketCropColumn, BucketColumnCount };
enum { ShareRole = Qt::UserRole + 1 };

struct BucketFigures {
  qint64 clips = 0;
  qint64 samples = 0;
  double cropShares = 0;
};

std::map<catalog::Bucket, BucketFigures> figuresOf(const project::BucketPlan& plan) {
  std::map<catalog::Bucket, BucketFigures> figures;
  for (const catalog::Bucket& bucket : plan.buckets) figures[bucket] = {};
  for (const dataset::BucketAssignment& assignment : plan.assignments) {
    if (!assignment.fit) continue;
    BucketFigures& of = figures[assignment.fit->bucket];
    ++of.clips;
    of.samples += assignment.fit->parts;
    of.cropShares += assignment.fit->crop_share;
  }
  return figures;
}

QString bucketText(const catalog::Bucket& bucket) {
  return QString::fromStdString(catalog::to_string(bucket));
}

}  // namespace

BucketPanel::BucketPanel(BucketPlanner& planner, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_planner(planner),
      m_model(new QComboBox),
      m_fps(new QDoubleSpinBox),
      m_batch(new QSpinBox),
      m_longClips(new QComboBox),
      m_idToken(new QLineEdit),
      m_rule(new WrapLabel),
      m_rows(new QStandardItemModel(this)),
      m_table(new FlatTable(QStringLiteral("buckets"), tr("Buckets"),
                            tr("No buckets yet. Add one, or have some suggested."))),
      m_newBucket(new QLineEdit),
      m_newFault(new WrapLabel),
      m_totals(new WrapLabel),
      m_findings(new FindingList) {
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(4, 8, 4, 0);
  column->setSpacing(8);
  makeForm(*column);
  makeBuckets(*column, actions);
  connect(&m_planner, &BucketPlanner::planned, this, &BucketPanel::showPlan);
  showPlan();
}

void BucketPanel::makeForm(QVBoxLayout& column) {
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto addRow = [&](const QString& label, QWidget* field, const QString& help) {
    form->addRow(label, field);
    field->setToolTip(help);
    named(field, QString(label).remove(QLatin1Char('&')), help);
  };
  m_fps->setRange(0, 120);
  m_fps->setDecimals(3);
  m_fps->setSpecialValueText(tr("original rate"));
  m_batch->setRange(1, 256);
  m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // names may be long
  named(m_model->view(), tr("&Model").remove(QLatin1Char('&')));
  m_longClips->addItem(tr("Use the beginning only"), QStringLiteral("beginning"));
  m_longClips->addItem(tr("Split into several samples"), QStringLiteral("split"));
  addRow(tr("&Model"), m_model,
         tr("The model that the clips are prepared for. It decides which sizes are valid. A model that the "
            "Train page names comes first."));
  addRow(tr("&Frame rate (fps)"), m_fps,
         tr("Videos are resampled to this rate, so motion keeps its speed. 0 keeps the original frames."));
  addRow(tr("&Batch size"), m_batch, tr("Each bucket should hold at least this many samples."));
  addRow(tr("&Long clips"), m_longClips, tr("What to do with a clip that is longer than its bucket."));
  addRow(tr("&Trigger word"), m_idToken,
         tr("Added in front of every caption; counts towards the token limit."));
  column.addLayout(form);
  column.addWidget(m_rule);

  connect(m_model, &QComboBox::activated, this, [this](int row) {
    const QString published = m_model->itemData(row).toString();
    if (!published.isEmpty()) return m_planner.setSetting("model", published.toStdString());
    showModels();
    if (row == m_model->count() - 1) Q_EMIT modelFolderRequested();
  });
  connect(m_fps, &QDoubleSpinBox::editingFinished, this, [this] {
    if (std::exchange(m_shown.fps, m_fps->value()) != m_fps->value())
      m_planner.setSetting("fps", QByteArray::number(m_fps->value(), 'g', 9).toStdString());
  });
  connect(m_batch, &QSpinBox::editingFinished, this, [this] {
    if (std::exchange(m_shown.batchSize, m_batch->value()) != m_batch->value())
      m_planner.setSetting("batch_size", std::to_string(m_batch->value()));
  });
  connect(m_longClips, &QComboBox::activated, this, [this] {
    m_planner.setSetting("long_clips", m_longClips->currentData().toString().toStdString());
  });
  connect(m_idToken, &QLineEdit::editingFinished, this, [this] {
    const std::string word = m_idToken->text().toStdString();
    if (std::exchange(m_shown.idToken, word) != word)
      m_planner.setSetting("id_token", m_idToken->text().trimmed().toStdString());
  });
}

void BucketPanel::makeBuckets(QVBoxLayout& column, ActionRegistry& actions) {
  m_rows->setHorizontalHeaderLabels({tr("Bucket"), tr("Samples"), tr("Cropped")});
  m_table->setModel(m_rows);
  m_table->header()->resizeSection(BucketNameColumn, 110);
  m_table->header()->resizeSection(BucketSamplesColumn, 130);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setItemDelegateForColumn(BucketSamplesColumn, new ProgressDelegate(ShareRole, this));
  m_table->setMinimumHeight(fontMetrics().height() * 7);
  QAction* const suggest = actions.addScoped(
      this,
      {QStringLiteral("buckets.suggest"), tr("&Suggest buckets"), "suggest",
       QKeySequence(QStringLiteral("Ctrl+B")),
       tr("Finds the buckets that are valid for the model and keep the most of these clips.")},
      [this] { m_planner.propose(); });
  m_remove = actions.addScoped(
      m_table,
      {QStringLiteral("buckets.remove"), tr("&Remove bucket"), "remove", QKeySequence(QStringLiteral("Del")),
       tr("Removes the selected buckets; their clips move to the others.")},
      [this] { removeChosen(); });
  m_choose = new QAction(icon("dataset"), tr("Select the clips"), this);
  connect(m_choose, &QAction::triggered, this, &BucketPanel::chooseClips);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->insertActions(m_remove, {m_choose});
  m_table->addAction(suggest);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_newBucket->setToolTip(tr("Frames x height x width. Press Return to add it."));
  named(kept(m_newBucket, "dataset.bucket"), tr("New bucket"), m_newBucket->toolTip());
  m_newFault->hide();
  auto* const row = new QHBoxLayout;
  row->addWidget(actionButton(suggest));
  row->addWidget(actionButton(m_remove));
  row->addStretch(1);
  column.addLayout(row);
  auto* const newRow = new QFormLayout;
  newRow->addRow(tr("New bucket"), m_newBucket);
  column.addLayout(newRow);
  column.addWidget(m_newFault);
  column.addWidget(m_table, 1);
  column.addWidget(m_totals);
  column.addWidget(m_findings);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (!m_isFilling) updateCommands();
  });
  // Ignores selection changes made by a new plan.
  connect(m_table, &QAbstractItemView::clicked, this, &BucketPanel::chooseClips);
  connect(m_table, &QAbstractItemView::activated, this, &BucketPanel::chooseClips);
  connect(m_findings, &FindingList::clipsRequested, this, &BucketPanel::clipsRequested);
  connect(m_newBucket, &QLineEdit::returnPressed, this, &BucketPanel::addBucket);
}

void BucketPanel::showPlan() {
  setEnabled(m_planner.plan() != nullptr);
  showSettings();
  showBuckets();
  m_rule->setText(faultText(sentence_of(m_planner.settings().model.rules)));
  m_totals->setText(totalsText());
  showFindings();
}

void BucketPanel::updateCommands() {
  m_choose->setEnabled(m_table->selectionModel()->hasSelection());
  const bool canEdit = m_planner.canEdit();
  m_remove->setEnabled(m_choose->isEnabled() && canEdit);
  for (QWidget* const field :
       std::initializer_list<QWidget*>{m_model, m_fps, m_batch, m_longClips, m_idToken, m_newBucket})
    field->setEnabled(canEdit);
}

/// Shows the model to be trained if its folder is known, otherwise the published models.
void BucketPanel::showModels() {
  const DatasetSettings& settings = m_planner.settings();
  const bool isChosen = !settings.modelFolder.empty();
  const QString name = isChosen ? QString::fromStdString(settings.model.rules.model) : QString();
  if (m_model->count() == 0 || name != std::exchange(m_chosenModel, name)) {
    m_model->clear();
    for (const catalog::ModelSpec& facts : catalog::published_models())
      if (!isChosen)
        m_model->addItem(QString::fromStdString(facts.rules.model), QString::fromStdString(facts.id));
    if (isChosen) m_model->addItem(name);
    m_model->addItem(tr("Choose a model folder…"));
  }
  m_model->setCurrentIndex(isChosen ? 0 : m_model->findData(QString::fromStdString(settings.model.id)));
}

/// A field with unsaved changes keeps its content until it loses the focus.
void BucketPanel::showSettings() {
  const DatasetSettings& settings = m_planner.settings();
  showModels();
  const auto isUntouched = [](const QAbstractSpinBox& field, bool isAsShown) {
    return !field.hasFocus() || (isAsShown && !field.text().isEmpty());
  };
  if (isUntouched(*m_fps, m_fps->value() == m_shown.fps)) {
    m_fps->setValue(settings.fps);
    m_shown.fps = m_fps->value();
  }
  if (isUntouched(*m_batch, m_batch->value() == m_shown.batchSize)) {
    m_batch->setValue(static_cast<int>(settings.batchSize));
    m_shown.batchSize = m_batch->value();
  }
  m_longClips->setCurrentIndex(settings.splitLongClips ? 1 : 0);
  if (!m_idToken->hasFocus() || m_idToken->text().toStdString() == m_shown.idToken) {
    if (m_idToken->text().toStdString() != settings.idToken)
      m_idToken->setText(QString::fromStdString(settings.idToken));
    m_shown.idToken = settings.idToken;
  }
  m_newBucket->setPlaceholderText(bucketText(settings.model.native_size()));
}

/// Keeps the selected buckets and the focus.
void BucketPanel::showBuckets() {
  QStringList selected;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows(BucketNameColumn))
    selected << index.data().toString();
  const QString current = m_table->currentIndex().siblingAtColumn(BucketNameColumn).data().toString();
  m_isFilling = true;  // temporarily disabling a button would lose the focus
  fillTable();
  QItemSelectionModel& selection = *m_table->selectionModel();
  for (int row = 0; row < m_rows->rowCount(); ++row) {
    const QModelIndex index = m_rows->index(row, BucketNameColumn);
    const QString name = index.data().toString();
    if (selected.contains(name))
      selection.select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    if (name == current) selection.setCurrentIndex(index, QItemSelectionModel::NoUpdate);
  }
  m_isFilling = false;
  updateCommands();
}

void BucketPanel::fillTable() {
  m_rows->removeRows(0, m_rows->rowCount());
  if (m_planner.plan() == nullptr) return;
  const auto figures = figuresOf(*m_planner.plan());
  qint64 most = 1;
  for (const auto& [bucket, of] : figures) most = std::max(most, of.samples);
  const QLocale locale;
  for (const catalog::Bucket& bucket : m_planner.plan()->buckets) {
    const BucketFigures& of = figures.at(bucket);
    auto* const name = new QStandardItem(bucketText(bucket));
    name->setToolTip(tr("Frames x height x width. A click selects its clips."));
    auto* const samples = new QStandardItem(
        of.samples == of.clips
            ? locale.toString(of.samples)
            : tr("%1 from %n clips", nullptr, static_cast<int>(of.clips)).arg(locale.toString(of.samples)));
    samples->setData(static_cast<double>(of.samples) / static_cast<double>(most), ShareRole);
    const double share = of.clips > 0 ? of.cropShares / static_cast<double>(of.clips) : 0;
    auto* const crop = new QStandardItem(tr("%1 %").arg(locale.toString(100 * share, 'f', 0)));
    crop->setToolTip(tr("Average share of the picture that is cropped away"));
    m_rows->appendRow({name, samples, crop});
  }
  if (const qint64 unfit = m_planner.plan()->totals.unfit; unfit > 0)
    m_rows->appendRow({new QStandardItem(tr("No bucket")),
                       new QStandardItem(tr("%n clips", nullptr, static_cast<int>(unfit))),
                       new QStandardItem});
}

void BucketPanel::addBucket() {
  const auto bucket = catalog::parse_bucket(m_newBucket->text().trimmed().toStdString());
  m_newFault->setVisible(!bucket);
  if (!bucket)
    return m_newFault->setText(
        tr("Enter frames x height x width, for example %1.").arg(m_newBucket->placeholderText()));
  const catalog::BucketFaults faults =
      catalog::check_buckets({&*bucket, 1}, m_planner.settings().model.rules);
  m_newFault->setVisible(!faults.errors.empty());
  if (!faults.errors.empty()) return m_newFault->setText(faultWithHint(faults.errors[0]));
  std::vector<catalog::Bucket> buckets = m_planner.plan()->buckets;
  if (std::ranges::find(buckets, *bucket) == buckets.end()) buckets.push_back(*bucket);
  m_newBucket->clear();
  m_planner.setBuckets(buckets);
}

void BucketPanel::removeChosen() {
  std::vector<catalog::Bucket> buckets = m_planner.plan()->buckets;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows(BucketNameColumn)) {
    const auto bucket = catalog::parse_bucket(index.data().toString().toStdString());
    if (bucket) std::erase(buckets, *bucket);
  }
  if (buckets.size() != m_planner.plan()->buckets.size()) m_planner.setBuckets(buckets);
}

/// Requests the clips of the selected buckets, or those that fit none.
void BucketPanel::chooseClips() {
  if (m_planner.plan() == nullptr) return;
  std::set<std::optional<catalog::Bucket>> buckets;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows(BucketNameColumn))
    buckets.insert(catalog::parse_bucket(index.data().toString().toStdString()));
  std::vector<int64_t> clips;
  for (const dataset::BucketAssignment& each : m_planner.plan()->assignments)
    if (buckets.contains(each.fit ? std::optional(each.fit->bucket) : std::nullopt))
      clips.push_back(each.clip_id);
  Q_EMIT clipsRequested(clips);
}

QString BucketPanel::totalsText() const {
  const project::BucketPlan* const plan = m_planner.plan();
  if (plan == nullptr) return {};
  QStringList lines;
  if (m_planner.isProposal() && !plan->buckets.empty())
    lines << tr("These buckets are suggested for your clips and are used unless you choose others.");
  const dataset::BucketTotals& totals = plan->totals;
  lines << sentences({tr("%n samples.", nullptr, static_cast<int>(totals.samples)),
                      tr("%n clips fit no bucket.", nullptr, static_cast<int>(totals.unfit))});
  if (plan->samples_an_epoch != totals.samples)
    lines << tr("%n samples in an epoch, with repeats and shares.", nullptr,
                static_cast<int>(plan->samples_an_epoch));
  return lines.join(QLatin1Char('\n'));
}

void BucketPanel::showFindings() {
  std::vector<FindingList::Finding> findings;
  const project::BucketPlan* const plan = m_planner.plan();
  if (plan == nullptr) return m_findings->setFindings({});
  for (const auto* const list : {&plan->errors, &plan->warnings})
    for (const Fault& fault : *list)
      findings.push_back(
          {fault, list == &plan->errors, clips_of(fault, plan->shapes, plan->assignments, plan->limits)});
  m_findings->setFindings(std::move(findings));
}

}  // namespace fw::ui
