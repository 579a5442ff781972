// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/scene_review.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>

#include "project/figures.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr QSize cutPictureSize(128, 80);
constexpr int mostChange = 255;  // per channel
constexpr int clipLetters = 8;

}  // namespace

SceneCutModel::SceneCutModel(ClipStore& store, QObject* parent)
    : QAbstractTableModel(parent), m_thumbnails(new ThumbnailCache(store, this)) {
  connect(m_thumbnails, &ThumbnailCache::ready, this, [this] {
    if (!m_cuts.empty())
      Q_EMIT dataChanged(index(0, BeforeColumn), index(rowCount() - 1, AfterColumn), {Qt::DecorationRole});
  });
}

void SceneCutModel::setCuts(std::vector<Cut> cuts) {
  beginResetModel();
  m_cuts = std::move(cuts);
  endResetModel();
}

void SceneCutModel::acceptFrom(double change) {
  if (m_cuts.empty()) return;
  for (Cut& cut : m_cuts)
    if (!cut.isChosen) cut.isAccepted = cut.cut.change >= change;
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int SceneCutModel::accepted() const {
  return static_cast<int>(std::ranges::count_if(m_cuts, &Cut::isAccepted));
}

int SceneCutModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_cuts.size());
}

int SceneCutModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant SceneCutModel::picture(const Cut& cut, int64_t frame) const {
  project::ClipRow one = cut.row;  // a clip of only that frame
  one.clip.in_frame = frame;
  one.clip.out_frame = frame + 1;
  const QPixmap whole = m_thumbnails->find(one).picture;
  return whole.isNull() ? QVariant()
                        : whole.scaled(cutPictureSize, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

QVariant SceneCutModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Cut& cut = m_cuts[static_cast<size_t>(index.row())];
  const bool isPicture = index.column() == BeforeColumn || index.column() == AfterColumn;
  if (role == Qt::DecorationRole && isPicture)
    return picture(cut, index.column() == BeforeColumn ? cut.cut.frame - 1 : cut.cut.frame);
  if (role == Qt::SizeHintRole && isPicture) return cutPictureSize + QSize(28, 8);
  if (role == Qt::CheckStateRole && index.column() == BeforeColumn)
    return cut.isAccepted ? Qt::Checked : Qt::Unchecked;
  const QString name = QFileInfo(QString::fromStdString(cut.row.source.path)).fileName();
  const QLocale locale;
  if (role == Qt::AccessibleTextRole && index.column() == BeforeColumn)
    return tr("Cut of %1 at frame %2").arg(name, locale.toString(qint64{cut.cut.frame}));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case ClipColumn:
      return name;
    case FrameColumn:
      return locale.toString(qint64{cut.cut.frame});
    case ChangeColumn:
      return locale.toString(cut.cut.change, 'f', 0);
    default:
      return {};
  }
}

bool SceneCutModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !index.isValid()) return false;
  Cut& cut = m_cuts[static_cast<size_t>(index.row())];
  cut.isAccepted = value.toInt() == Qt::Checked;
  cut.isChosen = true;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  return true;
}

Qt::ItemFlags SceneCutModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.column() == BeforeColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant SceneCutModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString names[ColumnCount]{tr("Before"), tr("After"), tr("Clip"), tr("Frame"), tr("Change")};
  return section >= 0 && section < ColumnCount ? QVariant(names[section]) : QVariant();
}

