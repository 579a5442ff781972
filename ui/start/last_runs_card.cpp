// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/last_runs_card.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/run_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr QSize pictureSize(96, 64);

/// The first clip of the newest step with clips; empty: none.
QString newestClip(const QString& runFolder) {
  const QDir samples(runFolder + QStringLiteral("/samples"));
  const QStringList steps = samples.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
  for (const QString& step : steps) {
    const QDir folder(samples.filePath(step));
    const QStringList clips = folder.entryList({QStringLiteral("*.mp4")}, QDir::Files, QDir::Name);
    if (!clips.isEmpty()) return folder.filePath(clips.first());
  }
  return {};
}

}  // namespace

LastRunsCard::LastRunsCard(ClipStore& store, RunListModel& runs, Navigator& navigator, QWidget* parent)
    : Card(tr("Last runs"), parent),
      m_runs(runs),
      m_navigator(navigator),
      m_thumbnails(new ThumbnailCache(store, this)) {
  setObjectName(QStringLiteral("lastRuns"));
  connect(&runs, &RunListModel::runsChanged, this, &LastRunsCard::showRuns);
  connect(m_thumbnails, &ThumbnailCache::ready, this, &LastRunsCard::showPictures);
  showRuns();
}

void LastRunsCard::showRuns() {
  QStringList folders;
  for (const RunRow& run : m_runs.runs())
    if (folders.size() < mostRuns) folders << run.folder;
  QStringList shown;
  for (const Row& row : m_rows) shown << row.folder;
  if (folders != shown) makeRows(folders);
  setVisible(!folders.isEmpty());
  for (int place = 0; place < static_cast<int>(m_rows.size()); ++place) {
    Row& row = m_rows[static_cast<size_t>(place)];
    const QString name = m_runs.nameOf(*m_runs.run(row.folder));  // a run can be renamed
    row.title->setText(name);
    named(row.show, tr("Show the run %1").arg(name));
    const auto cell = [&](int column) { return m_runs.index(place, column).data().toString(); };
    row.text->setText(cell(RunListModel::StateColumn) + comma() +
                      tr("step %1").arg(cell(RunListModel::StepColumn)) + comma() +
                      cell(RunListModel::DateColumn));
  }
  lookForClips();
}

void LastRunsCard::makeRows(const QStringList& folders) {
  delete m_inner;
  m_rows.clear();
  m_inner = new QWidget;
  auto* const column = new QVBoxLayout(m_inner);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  for (const QString& folder : folders) {
    Row row{folder, new QLabel, new WrapLabel, new WrapLabel, new QPushButton(icon("monitor"), tr("Show"))};
    setBold(*row.title);
    row.text->setForegroundRole(QPalette::PlaceholderText);
    row.picture->setFixedSize(pictureSize);
    row.picture->setAlignment(Qt::AlignCenter);
    row.picture->setPixmap(icon("monitor").pixmap(QSize(24, 24), devicePixelRatioF()));
    row.show->setObjectName(QStringLiteral("showRun"));
    connect(row.show, &QPushButton::clicked, this,
            [this, folder] { Q_EMIT m_navigator.runRequested(folder); });
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addStretch(1);
    texts->addWidget(row.title);
    texts->addWidget(row.text);
    texts->addStretch(1);
    auto* const all = new QWidget;
    auto* const line = new QHBoxLayout(all);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(row.picture);
    line->addLayout(texts, 1);
    line->addWidget(row.show);
    addRowMenu(*all, {row.show}, folder);
    column->addWidget(all);
    m_rows.push_back(row);
  }
  body()->addWidget(m_inner);
}

void LastRunsCard::lookForClips() {
  if (m_rows.empty() || !m_worker.isIdle()) return;
  QStringList folders;
  for (const Row& row : m_rows) folders << row.folder;
  m_worker.run(
      [folders](const std::stop_token&) {
        std::map<QString, QString> clips;
        for (const QString& folder : folders) clips[folder] = newestClip(folder);
        return clips;
      },
      [this](std::map<QString, QString> clips) {
        m_clips = std::move(clips);
        showPictures();
      });
}

void LastRunsCard::showPictures() {
  for (const Row& row : m_rows) {
    const QString clip = m_clips[row.folder];
    if (clip.isEmpty()) continue;
    const ThumbnailCache::Thumbnail found =
        m_thumbnails->find(ThumbnailCache::keyOf(toPath(clip)), toPath(clip));
    if (found.state != ThumbnailCache::State::ready) continue;
    const qreal ratio = devicePixelRatioF();
    QPixmap picture =
        found.picture.scaled(pictureSize * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    row.picture->setPixmap(picture);
  }
}

}  // namespace fw::ui
