// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "ui/state/navigator.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/state/worker.h"
#include "ui/widgets/card.h"

class QLabel;
class QPushButton;

namespace fw::ui {

class ClipStore;
class RunListModel;
class WrapLabel;

/// The newest runs of the open project, each with its newest clip and a button to show it. Hidden if there
/// are none. GUI thread only; a worker looks for clips.
class LastRunsCard : public Card {
  Q_OBJECT
 public:
  static constexpr int mostRuns = 3;

  LastRunsCard(ClipStore& store, RunListModel& runs, Navigator& navigator, QWidget* parent = nullptr);

 private:
  struct Row {
    QString folder;
    QLabel* picture;
    QLabel* title;
    QLabel* text;
    QPushButton* show;
  };
  void showRuns();
  void makeRows(const QStringList& folders);
  void lookForClips();
  void showPictures();

  RunListModel& m_runs;
  Navigator& m_navigator;
  ThumbnailCache* m_thumbnails;
  QWidget* m_inner = nullptr;
  std::vector<Row> m_rows;
  std::map<QString, QString> m_clips;  // newest one by run folder
  Worker m_worker;                     // last: destroyed first
};

}  // namespace fw::ui