SceneReview::SceneReview(ClipStore& store, std::vector<int64_t> clips, QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_model(new SceneCutModel(store, this)),
      m_table(new FlatTable(QStringLiteral("sceneCuts"), tr("Scene cuts"),
                            tr("No scene cuts were found in these clips."))),
      m_threshold(named(new QSlider(Qt::Horizontal), tr("Minimum change"),
                        tr("Accepts the cuts at which the picture changes at least that much."))),
      m_least(new QLabel),
      m_count(new WrapLabel),
      m_split(named(new QPushButton(icon("scenes"), tr("&Split")), tr("Split at the accepted cuts"))) {
  setWindowTitle(tr("Scene cuts"));
  setGuidePage(*this, QStringLiteral("dataset.md#cut-and-crop"));
  setObjectName(QStringLiteral("sceneReview"));
  m_table->setModel(m_model);
  m_table->setIconSize(cutPictureSize);
  m_table->setUniformRowHeights(true);
  m_table->header()->setStretchLastSection(false);
  m_table->header()->resizeSection(SceneCutModel::BeforeColumn, 170);
  m_table->header()->resizeSection(SceneCutModel::AfterColumn, 145);
  m_table->header()->setSectionResizeMode(SceneCutModel::ClipColumn, QHeaderView::Stretch);
  for (const int column : {SceneCutModel::FrameColumn, SceneCutModel::ChangeColumn})
    m_table->header()->resizeSection(column, 80);
  m_table->setHiddenFirst({SceneCutModel::ChangeColumn, SceneCutModel::FrameColumn}, clipLetters);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  for (const bool accepted : {true, false}) {
    auto* const action =
        new QAction(icon(accepted ? "accept" : "refuse"), accepted ? tr("Accept") : tr("Reject"), this);
    connect(action, &QAction::triggered, this, [this, accepted] { acceptChosen(accepted); });
    m_table->addAction(action);
  }
  const int least = static_cast<int>(media::SceneOptions().least_change);
  m_threshold->setRange(least, mostChange);
  m_threshold->setToolTip(m_threshold->accessibleDescription());
  auto* const row = new QHBoxLayout;
  auto* const label = new QLabel(tr("&Minimum change"));
  label->setBuddy(m_threshold);
  row->addWidget(label);
  row->addWidget(m_threshold, 1);
  row->addWidget(m_least);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(m_split, QDialogButtonBox::AcceptRole);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(row);
  column->addWidget(m_table, 1);
  column->addWidget(m_count);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_split, &QPushButton::clicked, this, &SceneReview::split);
  connect(m_threshold, &QSlider::valueChanged, this, [this](int change) { m_model->acceptFrom(change); });
  connect(m_model, &QAbstractItemModel::dataChanged, this, &SceneReview::showCount);
  connect(m_model, &QAbstractItemModel::modelReset, this, &SceneReview::showCount);
  resize(720, 560);
  showCount();
  m_store.read(
      [clips = std::move(clips)](const project::Project& project, const std::stop_token& stop) {
        std::pair<std::vector<SceneCutModel::Cut>, int> found;
        for (const project::ClipRow& row : read_clips(project, clips)) {
          if (stop.stop_requested()) throw Cancelled();
          const auto cuts = scene_cuts(project, row.clip.id);
          found.second += cuts ? 0 : 1;
          for (const media::SceneCut& cut : cuts.value_or(std::vector<media::SceneCut>()))
            found.first.push_back({row, cut});
        }
        return found;
      },
      [dialog = QPointer(this)](std::pair<std::vector<SceneCutModel::Cut>, int> found) {
        if (dialog == nullptr) return;
        dialog->m_unscanned = found.second;
        dialog->m_model->setCuts(std::move(found.first));
      });
}

/// Accepts or rejects all selected ones.
void SceneReview::acceptChosen(bool accepted) {
  for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
    m_model->setData(row, accepted ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
}

void SceneReview::showCount() {
  m_least->setText(QLocale().toString(m_threshold->value()));
  const int all = m_model->rowCount();
  QStringList says;
  if (all > 0)
    says << tr("%n cuts accepted of %1.", nullptr, m_model->accepted()).arg(QLocale().toString(all));
  if (m_unscanned > 0)
    says << tr("%n clips were not scanned since they were cut: use “Scan clips” first.", nullptr,
               m_unscanned);
  m_count->setText(sentences(says));
  m_split->setEnabled(m_store.canEdit() && m_model->accepted() > 0);
}

void SceneReview::split() {
  std::map<int64_t, project::ClipCuts> byClip;
  for (const SceneCutModel::Cut& cut : m_model->cuts()) {
    if (!cut.isAccepted) continue;
    project::ClipCuts& of = byClip[cut.row.clip.id];
    of.clip_id = cut.row.clip.id;
    of.frames.push_back(cut.cut.frame);
  }
  std::vector<project::ClipCuts> cuts;
  for (auto& [clip, of] : byClip) cuts.push_back(std::move(of));
  m_store.edit([cuts = std::move(cuts)](project::Project& project) { split_clips(project, cuts); });
  accept();
}

}  // namespace fw::ui
